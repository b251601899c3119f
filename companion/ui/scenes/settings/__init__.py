"""Settings, and finding lamps and fingers."""
