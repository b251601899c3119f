"""What Mini Quincala and Quincala Mixing share: towers, their legs, their notation."""
