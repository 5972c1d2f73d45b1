"""What all tests share: property tests give the same verdict on every machine, however busy it is."""

from hypothesis import settings

settings.register_profile("paiyan", deadline=None, derandomize=True, database=None)
settings.load_profile("paiyan")
