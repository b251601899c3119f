"""The checked protocol of our own controllers; `hardware/PROTOCOL.md` describes it."""
