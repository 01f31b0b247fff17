"""Whom does TLS trust? The usual authorities, read once a process: reading them takes tens of milliseconds, in which an
event loop serves nobody."""

import ssl
from functools import cache

import httpx


@cache
def authorities(*, of_machine: bool = False) -> ssl.SSLContext:
    """A context to be shared by all clients; nobody changes it. `of_machine`: those that the environment names
    (`SSL_CERT_FILE`, `SSL_CERT_DIR`) instead, where it does."""
    return httpx.create_ssl_context(trust_env=of_machine)


def read_authorities() -> None:
    """Read them before anybody waits for an answer; in a thread where somebody does."""
    authorities()
    authorities(of_machine=True)
