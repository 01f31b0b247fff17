"""The HTTP door: one module a resource, each with its `router`."""
