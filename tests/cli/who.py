# `tutti who` without a program: what it says where there is nothing to read.
import os
import pathlib
import struct
import tempfile
import time

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

# `tutti run` leaves the records of the four newest jobs that are dead, for `tutti who`, and no more. These are newer than any
# other. Their processes have a number that no process can have.
page, running = 4096, 1
names = [f"test-{os.getpid()}-{k}" for k in range(6)]
paths = [pathlib.Path(f"/dev/shm/tutti.{name}.0") for name in names]
try:
    for k, (name, path) in enumerate(zip(names, paths)):
        header = struct.pack("<8sIIIiq64s", b"tuttirec", 4, 1, 0, 0, int(time.time()) + 1000 + k, name.encode())
        process = struct.pack("<iiqQQI", 0, 1, 1 << 40, 1, os.stat("/proc/self/ns/pid").st_ino, running)
        path.write_bytes(header.ljust(page, b"\0") + process.ljust(1 << 18, b"\0"))
    check(["who", "--list"], out=names)
    check(["run", "--mpi", "mpich", "--", "true"])
    check(["who", "--list"], out=names[2:], not_out=names[:2])
finally:
    for path in paths:
        path.unlink(missing_ok=True)

end()
