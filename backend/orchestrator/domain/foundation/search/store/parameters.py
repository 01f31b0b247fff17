"""As what do lists of values go to Postgres?"""

from sqlalchemy import bindparam
from sqlalchemy.dialects.postgresql import ARRAY, BIGINT, INTEGER, TEXT, TIMESTAMP
from sqlalchemy.dialects.postgresql import UUID as PgUUID

TEXTS = ARRAY(TEXT())
UUIDS = ARRAY(PgUUID(as_uuid=True))
BIGINTS = ARRAY(BIGINT())
INTEGERS = ARRAY(INTEGER())
MOMENTS = ARRAY(TIMESTAMP(timezone=True))
OWNER = bindparam("owner", type_=PgUUID(as_uuid=True))
