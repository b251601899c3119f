"""The same devices without hardware: a virtual LED controller, virtual pins, the table panel."""
