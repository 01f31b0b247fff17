"""The process between us and an untrusted program: it confines, watches and ends it. The standard library alone, and
little of it: this starts for every run."""
