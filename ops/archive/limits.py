"""How far an archive that comes in may go."""

import msgspec

from scopes.errors import TooLargeError

RATIO_SLACK = 16 * 1024**2  # a small archive of one repetitive text is no bomb


class ImportLimits(msgspec.Struct, frozen=True):
    """Bytes of the archive, of all its files and of one, how many files, how many times larger than it they are."""

    upload_bytes: int
    unpacked_bytes: int
    file_bytes: int
    files: int
    ratio: int

    def check_upload(self, size: int) -> None:
        """TooLargeError for an archive of more bytes."""
        if size > self.upload_bytes:
            raise _passed("the archive", "upload_bytes", self.upload_bytes)

    def check_unpacked(self, size: int, packed: int) -> None:
        """TooLargeError for more bytes than may come of so many packed ones."""
        if size > self.unpacked_bytes:
            raise _passed("what the archive holds", "unpacked_bytes", self.unpacked_bytes)
        if size > RATIO_SLACK + self.ratio * packed:
            raise _passed("what the archive holds, for its own size,", "ratio", self.ratio)

    def check_file(self, size: int) -> None:
        """TooLargeError for a file of more bytes."""
        if size > self.file_bytes:
            raise _passed("a file of the archive", "file_bytes", self.file_bytes)

    def check_count(self, count: int) -> None:
        """TooLargeError for more files."""
        if count > self.files:
            raise TooLargeError("the archive holds too many files", field="archive.files", limit=self.files)


def _passed(what: str, name: str, limit: int) -> TooLargeError:
    return TooLargeError(f"{what} is too large", field=f"archive.{name}", limit=limit)
