"""Previews: the store of frozen writes; the runtime decides every transition."""
