"""Where the database lies and what the place allows: default folder, network share, read-only, first bytes of a file."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path, PurePath

import msgspec

FILE_NAME = "labprocure.db"
FOLDER_VARIABLE = "LABPROCURE_DATA_DIR"
_WINDOWS = os.name == "nt"
_MAGIC = b"SQLite format 3\x00"
_HEADER_BYTES = 100
_WAL_FORMAT = 2
# fmt: off
_NETWORK_TYPES = frozenset((
    "9p", "afs", "afpfs", "beegfs", "ceph", "cifs", "davfs", "fuse.davfs2", "fuse.glusterfs", "fuse.rclone",
    "fuse.s3fs", "fuse.sshfs", "gfs2", "glusterfs", "lustre", "ncpfs", "nfs", "nfs3", "nfs4", "ocfs2",
    "prl_fs", "smb2", "smb3", "smbfs", "vboxsf", "vmhgfs", "fuse.vmhgfs-fuse", "webdav",
))
# fmt: on


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """What the first 100 bytes of a database file say (SQLite file format, section 1.3)."""

    is_sqlite: bool
    application_id: int = 0
    write_ahead: bool = False


def default_path() -> Path:
    """Return the path of the user's own database; ``LABPROCURE_DATA_DIR`` replaces the system's data folder."""
    named = os.environ.get(FOLDER_VARIABLE, "")
    if named:
        return Path(named) / FILE_NAME
    import platformdirs

    return Path(platformdirs.user_data_dir("labprocure", appauthor=False)) / FILE_NAME


def read_header(path: Path) -> Header | None:
    """Return the header of the file, None where there is no file or an empty one; raises OSError."""
    try:
        with path.open("rb") as file:
            first = file.read(_HEADER_BYTES)
    except FileNotFoundError:
        return None
    if not first:
        return None
    if len(first) < _HEADER_BYTES or not first.startswith(_MAGIC):
        return Header(is_sqlite=False)
    return Header(
        is_sqlite=True,
        application_id=int.from_bytes(first[68:72], "big"),
        write_ahead=first[18] == _WAL_FORMAT or first[19] == _WAL_FORMAT,
    )


def may_write_file(path: Path) -> bool:
    """Tell whether an existing file may be changed."""
    try:
        with path.open("r+b"):
            return True
    except OSError:
        return False


def may_write_folder(folder: Path) -> bool:
    """Tell whether files may be made in ``folder``; on Windows only trying tells."""
    if not _WINDOWS:
        return os.access(folder, os.W_OK | os.X_OK)
    try:
        with tempfile.TemporaryFile(dir=folder):
            return True
    except OSError:
        return False


def on_network(path: Path) -> bool:
    """Tell whether ``path`` lies on a network or shared folder, where write-ahead files are not safe."""
    if _WINDOWS:
        return _windows_remote(path)
    try:
        table = Path("/proc/self/mountinfo").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return False
    return filesystem_type(path.parent.resolve(), table) in _NETWORK_TYPES


def filesystem_type(folder: PurePath, mountinfo: str) -> str:
    """Return the type of the file system that holds ``folder``, from the text of Linux ``mountinfo`` (proc(5))."""
    found, longest = "", -1
    for line in mountinfo.splitlines():
        left, _, right = line.partition(" - ")
        fields = left.split(" ")
        if len(fields) < 5 or not right:
            continue
        point = PurePath(_unescaped(fields[4]))
        depth = len(point.parts)
        if depth >= longest and (point == folder or point in folder.parents):
            found, longest = right.split(" ")[0], depth
    return found


def _unescaped(text: str) -> str:
    """Undo the octal escapes of blanks and backslashes in a mount point."""
    for escape, character in (("\\040", " "), ("\\011", "\t"), ("\\012", "\n"), ("\\134", "\\")):
        text = text.replace(escape, character)
    return text


def _windows_remote(path: Path) -> bool:
    drive = path.drive
    if drive.startswith("\\\\"):
        return True
    if not _WINDOWS:
        return False
    import ctypes

    remote = 4  # DRIVE_REMOTE of GetDriveTypeW
    kernel = vars(ctypes)["windll"].kernel32
    return bool(kernel.GetDriveTypeW(f"{drive}\\") == remote)


def read_only_address(path: PurePath, immutable: bool) -> str:
    """Return the URI that opens ``path`` for reading only; characters like ``#``, ``%``, ``?`` are quoted."""
    address = path.as_uri()
    if not address.startswith("file:///"):
        # A share \\server\folder: SQLite takes no server in a URI, only an empty one and then the whole path.
        address = "file:////" + address.removeprefix("file://")
    return address + ("?mode=ro&immutable=1" if immutable else "?mode=ro")
