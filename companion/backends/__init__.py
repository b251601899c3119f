"""What stands around the program: devices, the simulator's table, systemd, the machine itself."""
