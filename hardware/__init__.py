"""The real devices: gpiozero buttons and the serial LED link with its wire codec."""
