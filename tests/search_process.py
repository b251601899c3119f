"""The process of a search, as tests look at it from outside."""


def pid_of(engine):
    """Its number, or None while there is none."""
    return engine._process.pid if engine._process else None
