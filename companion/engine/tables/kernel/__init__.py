"""What solving and looking up spend their time in; compiled where that can be done."""
