# `tutti bench` in virtual time, where times are the model's to the last digit; MPI is tests/mpi/measure/bench.
import fcntl
import os
import pathlib
import pty
import signal
import struct
import subprocess
import tempfile
import termios

from expect import TUTTI, check, end

alpha_beta = "--model linear:alpha=1us,beta=1ns"

# The table: what the model says, and which algorithm served.
check(f"bench bcast --p 8 --bytes 1000 --by tutti,chain,star {alpha_beta}",
      out=["operation", "bcast       1 KB  tutti", "chain", "14 us", "2.33", "slower"])
check(f"bench ping_pong ping --p 2 --bytes 1000 {alpha_beta}", out=["4 us", "2 us"])
check(f"bench ring --p 8 --topology cluster:4x2,lanes=1 --neighbours 1+0,0+2 --bytes 8 {alpha_beta}",
      out=["k=1 K=0", "k=0 K=2"])
# Sizes in steps of about three, ends included; algorithms named with their collective.
check("bench allreduce.ring --p 5 --bytes 8..880", out=["8 B", "24 B", "80 B", "240 B", "800 B", "880 B"], not_out="tutti")
# Equidistant sizes: so many of a range, both ends included.
check("bench bcast --by chain --p 5 --bytes 0..2000:5,8K", out=["0 B", "500 B", "1 KB", "1.5 KB", "2 KB", "8 KB"], not_out="1.2 KB")
check("bench gather --by star --p 5 --each 100..200:3", out=["500 B", "740 B", "1 KB"])
# Mock-ups, all problem types, all algorithms.
check("bench allreduce --made all --p 4 --bytes 800", out=["reduce+bcast", "reduce_scatter_block+allgather"])
# Both ways at once, and one after the other, which is twice as long where the network is bidirectional.
check(f"bench ping_ping across --p 2 --made call,send+recv --bytes 1000 {alpha_beta}", out=["ping_ping", "across", "send+recv", "4 us", "2.00"])
check("bench ping --made send+recv --p 2 --bytes 8", status=2, err="there is no mock-up of ping called send+recv; choose from call packed")
check("bench ping_ping --made send-recv --p 2 --bytes 8", status=2, err="there is no mock-up of ping_ping called send-recv; did you mean send+recv?")
for word, problem in [("tiled:32:16", "expected tiled:A:B, A of every B ints"), ("tiled:4:4", "expected tiled:A:B"),
                      ("alternating:8:24:16", "expected alternating:A1:A2:B1:B2"), ("tield", "did you mean tiled?")]:
    check(f"bench bcast --p 4 --bytes 8 --layout {word}", status=2, err=problem)
check("bench bcast --p 4 --bytes 8 --layout tiled:4:8 --made vector", status=2, err="layouts cost nothing in virtual time")
check("bench bcast --p 4 --bytes 8 --made vector", status=2, err="vector is for layouts with holes")
check("bench bcast --p 4 --bytes 8 --communicator circular", status=2, err="expected world, cyclic, random or half, not circular")
check("bench bcast --p 4 --bytes 8 --communicator cyclic", status=2, err="virtual time has the world communicator only; try --place cyclic")
check("bench bcast --p 4 --bytes 8 --communicator world,half", out="bcast", err="not measured: half: virtual time has the world")
for operation in ("put", "get", "comm_split"):
    check(f"bench {operation} --p 4 --by tutti", status=2, err=f"{operation} is not available in virtual time, which has messages only")
    check(f"bench {operation} --p 4", status=2, err=f"{operation} is not available in virtual time")
# The padded regular collective, told the longest block, and after agreeing on it: the latter takes an allreduce of an int more.
with tempfile.TemporaryDirectory() as folder:
    file = f"{folder}/padded.csv"
    check(f"bench gatherv scatterv --problem spikes --p 8 --each 400 --by linear_time --made call,gather,scatter,allreduce+gather,allreduce+scatter {alpha_beta} -o {file}",
          out=["gather", "allreduce+scatter"], err="there is no mock-up of gatherv called scatter")
    import csv
    times = {(r["operation"], r["made"]): float(r["seconds"]) for r in csv.DictReader(x for x in open(file) if x[0] != "#")}
    for of in ("gatherv", "scatterv"):
        assert 0 < times[of, of[:-1]] < times[of, f"allreduce+{of[:-1]}"], times
check("bench gatherv --problem all --p 6 --each 40 --root middle",
      out=["random", "bucket", "spikes", "increasing", "decreasing", "alternating", "two_blocks", "root 3"])
check("bench allreduce --by all --p 6 --bytes 80", out=["tutti", "ring", "circulant"],
      err="not measured: allreduce.census rounds differently on different processes")
# What is posted and waited for at once takes as long: it is the same text. Nothing is computed meanwhile.
check(f"bench ibcast allreduce_init --by tutti --made call,bcast,iallreduce --p 8 --bytes 800 {alpha_beta}",
      out=["ibcast", "allreduce_init", "iallreduce", "1.00"], err="there is no way of ibcast called iallreduce")
check("bench ibcast --made overlapped --p 8 --bytes 8", status=2, err="nothing is computed in virtual time")
check("bench nonblocking persistent --p 3 --bytes 12 --by tutti", out=["ibarrier", "ialltoallw", "exscan_init"])
check("bench ibcats --p 3", status=2, err="nothing to measure is called ibcats; did you mean")
check("tune ibcast --p 4", status=2, err="ibcast uses the algorithm of bcast: tune bcast")
check("bench ibcast --p 4 --bytes 8 --by tutti", out="chain", env={"TUTTI_IBCAST": "chain"})
check("bench ibcast.chain bcast_init.star --p 4 --bytes 8", out=["chain", "star"])
# Nothing is sent, too: what it costs to find that out. Mock-ups are left out: they would do other things.
check("bench collectives --made all --p 5 --bytes 0", out="bcast", err="bcast of no data has no mock-up", not_out="scatter+allgather")
check(f"bench alltoallv --p 8 --each 0 --by direct {alpha_beta}", out=["alltoallv    0 B  direct"])

with tempfile.TemporaryDirectory() as folder:
    file = pathlib.Path(folder) / "all.csv"
    run = f"bench bcast reduce --p 4 --bytes 8,800 --launches 1 --seed 3 -o {file}"
    check(run, out=["bcast", "reduce"])
    first = file.read_text()
    lines = [line for line in first.splitlines() if not line.startswith("#")]
    assert lines[0].startswith("launch,order,operation,made,by,algorithm,p,nodes,bytes,"), lines[0]
    assert len(lines) == 1 + 4, lines
    assert '"processes": 4' in first and '"seed": 3' in first and '"commit"' in first and '"command": "tutti bench bcast' in first, first
    # Again: nothing is left to do. More: only what is missing. Interrupted: what was cut off.
    check(run, out=["bcast", "reduce"])
    assert file.read_text() == first
    check(run.replace("8,800", "8,800,80"), out="80 B")
    more = file.read_text()
    assert more.startswith(first) and len([x for x in more[len(first):].splitlines() if x[0] != "#"]) == 2, more
    file.write_text(more[:-20])
    check(run.replace("8,800", "8,800,80"), out="80 B")
    rows = [line for line in file.read_text().splitlines() if line[0].isdigit()]
    assert len(rows) == 6 and all(row.endswith(",yes") for row in rows), rows
    # The same seed gives the same order, another one another.
    def order(seed):
        at = pathlib.Path(folder) / f"{seed}.csv"
        at.unlink(missing_ok=True)
        check(f"bench regular --p 3 --bytes 8 --seed {seed} --no-table -o {at}")
        return [row.split(",")[2] for row in at.read_text().splitlines() if row[0].isdigit()]
    assert order(1) == order(1) and order(1) != order(2) and sorted(order(1)) == sorted(order(2))
    # What is measured elsewhere belongs into another file; what is no such file stays as it is.
    check(run.replace("--p 4", "--p 5"), status=2, err="measured with 4 processes, but this is 5 processes: choose another file")
    file.write_text("mine\n")
    check(run, status=2, err=f"{file}:1: expected a file of tutti measurements")
    assert file.read_text() == "mine\n"

    # No folder, no room.
    check(f"bench bcast --p 4 --bytes 8 -o {folder}/none/x.csv", status=2, err="cannot be written: No such file")
    check(f"bench bcast --p 4 --bytes 8 -o {folder}", status=2, err="cannot be written: Is a directory")
    check("bench bcast --p 4 --bytes 8 -o /dev/full", status=2, err="cannot be written: No space left")
    # ^C: one sentence, and the same command goes on.
    long = pathlib.Path(folder) / "long.csv"
    for where, sentence in [(f" -o {long}", f"interrupted; the measurements so far are in {long}, and the same command resumes"),
                            ("", "interrupted; -o FILE.csv would keep the measurements")]:
        running = subprocess.Popen([TUTTI, *f"bench bcast alltoall --p 4096 --progress{where}".split()], text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        assert "0 of" in running.stderr.readline()
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=60)
        assert running.returncode == -signal.SIGINT and err.splitlines()[-1] == f"tutti bench: {sentence}", (running.returncode, err)

# In a narrow terminal the less important columns are left out; a pipe gets all of them.
ours, theirs = pty.openpty()
fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 25, 70, 0, 0))
subprocess.run([TUTTI, *"bench reduce_scatter_block --by tutti,ring --p 8 --bytes 80K".split()], stdout=theirs, check=True)
shown = os.read(ours, 10000).decode().splitlines()
assert len(shown) == 3 and all(len(line) <= 70 for line in shown) and "median" in shown[0] and "least" not in shown[0], shown

# What cannot be followed.
check("bench", status=2, err="put mpirun -n 4 in front, -- mpirun -n 4 at the end, or add --p 64")
check("bench bcast --p 4 --by nosuch", status=2, err="--by nosuch: no algorithm is called nosuch")
check("bench bcst --p 4", status=2, err="did you mean bcast?")
check("bench bcast.chian --p 4", status=2, err="did you mean bcast.chain")
check("bench bcast --p 4 --bytes 8..4", status=2, err="an ascending range")
for sizes, problem in [("0..8K", "an ascending range from 1, or a number of equidistant sizes, as in 0..2000:50"),
                       ("2000..0:50", "an ascending range"), ("0..2000:", "a number of sizes from 2 to 10000 behind the colon"),
                       ("0..2000:1", "a number of sizes from 2"), ("0..2000:-3", "a number of sizes from 2"),
                       ("0..2000:1e9", "a number of sizes from 2"), ("0..8:50", "at most 9 sizes in this range"),
                       ("8:50", "a range in front of the colon, as in 0..2000:50"), ("0..:50", "--bytes"), ("..8:2", "a range with both its ends")]:
    check(f"bench bcast --p 4 --bytes {sizes}", status=2, err=problem)
check("bench bcast --p 4 --bytes 8 --unchanged 0", status=2, err="--unchanged")
check("bench bcast --p 4 --bytes 8 --unchanged often", status=2, err="--unchanged")
check("bench bcast --p 4 --bytes 8 --unchanged 20 --precision 0.1", status=2, err="expected --precision or --unchanged, not both")
check("bench bcast --p 4 --bytes 8 --each 8", status=2, err="--bytes or --each, not both")
check("bench bcast --p 4 --bytes 8 --no-table", status=2, err="--no-table needs -o FILE.csv")
check("bench bcast --p 4 --bytes 8 --total 20min", out="bcast")
check("bench bcast --p 4 --bytes 8 --total 1s --budget 1s", status=2, err="expected --total or --budget, not both")
check("bench bcast --p 4 --bytes 8 --progress --no-progress", status=2, err="expected --progress or --no-progress, not both")
for option, whose in [("--problem spikes", "irregular collectives"), ("--graph ring:4", "neighbourhoods"),
                      ("--neighbours 8+0", "ring, across, blocks, pipeline and neighbourhoods")]:
    check(f"bench bcast scan.chain --p 4 --bytes 8 {option}", status=2, err=f"{option.split()[0]} is for {whose}, not for bcast or scan.chain")
check("bench bcast scan.chain --p 4 --bytes 8 --op exact --root 2", out="scan")
check("bench bcast --p 4 --bytes 8 --op exact", status=2, err="--op is for reductions, not for bcast")
check("bench allreduce --p 4 --bytes 8 --root 2", status=2, err="--root is for rooted collectives, not for allreduce")
check("bench bcast --p 4 --by native", status=2, err="native is not available in virtual time")
check("bench bcast --p 4 --root 4", status=2, err="--root 4")
check("bench bcast --p 4 --repetitions 9..3", status=2, err="--repetitions")
check("bench bcast --p 4 --budget soon", status=2, err="--budget")
check("bench bcast --p 4 --sync never", status=2, err="--sync")
check("bench bcast --p 4 --launches 3", status=2, err="--launches: in virtual time")
check("bench bcast --p 4 -- mpirun -n 4", status=2, err="--p is for virtual time")
check("bench bcast --topology ring", status=2, err="add --p, the number of processes")
check("bench bcast -- no-such-launcher -n 4", status=2, err="there is no program no-such-launcher in PATH")
check("bench bcast --mpi lam", status=2, err="--mpi lam: expected openmpi or mpich", env={"PMI_RANK": "0"})
check("bench bcast --program /none", status=2, err="there is no tutti-bench-mpich at /none", env={"PMI_RANK": "0"})
check("bench bcast --p 4 --by library:binomial", status=2, err="native is not available in virtual time")
check("bench bcast --p 4 --by library:", status=2, err="--by library:: expected library:NAME")
check("bench bcast --p 4 --by library:chain:many", status=2, err="library:chain:many")
check("bench bcast --p 4 --by library:a:1:2:3", status=2, err="expected library:NAME")
check("bench neighbor_alltoall --p 16 --graph moore:4x4:1,ring:16 --bytes 8 --by all", out=["moore:4x4:1", "ring:16", "combining", "by_node"])
check("bench neighbor_alltoall.combining --p 16 --graph moore:4x4:1 --bytes 8", out=["combining"])
check("bench neighbor_alltoall --p 16 --graph moore:4x5:1", status=2, err="moore:4x5:1 has 20 processes, not 16")
check("bench neighbor_alltoall --p 16 --graph more:4x4:1", status=2, err="--graph")
check("bench ring --neighbours 3 --p 4", status=2, err="expected k+K")
check("bench --help", out=["mpirun -n 4 tutti bench", "virtual time", "--launches", "docs/measuring.md"])

end()
