"""May this device come in? A one-time code of eight characters, good for ten minutes and five tries.

A wrong code names no user, so it counts as a try at each code that waits. Forty random bits are too few for a plain
hash: whoever read the table could find the code within its ten minutes, so it is scrypt with a salt.
Source: contracts/security.md section 1.
"""

import asyncio
import hashlib
import hmac
import secrets
from collections.abc import Sequence

from sqlalchemy.ext.asyncio import AsyncSession

from orchestrator.db.tx import Tx
from orchestrator.domain.people.accounts import service as accounts
from orchestrator.domain.people.accounts.schemas import SCOPES
from orchestrator.domain.people.pairing import repository
from orchestrator.domain.people.pairing.schemas import NewCode, Redeemed, Refused
from orchestrator.errors import InvalidRequest

LIFE_S = 600
TRIES = 5
CHARACTERS = 8
GROUP = 4
ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
"""Crockford's base 32: what is easily taken for another character is not in it."""
FRAGMENT = "/#pair="
"""Of the page's address, before a code: a fragment is not sent to the server, so that no log on the way has it."""
_MISREAD = str.maketrans({"O": "0", "I": "1", "L": "1"})
SALT_BYTES = 16
SCRYPT = {"n": 2**14, "r": 8, "p": 1}
"""About 40 ms and 16 MB a guess: 2^40 guesses take a thousand processor years."""


def normal(text: str) -> str | None:
    """A code as it was meant, whatever the case and the dashes; None where it can't be one."""
    plain = "".join(one for one in text.upper() if one.isalnum()).translate(_MISREAD)
    return plain if len(plain) == CHARACTERS and set(plain) <= set(ALPHABET) else None


async def make_code(tx: Tx, scopes: Sequence[str]) -> NewCode:
    """A new code; the owner's earlier one is no longer good. Raises InvalidRequest for a scope."""
    wanted = tuple(dict.fromkeys(scopes))
    if unknown := sorted(set(wanted) - set(SCOPES)):
        raise InvalidRequest(f"No such scope: {', '.join(unknown)}. Scopes: {', '.join(SCOPES)}.")
    if not wanted:
        raise InvalidRequest(f"Name at least one scope: {', '.join(SCOPES)}.")
    code = "".join(secrets.choice(ALPHABET) for _ in range(CHARACTERS))
    salt = secrets.token_bytes(SALT_BYTES)
    digest = await _hashed(code, salt)
    expires_at = await repository.put(tx, scopes=wanted, salt=salt, digest=digest, life_s=LIFE_S)
    return NewCode(f"{code[:GROUP]}-{code[GROUP:]}", wanted, expires_at)


async def redeem(session: AsyncSession, text: str, device_name: str) -> Redeemed | Refused:
    """A token for the device where the code is good, and then never again. A refusal counts the try, so that the
    caller has to commit it too."""
    waiting = await repository.waiting(session)
    open_codes = [row for row, _ in waiting if row.tries < TRIES]
    code = normal(text)
    for row in open_codes if code is not None else ():
        if hmac.compare_digest(await _hashed(code or "", row.salt), row.hash):
            tx = Tx(session, row.user_id)
            await repository.use(tx)
            _, token = await accounts.create_token(tx, name=device_name, scopes=row.scopes)
            return Redeemed(token, tuple(row.scopes))
    if waiting and not open_codes:
        return Refused(wait_s=max(left for _, left in waiting))
    await repository.count_try(session, [row.user_id for row in open_codes])
    return Refused()


async def _hashed(code: str, salt: bytes) -> bytes:
    """Off the loop: it is slow on purpose."""
    return await asyncio.to_thread(
        hashlib.scrypt, code.encode(), salt=salt, n=SCRYPT["n"], r=SCRYPT["r"], p=SCRYPT["p"]
    )
