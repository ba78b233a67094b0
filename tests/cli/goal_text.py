"""Reads GOAL text, and checks what simulators of schedules require of it. Shared by tests of the command."""

import re

OPERATION = re.compile(r"l(\d+): (?:(send|recv) (\d+)b (?:to|from) (\d+) tag (\d+)|calc (\d+))( cpu 1)?")
DEPENDENCY = re.compile(r"l(\d+) (i?requires) l(\d+)")


def read(text):
    """For each process its operations (what, bytes or ns, partner, tag, cpu), and the dependencies of each on others."""
    lines = [line for line in text.splitlines() if line and not line.startswith("//")]
    assert lines[0].startswith("num_ranks "), lines[0]
    processes, p = [], int(lines[0].split()[1])
    for line in lines[1:]:
        if line.startswith("rank "):
            assert line == f"rank {len(processes)} {{", line
            processes.append(([], []))
        elif line != "}":
            operations, needs = processes[-1]
            if found := OPERATION.fullmatch(line):
                label, what, size, partner, tag, calc, cpu = found.groups()
                assert int(label) == len(operations) + 1, line
                operations.append((what, int(size), int(partner), int(tag), bool(cpu)) if what else
                                  ("calc", int(calc), None, None, bool(cpu)))
            else:
                later, how, earlier = DEPENDENCY.fullmatch(line).groups()
                needs.append((int(later), how, int(earlier)))
    assert len(processes) == p, (len(processes), p)
    return processes


def check_schedule(text):
    """Each send has its receive, no tag occurs twice between two processes, and the dependencies have no cycle."""
    processes = read(text)
    sent, received = {}, {}
    for rank, (operations, needs) in enumerate(processes):
        for what, size, partner, tag, _ in operations:
            if what == "calc":
                continue
            assert 0 <= partner < len(processes), (rank, partner)
            assert size >= 1, (rank, partner)
            key, where = ((rank, partner, tag), sent) if what == "send" else ((partner, rank, tag), received)
            assert key not in where, key
            where[key] = size
        for later, _, earlier in needs:
            assert 1 <= earlier < later <= len(operations), (rank, later, earlier)
    assert sent == received, set(sent.items()) ^ set(received.items())
    return processes


def ends(processes):
    """Runs the schedule: the number of operations that end. Messages take no time."""
    done, arrived, steps = [set() for _ in processes], set(), 0
    waits = []
    for operations, needs in processes:
        before = [[] for _ in operations]
        for later, how, earlier in needs:
            before[later - 1].append(earlier)
        waits.append(before)
    moved = True
    while moved:
        moved = False
        for rank, (operations, _) in enumerate(processes):
            for k, (what, _, partner, tag, _) in enumerate(operations, 1):
                if k in done[rank] or any(b not in done[rank] for b in waits[rank][k - 1]):
                    continue
                if what == "recv" and (partner, rank, tag) not in arrived:
                    continue
                if what == "send":
                    arrived.add((rank, partner, tag))
                done[rank].add(k)
                steps, moved = steps + 1, True
    return steps
