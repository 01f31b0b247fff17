"""Skills as people send them: a zip of a folder, honest or not."""

import io
import stat
import zipfile
from collections.abc import Mapping

SKILL = """---
name: {name}
description: {description}
license: MIT
---
# {name}

{body}
"""


def skill_md(
    name: str = "release-notes", *, description: str = "Writes release notes.", body: str = "Write them."
) -> str:
    """A SKILL.md."""
    return SKILL.format(name=name, description=description, body=body)


def archive(files: Mapping[str, str | bytes], *, mode: int = stat.S_IFREG | 0o644) -> bytes:
    """A zip of these files, each of this mode."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as zipped:
        for path, content in files.items():
            entry = zipfile.ZipInfo(path)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = mode << 16
            zipped.writestr(entry, content)
    return made.getvalue()


def skill_zip(name: str = "release-notes", **more: str) -> bytes:
    """A skill in its folder; `more`: as `skill_md` takes it."""
    return archive({f"{name}/SKILL.md": skill_md(name, **more)})
