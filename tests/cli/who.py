# `tutti who` without a program: what it says where there is nothing to read.
import os
import pathlib
import struct
import tempfile

from expect import check, end

with tempfile.TemporaryDirectory() as folder:
    place = pathlib.Path(folder)
    check(["who", "--from", folder], status=1, err=f"there is no record in {folder}")
    check(["who", "--from", folder, "--list"], out="program")
    check(["who", "--from", folder, "--list", "--clear"], status=2, err="--clear has no effect with --list")
    check(["who", "--from", folder, "--for", "1s"], status=2, err="--for needs --waiting")
    check(["who", "no-such-job-at-all", "--from", folder], status=2, err="there is no job no-such-job-at-all in")
    # What is no record, cut off, or of another version is passed over.
    (place / "tutti.noise.0").write_bytes(os.urandom(100000))
    (place / "tutti.short.0").write_bytes(b"tuttirec")
    (place / "tutti.old.0").write_bytes(struct.pack("<8sII", b"tuttirec", 999, 1) + bytes(200000))
    (place / "tutti.cut.0").write_bytes(struct.pack("<8sII", b"tuttirec", 1, 1000) + bytes(5000))
    check(["who", "--from", folder], status=1, err="there is no record")

end()
