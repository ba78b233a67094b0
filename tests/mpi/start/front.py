#!/usr/bin/env python3
"""libtutti.so: which object it opens, and what it does where it can open none.

    front.py openmpi|mpich PRELOAD PROGRAM OTHER_PROGRAM PRIVATE PRIVATE_LIBRARY TUTTI

PRELOAD ends in the path of libtutti.so. OTHER_PROGRAM is PROGRAM, built with the other MPI library. PRIVATE opens
PRIVATE_LIBRARY, which calls MPI.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

mpi, preload, program, other_program, private, private_library, tutti = sys.argv[1:]
front = pathlib.Path(preload.split(":")[-1])
back_end = front.parent / f"libtutti-{mpi}.so"
other = "mpich" if mpi == "openmpi" else "openmpi"
run = pathlib.Path(__file__).parent.parent / "run"
UNSERVED = "the collectives of this program are not served"


def start(preloaded, *command, of=mpi, np=2, status=0, **variables):
    words = [run, of, str(np), f"LD_PRELOAD={preloaded}", *(f"{n}={v}" for n, v in variables.items()), "--", *command]
    done = subprocess.run(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    assert done.returncode == status, f"{words}: status {done.returncode}\n{done.stdout}"
    return done.stdout


def expect(text, *, served=None, says=(), lacks=()):
    """`served`: the name of the MPI library in the report."""
    assert (f"({served})" in text) == (served is not None), f"expected: served by {served}\n{text}"
    for one in [says] if isinstance(says, str) else says:
        assert one in text, f"expected: {one}\n{text}"
    for one in lacks:
        assert one not in text, f"not expected: {one}\n{text}"


NAMES = {"openmpi": "Open MPI", "mpich": "MPICH"}
report = {"TUTTI_REPORT": "1"}
with tempfile.TemporaryDirectory() as folder:
    place = pathlib.Path(folder)

    def copies(name, *files):
        made = place / name
        made.mkdir()
        for file in files:
            shutil.copy(file, made)
        return made

    # One object for programs of either MPI library.
    expect(start(front, program, **report), served=NAMES[mpi], lacks=[UNSERVED])
    expect(start(front, other_program, of=other, **report), served=NAMES[other], lacks=[UNSERVED])

    # Twice, and beside the object that it opens, in either order: one of them serves.
    twice = copies("twice", front, back_end)
    for preloaded in [f"{front}:{twice / front.name}", f"{front}:{back_end}", f"{back_end}:{front}"]:
        text = start(preloaded, program, **report)
        expect(text, served=NAMES[mpi], lacks=[UNSERVED])
        assert text.count("algorithms used for") + text.count("no collective call came to tutti") == 1, text

    # A folder with a blank, which LD_PRELOAD cannot name; a link to the object.
    blank = copies("a folder, with blanks", front, back_end)
    expect(start(front.name, program, LD_LIBRARY_PATH=blank, **report), served=NAMES[mpi])
    (place / "link.so").symlink_to(front)
    expect(start(place / "link.so", program, **report), served=NAMES[mpi])

    # Nothing to open: a sentence of one process, and the program runs natively.
    alone = copies("alone", front)
    text = start(alone / front.name, program, **report)
    expect(text, says=[f"there is no {alone}/libtutti-{mpi}.so", UNSERVED])
    assert text.count(UNSERVED) == 1, text
    damaged = copies("damaged", front, back_end)
    with open(damaged / back_end.name, "r+b") as file:
        file.truncate(100_000)
    expect(start(damaged / front.name, program, **report), says=UNSERVED)

    older = copies("older", front, back_end)
    header = (pathlib.Path(__file__).parents[3] / "include/tutti/version.h").read_text()
    version = re.search(r'TUTTI_VERSION_STRING "(.*)"', header)[1].encode()
    (older / front.name).write_bytes(front.read_bytes().replace(version, re.sub(rb"\d", b"9", version)))
    expect(start(older / front.name, program, **report), says=[f"is of version {version.decode()}", UNSERVED])

    # The program opens its MPI library itself, privately.
    expect(start(front, private, private_library, **report), served=NAMES[mpi])
    expect(start(front, private, private_library, "deep", **report))

    # Two MPI libraries in one process: each caller's calls go to its own.
    needed = subprocess.run(["ldd", other_program], capture_output=True, text=True, check=True).stdout
    second = re.search(r"=> (\S*/libmpi(ch)?\.so\.\S+)", needed)[1]
    text = start(front, private, private_library, second, **report)
    expect(text, says=["has loaded two MPI libraries", UNSERVED])
    assert text.count(UNSERVED) == 1, text

    # An MPI library that tutti does not know, and functions of MPI for one process, as some packages bring along.
    def compiled(name, source, *options, compiler="cc"):
        subprocess.run([compiler, "-x", "c", "-", "-o", place / name, *options], input=source, text=True, check=True)

    calls = "int MPI_Init(void* a, void* b) { return 0; } int MPI_Barrier(int comm) { return 42; }\n"
    version = 'int PMPI_Get_library_version(char* text, int* n) { strcpy(text, "Another MPI 7.1"); *n = 15; return 0; }\n'
    main = "int MPI_Init(void*, void*); int MPI_Barrier(int); int main(void) { return MPI_Init(0, 0) + MPI_Barrier(0) - 42; }\n"
    compiled("libmpi_another.so", "#include <string.h>\n" + calls + version, "-shared", "-fPIC")
    compiled("libsequential.so", calls, "-shared", "-fPIC")
    for library, says in [("libmpi_another.so", ["that tutti does not know, Another MPI 7.1", UNSERVED]), ("libsequential.so", [])]:
        compiled("calls", main, "-x", "none", place / library, f"-Wl,-rpath,{place}")
        done = subprocess.run([place / "calls"], env={**os.environ, "LD_PRELOAD": str(front)}, capture_output=True, text=True)
        assert done.returncode == 0, done
        expect(done.stderr, says=says)
        assert says or not done.stderr, done.stderr
    done = subprocess.run([tutti, "run", place / "calls"], capture_output=True, text=True, check=True)
    assert done.stderr.startswith("tutti: nothing was served: the program takes MPI's functions from a library for programs of one"), done

    # First and last among other libraries.
    for preloaded in [f"{front}:libm.so.6", f"libm.so.6:{front}", f"libm.so.6 {front}"]:
        expect(start(preloaded, program, **report), served=NAMES[mpi], lacks=[UNSERVED])

    # What has the name of the object for the MPI library, and is none.
    for what, contents in [("empty", b""), ("a text", b"not here\n" * 1000), ("another library", None)]:
        wrong = copies(what.replace(" ", "-"), front)
        shutil.copy(place / "libmpi_another.so", wrong / back_end.name) if contents is None else (wrong / back_end.name).write_bytes(contents)
        text = start(wrong / front.name, program, **report)
        expect(text, says=UNSERVED)
        assert text.count(UNSERVED) == 1, text

    # Such functions beside an MPI library: every call goes where it goes natively, to what is linked first.
    barrier = '#include <mpi.h>\n#include <stdio.h>\nint main(void) { MPI_Init(0, 0); int r = MPI_Barrier(MPI_COMM_WORLD); ' \
              'puts(r == 42 ? "one process" : "MPI"); if (r != 42) MPI_Finalize(); return 0; }\n'
    library_of_mpi = {"openmpi": "-lmpi", "mpich": "-lmpich"}[mpi]
    for linked, says in [([place / "libsequential.so"], "one process"), ([library_of_mpi, place / "libsequential.so"], "MPI")]:
        compiled("both", barrier, "-x", "none", "-Wl,--no-as-needed", *linked, f"-Wl,-rpath,{place}", compiler=f"mpicc.{mpi}")
        assert start("", place / "both", np=1) == f"{says}\n"
        expect(start(front, place / "both", np=1, **report),
               says=[f"{says}\n", f"{place}/libsequential.so, which has functions of the same names for one process", UNSERVED])

    # Loaded when the MPI library is already served, they get the calls of the library that needs them.
    compiled("libone.so", "int mpi_allreduce_(void) { return 42; }\n", "-shared", "-fPIC")
    compiled("libuser.so", "int mpi_allreduce_(void); int use(void) { return mpi_allreduce_(); }\n", "-shared", "-fPIC", "-x", "none",
             place / "libone.so", f"-Wl,-rpath,{place}")
    late = """#include <dlfcn.h>
#include <mpi.h>
int main(int n, char** words) {
  int one = 1, sum = 0;
  MPI_Init(&n, &words);
  MPI_Barrier(MPI_COMM_WORLD);
  int (*use)(void) = (int (*)(void))dlsym(dlopen(words[1], RTLD_NOW | RTLD_LOCAL), "use");
  if (use() != 42) return 1;
  MPI_Allreduce(&one, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  return MPI_Finalize() || sum != 2;
}
"""
    compiled("late", late, compiler=f"mpicc.{mpi}")
    text = start(front, place / "late", place / "libuser.so", **report)
    expect(text, served=NAMES[mpi], says=["\nbarrier ", "\nallreduce "], lacks=[UNSERVED])

    # A profiling tool that is not linked with MPI is no such library.
    compiled("libtool.so", "int PMPI_Init(void*, void*); int MPI_Init(void* a, void* b) { return PMPI_Init(a, b); }\n", "-shared", "-fPIC")
    for preloaded in [f"{front}:{place}/libtool.so", f"{place}/libtool.so:{front}"]:
        expect(start(preloaded, program, **report), served=NAMES[mpi], lacks=[UNSERVED])

    # Nothing to open, and the MPI library is private.
    expect(start(alone / front.name, private, private_library, **report), says=UNSERVED)

    # A program without MPI that looks for it finds the stub. Its call ends the program, and does not go round for ever; MPI_Abort
    # ends it with the program's status.
    weak = "int MPI_Init(void*, void*) __attribute__((weak)); int MPI_Abort(int, int) __attribute__((weak));\n" \
           "int main(int n, char** words) { return n > 1 ? MPI_Abort(0, 3) : MPI_Init ? MPI_Init(0, 0) : 42; }\n"
    compiled("weak", weak)
    for name, words in [("MPI_Init", []), ("MPI_Abort", ["abort"])]:
        done = subprocess.run([place / "weak", *words], env={**os.environ, "LD_PRELOAD": str(front)}, capture_output=True, text=True)
        assert done.returncode == 3 if words else done.returncode < 0, done
        assert f"{name} is called, and this process has loaded no library" in done.stderr, done

    # A program that is linked with the object for its MPI library is served by it, and `tutti run` knows that.
    compiled("linked", "#include <mpi.h>\nint main(void) { MPI_Init(0, 0); MPI_Barrier(MPI_COMM_WORLD); return MPI_Finalize(); }\n",
             "-x", "none", "-Wl,--no-as-needed", front.parent / f"libtutti-{mpi}.so", f"-Wl,-rpath,{front.parent}", compiler=f"mpicc.{mpi}")
    done = subprocess.run([tutti, "run", run, mpi, "2", "--", place / "linked"], capture_output=True, text=True)
    assert done.returncode == 0, done
    expect(done.stderr, served=NAMES[mpi], lacks=["tutti: no"])

    # `tutti run` without HOME, and with a temporary folder that is missing, read-only or full. (The MPI library has its own.)
    launch = [run, mpi, "2", "--", program]
    environment = {name: value for name, value in os.environ.items() if name != "HOME"}
    if subprocess.run(launch, env=environment, capture_output=True).returncode == 0:  # Open MPI 5 needs HOME
        done = subprocess.run([tutti, "run", *launch], env=environment, capture_output=True, text=True)
        assert done.returncode == 0, done
        expect(done.stderr, served=NAMES[mpi], lacks=["tutti: no"])
    (place / "temporary").mkdir()
    mounts = ["", *(["size=16k", "ro"] if os.geteuid() == 0 and subprocess.run(["unshare", "--mount", "true"]).returncode == 0 else [])]
    for options in mounts:
        prepare = f"mount -t tmpfs -o {options} none {place}/temporary; cat /dev/zero 2>&- >{place}/temporary/full || true; " if options else ""
        named = place / ("temporary" if options else "missing")
        shell = f'{prepare}TMPDIR={named} exec "$0" run env TMPDIR={place} "$@"'
        done = subprocess.run([*(["unshare", "--mount"] if options else []), "sh", "-ec", shell, tutti, *launch], capture_output=True,
                              text=True)
        assert done.returncode == 0, done
        expect(done.stderr, served=NAMES[mpi], lacks=["tutti: no"])

    # A program that opens its MPI library itself, and calls global symbols, as MPI.jl does.
    by_symbols = """#include <dlfcn.h>
int main(int n, char** words) {
  void *library = dlopen(words[1], RTLD_LAZY | RTLD_GLOBAL), *all = dlopen(0, RTLD_LAZY);
  int (*init)(int*, char***) = dlsym(all, "MPI_Init"), (*barrier)(void*) = dlsym(all, "MPI_Barrier");
  int (*finalize)(void) = dlsym(all, "MPI_Finalize");
  void* world = dlsym(library, "ompi_mpi_comm_world");
  return init(&n, &words) + barrier(world ? world : (void*)0x44000000) + finalize();
}
"""
    compiled("by_symbols", by_symbols)
    needed = subprocess.run(["ldd", program], capture_output=True, text=True, check=True).stdout
    own_library = re.search(r"=> (\S*/libmpi(ch)?\.so\.\S+)", needed)[1]
    expect(start(front, place / "by_symbols", own_library, **report), served=NAMES[mpi], says="\nbarrier ")

    # A program with AddressSanitizer's shared runtime starts, is served, and its faults are found, by a call that tutti serves too.
    overflow = "#include <mpi.h>\n#include <stdlib.h>\nint main(int n, char** words) { MPI_Init(&n, &words); " \
               "MPI_Bcast(malloc(64), n > 1 ? 65 : 64, MPI_BYTE, 0, MPI_COMM_WORLD); return MPI_Finalize(); }\n"
    compiled("sanitized", overflow, "-fsanitize=address", compiler=f"mpicc.{mpi}")
    expect(start(front, place / "sanitized", ASAN_OPTIONS="detect_leaks=0", **report), served=NAMES[mpi], lacks=["ERROR: "])
    words = [run, mpi, "2", f"LD_PRELOAD={front}", "ASAN_OPTIONS=detect_leaks=0", "--", place / "sanitized", "further"]
    done = subprocess.run(words, capture_output=True, text=True)
    # The launcher of MPICH 4.2 loses the status of processes that abort at the same time.
    assert (done.returncode != 0 or mpi == "mpich") and "AddressSanitizer: heap-buffer-overflow" in done.stderr, done

    # A library that is linked with tutti is closed and opened again: its calls are served before and after. (From MPI_Init on,
    # the functions of Open MPI 4.1 are visible to all objects, and those that are opened later do not reach libtutti.so.)
    closed = "#include <mpi.h>\nint use(int again) { return (again ? 0 : MPI_Init(0, 0)) + MPI_Barrier(MPI_COMM_WORLD) + " \
             "(again ? MPI_Finalize() : 0); }\n"
    compiled("libclosed.so", closed, "-shared", "-fPIC", "-x", "none", "-Wl,--no-as-needed", front, f"-Wl,-rpath,{front.parent}",
             compiler=f"mpicc.{mpi}")
    closes = """#include <dlfcn.h>
int main(int n, char** words) {
  int wrong = n < 3 || !dlopen(words[2], RTLD_NOW);
  for (int k = 0; k < 2; ++k) {
    void* library = dlopen(words[1], RTLD_NOW);
    wrong += ((int (*)(int))dlsym(library, "use"))(k) + dlclose(library);
  }
  return wrong;
}
"""
    compiled("closes", closes)
    text = start("", place / "closes", place / "libclosed.so", own_library, **report)
    expect(text, served=NAMES[mpi], lacks=[UNSERVED])
    assert re.search(rf"^barrier +- +{2 if mpi == 'mpich' else '[12]'} ", text, re.MULTILINE), text

    # The first call is one of MPI's tools' interface; children end without another program; an auditor of the loader looks on.
    unusual = """#include <mpi.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
static int child(void) {
  int status = 0;
  if (fork() == 0) exit(0);
  return wait(&status) < 0 || status != 0;
}
int main(int n, char** words) {
  int level, wrong = MPI_T_init_thread(MPI_THREAD_SINGLE, &level) + child() + MPI_Init(&n, &words) + child();
  wrong += MPI_Barrier(MPI_COMM_WORLD) + MPI_T_finalize();  // (last, Open MPI 4.1 crashes natively, too)
  return MPI_Finalize() + wrong;
}
"""
    compiled("unusual", unusual, compiler=f"mpicc.{mpi}")
    compiled("libaudit.so", "unsigned la_version(unsigned offered) { return offered; }\n", "-shared", "-fPIC")
    for variables in [{}, {"LD_AUDIT": f"{place}/libaudit.so"}]:
        text = start(front, place / "unusual", **report, **variables)
        expect(text, served=NAMES[mpi], says="\nbarrier ", lacks=[UNSERVED])
        assert text.count(f"({NAMES[mpi]})") == 1, text

    # A program without a loader runs.
    compiled("static_pie", "int main(void) { return 42; }\n", "-static-pie", "-fPIE")
    done = subprocess.run([tutti, "run", place / "static_pie"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (42, ""), done

    # The jobs of a script: each has a report, of which a file can hold one.
    script = place / "mpirun.sh"  # which is no launcher, in spite of its name
    launch = f"{run} {mpi} 2 LD_PRELOAD=$LD_PRELOAD -- {program}"
    compiled("calls_none", "int main(void) { return 0; }\n", "-x", "none", "-Wl,--no-as-needed", library_of_mpi,
             compiler=f"mpicc.{mpi}")
    script.write_text(f"#!/bin/sh\necho started >>{place}/starts\n{launch}\n{launch}\n{place}/calls_none\n")
    script.chmod(0o755)
    done = subprocess.run([tutti, "run", f"--report={place}/report.json", script], capture_output=True, text=True)
    assert done.returncode == 0, done
    expect(done.stderr, says=[
        f"2 jobs have written {place}/report.json, which holds the last",
        "that were served: 4; that loaded an MPI library, and of which no call has reached tutti: 1"])
    assert (place / "starts").read_text() == "started\n"

    # A script that hangs ends with its job.
    script.write_text(f"#!/bin/sh\n{run} {mpi} 2 LD_PRELOAD=$LD_PRELOAD -- {place}/hangs &\nwait\n")
    hangs = "#include <mpi.h>\n#include <unistd.h>\nint main(void) { int r; MPI_Init(0, 0); MPI_Comm_rank(MPI_COMM_WORLD, &r); " \
            "if (r == 0) sleep(1000); MPI_Barrier(MPI_COMM_WORLD); return 0; }\n"
    subprocess.run([f"mpicc.{mpi}", "-x", "c", "-", "-o", place / "hangs"], input=hangs, text=True, check=True)
    done = subprocess.run([tutti, "run", "--timeout", "2s", "--timeout-abort", script], capture_output=True, text=True)
    assert done.returncode == 1 and "has not entered barrier" in done.stderr, done
    left = subprocess.run(["pgrep", "-f", f"{place}/hangs"], capture_output=True, text=True).stdout
    assert not left, f"processes of the job are left: {left}"

    # No MPI: nothing is printed, nothing is opened.
    done = subprocess.run(["cat", "/proc/self/maps"], env={**os.environ, "LD_PRELOAD": str(front)}, capture_output=True,
                          text=True, check=True)
    assert "libtutti.so" in done.stdout and "libmpi" not in done.stdout and "libtutti-" not in done.stdout, done.stdout
    assert not done.stderr, done.stderr
