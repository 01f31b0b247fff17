"""What do accounts register? Their fields go into an archive by themselves (`archive.py`)."""

from orchestrator.domain.foundation.slices.erasable import Erasable
from orchestrator.domain.foundation.slices.manifest import Slice
from orchestrator.domain.foundation.slices.referrer import Referrer
from orchestrator.domain.people.accounts.service import forget_erased_home, repoint_home, restore_home

SLICE = Slice(
    "accounts",
    erasable=(Erasable(kind="account", redact=forget_erased_home),),
    place_referrers=(Referrer("account", repoint_home, restore_home),),
    left_out={
        "api_tokens": "a secret: whoever holds the archive must not get in by it",
        "model_usage": "what this home's models cost",
    },
)
