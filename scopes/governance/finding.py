"""What a proof found to be other than recorded."""

import msgspec


class Finding(msgspec.Struct, frozen=True, omit_defaults=True):
    """One thing that is not as recorded, in the record, file and item named."""

    kind: str
    detail: str
    seq: int | None = None
    file: str | None = None
    item: str | None = None
