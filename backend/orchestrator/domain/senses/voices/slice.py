"""What do voices register? Clusters are made of samples, so an archive holds the samples alone."""

from orchestrator.db.portable import Portable
from orchestrator.domain.foundation.slices.erasable import Erasable
from orchestrator.domain.foundation.slices.manifest import Slice
from orchestrator.domain.foundation.slices.referrer import Referrer
from orchestrator.domain.senses.voices import erasing, repository
from orchestrator.domain.senses.voices.model import Consent, Rejection, VoiceCluster, VoiceSample
from orchestrator.domain.senses.voices.schemas import KIND, VOICE

SLICE = Slice(
    "voices",
    erasable=(
        Erasable(kind=KIND, erase=erasing.erase_sample, redact=erasing.redact, keys=repository.keys),
        Erasable(kind=VOICE, erase=erasing.erase_voice, keys=erasing.no_keys),
    ),
    portable=(
        Portable(Consent.__tablename__, same=(("contact_id",),)),
        Portable(VoiceSample.__tablename__, same=(("meeting_id", "speaker", "model"),), follow=erasing.learn_anew),
        Portable(Rejection.__tablename__, same=(("meeting_id", "speaker", "contact_id", "model"),)),
    ),
    left_out={VoiceCluster.__tablename__: "made of the samples, anew where they arrive"},
    referrers=(Referrer(KIND, erasing.repoint, erasing.restore),),
)
