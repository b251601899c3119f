"""What stands beside the board: tray, racks, ledges, dominoes."""
