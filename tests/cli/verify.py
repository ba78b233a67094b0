import os
import pty
import subprocess

from expect import TUTTI, check, end

check("verify --help", out=["tutti verify bcast --p 1..64 --jobs 2", "passed"])
done = check("verify bcast.binomial --p 1..8", out=" passed, 0 failed\n")
assert done.stdout.count("\n") == 1 and int(done.stdout.split()[0]) > 200, done.stdout
# Two jobs, the same cases.
assert check("verify bcast.binomial --p 1..8 --jobs 2").stdout == done.stdout
# Fewer roots and blocks, fewer cases.
chain = [int(check(f"verify bcast.chain --p 5 {more}").stdout.split()[0])
         for more in ["", "--roots some", "--roots first", "--roots first --pieces 2"]]
assert chain == sorted(chain, reverse=True) and len(set(chain)) == 4, chain
check("verify allgather --p 3,4 --roots first", out=" passed, 0 failed\n")
# Algorithms for the machine's ports, for several numbers of ports.
several = [int(check(f"verify scan.hillis_steele_ported --p 5 {more}", out=", 0 failed\n").stdout.split()[0])
           for more in ["", "--ports 1..3", "--ports 7"]]
assert several[0] == 2 * several[1] == 6 * several[2], several
# A check that ran nothing is no success.
check("verify allgather.recursive_doubling --p 3", status=1, out=["needs p a power of two", "0 passed, 0 failed\n"])

# A proof for which there is not enough memory is refused before it is begun.
for p in 2049, 65536:
    check(f"verify alltoallv.direct --p {p}", status=2, out="",
          err=f"tutti verify: too large a proof: {p} processes have {p * p} blocks of different lengths, expected at most 4194304")

# On a terminal it says how far it is, and wipes that before the last line; elsewhere not.
screen, keyboard = pty.openpty()
shown = subprocess.run([TUTTI, "verify", "bcast", "--p", "1..6"], stdout=subprocess.PIPE, stderr=keyboard, timeout=60)
os.close(keyboard)
seen = b""
try:
    while part := os.read(screen, 4096):
        seen += part
except OSError:  # the other end is closed
    pass
assert b"0 failed, bcast." in seen and b"[=" in seen and seen.endswith(b"\r\x1b[K"), seen
assert shown.returncode == 0 and shown.stdout.count(b"\n") == 1, shown.stdout

check("verify bcst", status=2, err="did you mean bcast?")
check("verify bcast.binomal", status=2, err="did you mean bcast.binomial")
check("verify --p 0", status=2, err="--p 0: expected a whole number from 1 to")
check("verify --p 4..2", status=2, err="an ascending range")
check("verify --roots none", status=2, err="expected all, some or first")
check("verify --pieces 0", status=2, err="--pieces 0")
check("verify neighbor_alltoall --graph ring:4 --p 7", status=2, err="expected --p or --graph, not both")
check("verify --jobs 0", status=2, err="--jobs 0")

for jobs in [1, 2]:
    check(f"verify gatherv --p 3 --problem given:20000000,0,0 --jobs {jobs}", status=2, err="a proof tells at most 1048575")

end()
