"""A server of map tiles on loopback: each is the same grey pixel; `paths` are those that were asked."""

import base64

from tests.support.loopback_http import LoopbackServer, Recorded, Wire

PIXEL = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg==")


class TileServer(LoopbackServer):
    """As a folder of `z/x/y.png` behind any web server."""

    @property
    def paths(self) -> list[str]:
        """Of all requests, oldest first."""
        return [one.path for one in self.requests]

    async def handle(self, request: Recorded, wire: Wire) -> None:
        await wire.begin(200, {"Content-Type": "image/png"})
        await wire.send(PIXEL)
        await wire.end()
