# What `tutti run` does to a command line. The launchers are files that only have to be named like one, or links.
import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile

from expect import check, end, run

with tempfile.TemporaryDirectory() as folder:
    place = pathlib.Path(folder).resolve()
    libraries = place / "libraries"
    libraries.mkdir()
    for name in ["openmpi", "mpich"]:
        (libraries / f"libtutti-{name}.so").touch()

    def program(name, text):
        file = place / name
        file.write_text(f"#!/bin/sh\n{text}\n")
        file.chmod(0o755)
        return file

    show = 'for a; do echo "<$a>"; done; echo "preload=$LD_PRELOAD"; echo "report=$TUTTI_REPORT"; exit 7'
    program("orterun", show)
    program("mpiexec.hydra", show)
    program("srun", show)
    program("mpiexec.strange", 'echo "mpiexec (Open MPI) 5.0.1"')
    program("mpiexec.intel", 'echo "Intel(R) MPI Library for Linux* OS"')
    program("mpiexec.hy", 'echo "HYDRA build details:"')
    program("app", "exit 3")
    for name in ["nwchem.openmpi", "prog.mpich", "my-ompi-app", "hydra", "srunner"]:
        program(name, 'echo "asked $*"; echo "preload=$LD_PRELOAD"')
    (place / "mpirun").symlink_to("alternative")
    (place / "alternative").symlink_to(place / "orterun")
    (place / "mpiexec").symlink_to("mpiexec.hydra")

    env = {"PATH": f"{place}:{os.environ['PATH']}", "TUTTI_LIBRARY": str(libraries)}
    ours = {name: f"{libraries}/libtutti-{name}.so" for name in ["openmpi", "mpich"]}

    def dry(arguments, out, more=None, **rest):
        check(f"run --dry-run --no-recorder {arguments}", out=out, env={**env, **(more or {})}, **rest)

    # libtutti.so serves programs of any MPI library, so it is what is preloaded where it is installed.
    any_mpi = place / "any"
    any_mpi.mkdir()
    for name in ["", "-openmpi", "-mpich"]:
        (any_mpi / f"libtutti{name}.so").touch()
    front = f"{any_mpi}/libtutti.so"
    whole = {"TUTTI_LIBRARY": str(any_mpi)}
    dry("mpirun -n 2 ./app", f"mpirun -x TUTTI_REPORT=1 -x LD_PRELOAD={front} -n 2 ./app\n", whole)
    dry("mpiexec -n 2 ./app", f"mpiexec -genv TUTTI_REPORT 1 -genv LD_PRELOAD {front} -n 2 ./app\n", whole)
    dry("srun -n 2 ./app", f"TUTTI_REPORT=1 srun --export=ALL,LD_PRELOAD={front} -n 2 ./app\n", whole)
    dry(f"{place}/app", f"TUTTI_REPORT=1 LD_PRELOAD={front} {place}/app\n", whole)
    dry("--mpi mpich mpiexec ./app", f"-genv LD_PRELOAD {any_mpi}/libtutti-mpich.so ./app\n", whole)
    # What a module preloads of tutti gives way.
    dry("mpiexec ./app", f"LD_PRELOAD {front}:/x/o.so ./app\n",
        {**whole, "LD_PRELOAD": "/y/libtutti.so:/x/o.so:/x/libtutti-mpich.so"}, err="ld.so")
    # Nothing was served: why not is said at the end, unless the program has failed. (The library here is an empty file.)
    there = {**env, **whole}
    program("well", "exit 0")
    check(f"run {place}/well", err="tutti: no process on this host has loaded libtutti.so", env=there)
    assert "no process" not in check(f"run {place}/app", status=3, env=there).stderr
    for option in ["--report=calls.json", "--report=calls.html", "--trace trace.json"]:
        check(f"run {option} {place}/app", status=3, env=there, cwd=place,
              err="was not written: the command ended with status 3 before a process on this host used MPI")
        check(f"run {option} {place}/well", env=there, cwd=place, err="most likely the program uses no MPI")
    # Behind a launcher, it would be started once for each process.
    for launcher, rank, size in [("mpirun", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"), ("mpiexec", "PMI_RANK", "PMI_SIZE")]:
        check(f"run {place}/app", status=2, err=f"tutti run stands before {launcher}: tutti run {launcher} -n 4 {place}/app",
              env={**there, rank: "0", size: "4"})
        silent = run("run", f"{place}/app", env={**there, rank: "1", size: "4"})
        assert (silent.returncode, silent.stderr) == (2, ""), silent
        check(f"run {place}/app", status=3, env={**there, rank: "0", size: "1"})
    # A report or a trace for a folder that is missing is refused before anything runs.
    for given, variable in [(f"--report={place}/none/calls.json", {}), (f"--trace {place}/none/trace.json", {}),
                            ("", {"TUTTI_REPORT": f"{place}/none/calls.json"}), ("", {"TUTTI_TRACE": f"{place}/none/trace.json"})]:
        refused = check(f"run {given} {place}/well", status=2, err="cannot be written: ", env={**there, **variable})
        assert refused.stderr.count("\n") == 1, refused.stderr

    # Folders of runs that were killed are removed by the next run. Those of others stay.
    temporary = place / "temporary"
    temporary.mkdir()
    here = {**there, "TMPDIR": str(temporary)}
    program("lasts", "kill -KILL $PPID; exit 0")
    run("run", f"{place}/lasts", env=here)
    killed = list(temporary.glob("tutti-*"))
    assert len(killed) == 1, killed
    with open("/proc/self/stat") as stat:
        started = stat.read().rpartition(")")[2].split()[19]
    namespace = os.stat("/proc/self/ns/pid").st_ino
    kept = [temporary / name for name in [f"tutti-{os.getpid()}.{started}.{namespace}-abcdef", f"tutti-1234567.1.{namespace + 1}-abcdef",
                                          "tutti-abcdef", f"tutti-1.2.{namespace}"]]
    for other in kept:
        other.mkdir()
    target = place / "target"
    target.mkdir()
    (target / "file").touch()
    link = temporary / f"tutti-1234567.1.{namespace}-abcdef"
    link.symlink_to(target)
    check(f"run {place}/well", err="tutti: no process", env=here)
    assert not killed[0].exists() and all(other.is_dir() for other in kept) and link.is_symlink() and (target / "file").exists()

    # Signals reach the program, whose exit status is that of the command.
    program("caught", "trap 'exit 9' USR1; kill -USR1 $PPID; sleep 5 >/dev/null 2>&1 & wait")
    check(f"run {place}/caught", status=9, env=there)

    # So does ^C of others than the terminal, and an end by it is one of the command's.
    program("interrupted", "kill -INT $PPID; exec sleep 5 >/dev/null 2>&1")
    assert run("run", f"{place}/interrupted", env=there).returncode == -signal.SIGINT

    # Open MPI, found along the links; each program of a command line gets the variables.
    dry("mpirun -n 2 ./app", f"mpirun -x TUTTI_REPORT=1 -x LD_PRELOAD={ours['openmpi']} -n 2 ./app\n")
    dry("-- mpirun -n 2 ./app -- --off",
        f"mpirun -x TUTTI_REPORT=1 -x LD_PRELOAD={ours['openmpi']} -n 2 ./app -- --off\n")
    dry("--no-report mpirun -n 1 a : -n 2 b",
        f"mpirun -x TUTTI_REPORT=0 -x LD_PRELOAD={ours['openmpi']} -n 1 a : "
        f"-x TUTTI_REPORT=0 -x LD_PRELOAD={ours['openmpi']} -n 2 b\n")
    # MPICH.
    dry("mpiexec -n 2 ./app", f"mpiexec -genv TUTTI_REPORT 1 -genv LD_PRELOAD {ours['mpich']} -n 2 ./app\n")
    # Launchers with other names are asked for their version.
    dry(f"{place}/mpiexec.strange ./app", f"LD_PRELOAD={ours['openmpi']}")
    dry(f"{place}/mpiexec.hy ./app", f"LD_PRELOAD {ours['mpich']}")
    check(f"run {place}/mpiexec.intel ./app", status=2, err="tutti is not built for", env=env)
    # Slurm, and no launcher at all.
    check("run srun ./app", status=2, err="add --mpi openmpi or --mpi mpich", env=env)
    slurm = f"LD_PRELOAD={ours['mpich']}"
    dry("--mpi mpich srun -n 2 ./app", f"TUTTI_REPORT=1 srun --export=ALL,{slurm} -n 2 ./app\n")
    # srun follows the last --export: what the user passes on still is, and ours besides, by name.
    dry("--mpi mpich srun --export=NONE -n 2 ./app", f"srun --export=TUTTI_REPORT,{slurm} -n 2 ./app\n")
    dry("--mpi mpich srun --export=NONE -n2 -l --mpi pmi2 --export A,B=1 ./app --export=C",
        f"srun --export=A,B=1,TUTTI_REPORT,{slurm} -n2 -l --mpi pmi2 ./app --export=C\n")
    dry("--mpi mpich srun --export=ALL,LD_PRELOAD=/x/o.so ./app", f"srun --export=ALL,{slurm}:/x/o.so ./app\n")
    dry("--mpi mpich srun --export=ALL,LD_PRELOAD=/x/libtutti-openmpi.so:/x/o.so ./app", f"srun --export=ALL,{slurm}:/x/o.so ./app\n")
    dry("--mpi mpich srun ./app", f"srun --export=TUTTI_REPORT,{slurm} ./app\n", {"SLURM_EXPORT_ENV": "NONE"})
    dry("--mpi mpich srun --export=ALL ./app", f"srun --export=ALL,{slurm} ./app\n", {"SLURM_EXPORT_ENV": "NONE"})
    # Each program of a heterogeneous job has its own, or that of the one before it.
    dry("--mpi mpich srun -n1 a : -n1 --export=NONE b : c",
        f"srun --export=ALL,{slurm} -n1 a : --export=TUTTI_REPORT,{slurm} -n1 b : --export=TUTTI_REPORT,{slurm} c\n")
    dry("--mpi mpich srun --newest-option ./app", f"srun --export=ALL,{slurm} --newest-option ./app\n")
    check("run --mpi mpich srun --newest-option ./app --export=NONE", status=2, err="cannot tell whether --newest-option", env=env)
    # The value of an option is not a program, and a word after it is one. What may be either is refused.
    dry("--mpi mpich srun --newest-option 5 --export=NONE ./app --export=C",
        f"srun --export=TUTTI_REPORT,{slurm} --newest-option 5 ./app --export=C\n")
    dry("--mpi mpich srun -l -- ./app --export=C", f"srun --export=ALL,{slurm} -l -- ./app --export=C\n")
    dry(f"--mpi mpich srun -l {place}/app in --export=C", f"srun --export=ALL,{slurm} -l {place}/app in --export=C\n")
    dry("--mpi mpich srun -n 2 --export=NONE -l ./app", f"srun --export=TUTTI_REPORT,{slurm} -n 2 -l ./app\n")
    dry("--mpi mpich srun -l app", f"srun --export=ALL,{slurm} -l app\n")
    for words in ["-J app --export=NONE ./app", f"-l {place}/app --export=C"]:
        check(f"run --mpi mpich srun {words}", status=2, err=f"cannot tell whether {words[:2]} of srun takes a value", env=env)
    # Commas in values are no separators of srun's list.
    check("run --no-recorder --mpi mpich --report=a,b.txt srun ./app", status=7, env=env, cwd=place,
          out=[f"<--export=ALL,{slurm}>\n<./app>", "preload=\n", "report=" + str(place / "a,b.txt")])
    check(f"run {place}/app", status=2, err=["cannot tell the MPI library", "--mpi"], env=env)
    dry(f"--mpi openmpi {place}/app 'x'", f"TUTTI_REPORT=1 LD_PRELOAD={ours['openmpi']} {place}/app")

    # A program is not taken for a launcher because an MPI library is in its name.
    for name in ["nwchem.openmpi", "prog.mpich", "my-ompi-app", "hydra", "srunner"]:
        check(f"run {name} in.txt", status=2, err=["cannot tell the MPI library", "--mpi"], env=env)
        check(f"run --mpi openmpi {name} in.txt", out=["asked in.txt\n", f"preload={ours['openmpi']}\n"], err="ld.so", env=env)
    (place / "prun").symlink_to("orterun")
    dry("prun ./app", f"prun -x TUTTI_REPORT=1 -x LD_PRELOAD={ours['openmpi']} ./app\n")

    # LD_PRELOAD ends at a blank: a library in such a folder is found by its name. In this one lies one that can be loaded.
    spaced = place / "a folder, with blanks"
    spaced.mkdir()
    real = next(line.split()[-1] for line in open("/proc/self/maps") if "/libc.so" in line or "/libc-" in line)
    shutil.copy(real.replace("libc.", "libm."), spaced / "libtutti-mpich.so")
    there = {**env, "TUTTI_LIBRARY": str(spaced), "LD_LIBRARY_PATH": "/x"}
    program("maps", "cat /proc/self/maps")
    check(f"run --mpi mpich {place}/maps", out=str(spaced / "libtutti-mpich.so"), env=there)
    check("run --dry-run --no-recorder mpiexec ./app", env=there,
          out=f"-genv LD_LIBRARY_PATH '{spaced}:/x' -genv LD_PRELOAD libtutti-mpich.so ./app\n")
    check("run --dry-run --no-recorder --mpi mpich srun --export=NONE ./app", env=there,
          out="srun --export=TUTTI_REPORT,LD_LIBRARY_PATH,LD_PRELOAD=libtutti-mpich.so ./app\n")
    (place / "a:b").mkdir()
    (place / "a:b" / "libtutti-mpich.so").touch()
    check("run mpiexec ./app", status=2, err="cannot be preloaded", env={**env, "TUTTI_LIBRARY": str(place / "a:b")})

    # Files are meant in the directory of the command, wherever the program runs, and have to be there.
    (place / "m.json").write_text('{"model": "linear:alpha=1us,beta=1ns"}')
    dry("--report=r.json --machine m.json mpirun ./app",
        [f"-x TUTTI_MACHINE={place}/m.json ", f"-x TUTTI_REPORT={place}/r.json "], cwd=place)
    dry("--report=yes mpirun ./app", "-x TUTTI_REPORT=yes ")
    for option in ["--machine", "--profile"]:
        check(f"run {option} nofile.json mpirun ./app", status=2, err="nofile.json: No such file or directory", env=env)
        check(f"run {option} /dev/zero mpirun ./app", status=2, err="/dev/zero is not a file", env=env)
        check(f"run {option} {place} mpirun ./app", status=2, err="is not a file", env=env)
    check("run --profile m.json mpirun ./app", status=2, err="m.json", env=env, cwd=place)

    # A program that brings its MPI library with it is not served, which is said; one that takes it from a shared library is.
    def compiled(name, source, *options):
        subprocess.run(["cc", "-x", "c", "-", "-o", str(place / name), *options], input=source, text=True, check=True)
    compiled("own", "int PMPI_Init(void) { return 0; }\nint main(void) { return 0; }\n")
    compiled("libmpi.so", "int MPI_Init(void) { return 0; }\n", "-shared", "-fPIC")
    compiled("usual", "int MPI_Init(void);\nint main(void) { return MPI_Init(); }\n", "-x", "none", str(place / "libmpi.so"))
    static = "is linked with a static MPI library, before which nothing can be preloaded: its collectives are not served"
    for word in ["./own", "own"]:
        check(f"run mpirun -n 2 {word}", status=7, err=f"tutti: {word} {static}", env=env, cwd=place)
    none = check("run mpirun -n 2 ./usual ./app ./libraries", status=7, env=env, cwd=place)
    assert static not in none.stderr, none.stderr

    # With libtutti.so itself, which notes what the processes of a script have loaded.
    built = run("run", "--dry-run", "true").stdout
    if "/libtutti.so" in built and run("run", place / "well").returncode == 0:
        compiled("static", "int MPI_Init(void) { return 0; }\nint main(void) { return MPI_Init(); }\n", "-static")
        program("script", f"{place}/static")
        check(f"run {place}/script", err="no process has called MPI (on this host, 1 loaded libtutti.so; a program that is statically linked")
        # An MPI library was loaded, and not called: that is said of a program that fails, too, and beside others that were served.
        compiled("fails", "int main(void) { return 5; }\n", "-x", "none", "-Wl,--no-as-needed", str(place / "libmpi.so"))
        check(f"run {place}/fails", status=5, err="tutti: no call of MPI has reached tutti, although 1 of the processes")

        # A program that may write no file is not ended by a note.
        program("limited", "ulimit -f 0; exec true")
        assert run("run", place / "limited").returncode == 0

    # Where the report goes is found out before the program runs, not after.
    check("run --report=/nonexistent/r.json mpirun ./app", status=2, err="/nonexistent/r.json cannot be written", env=env)
    check("run --report=r.svg mpirun ./app", status=2, err="r.svg: a picture shows a comparison of runs: add --compare", env=env)
    check("run --report r.json mpirun ./app", status=2, err="report's file after =: --report=r.json", env=env)

    # In a folder, each program of a script writes a file of its own; a page is made of one program.
    (place / "reports").mkdir()
    many = check("run --no-recorder --report=reports srun ./app", status=7, out=f"report={place}/reports\n", cwd=place,
                 env={**env, **whole})
    assert "written" not in many.stderr, many.stderr
    (place / "page of a folder.html").mkdir()
    check(["run", "--report=page of a folder.html", "mpirun", "./app"], status=2, err="Is a directory", env=env, cwd=place)

    # What is there is overwritten if it is an earlier report or trace of that form, or empty; a program or a source is not.
    earlier = {"text": "tutti 0.1.0: algorithms used for the collectives of 2 processes (MPICH)\n",
               "calls.json": '{\n  "format": "tutti calls",\n  "version": 1\n}\n',
               "trace.json": '{"displayTimeUnit":"ns",\n"otherData":{"format":"tutti trace","version":1}}'}
    for name, text in [*earlier.items(), ("solver.c", "int main(void) { return 0; }\n"), ("void", "")]:
        (place / name).write_text(text)
    for option, takes in [("--report", "text"), ("--report", "calls.json"), ("--trace", "trace.json")]:
        for name in [takes, "void"]:
            check(f"run --no-recorder {option}={name} mpirun ./app" if option == "--report" else f"run {option}={name} mpirun ./app",
                  status=7, out="<./app>", err=["was not written: ", "has said above why not, or"], env=env, cwd=place)
    for option, name, what in [
            ("--report", "solver.c", "a report"), ("--report", "app", "a report"), ("--report", "trace.json", "a report as JSON"),
            ("--report", "m.json", "a report as JSON"), ("--trace", "calls.json", "a trace"), ("--trace", "solver.c", "a trace")]:
        before = (place / name).read_text()
        check(f"run {option}={name} mpirun ./app", status=2, not_out="<", env=env, cwd=place,
              err=f"{option} {place}/{name} would overwrite a file that is not {what}: choose another name")
        assert (place / name).read_text() == before, name
    (place / "page.html").write_text("<html>a page of notes</html>")
    check("run --report=page.html mpirun ./app", status=2, not_out="<", err="is not a report as a page", env=env, cwd=place)

    # Options become variables, variables of the environment are passed on, options win.
    dry("--set bcast=chain,scan=native --set barrier=native --debug --alpha 3us --pieces 4 --reductions ranks --report=r.json mpirun ./app",
        ["-x TUTTI_ALPHA=3us ", "-x TUTTI_BARRIER=native ", "-x TUTTI_BCAST=chain ", "-x TUTTI_DEBUG=1 ",
         "-x TUTTI_PIECES=4 ", "-x TUTTI_REDUCTIONS=ranks ", f"-x TUTTI_REPORT={pathlib.Path.cwd()}/r.json ", "-x TUTTI_SCAN=native "])
    dry("--off mpirun ./app", "-x TUTTI=off ")
    dry("--learn mpirun ./app", "-x TUTTI_LEARN=on ")
    dry("--learn=all --learn-cache l.json mpirun ./app",
        ["-x TUTTI_LEARN=all ", f"-x TUTTI_LEARN_CACHE={pathlib.Path.cwd()}/l.json "])
    check("run --learn=some mpirun ./app", status=2, err="--learn=some: expected --learn, --learn=all or --learn=off", env=env)
    dry("--reproducible mpirun ./app", "-x TUTTI_REPRODUCIBLE=1 ", {"TUTTI_REPRODUCIBLE": "0"})
    dry("--reproducible mpirun ./app", "-x TUTTI_REPRODUCIBLE=short ", {"TUTTI_REPRODUCIBLE": "short"})
    dry("--reproducible=gathered mpirun ./app", "-x TUTTI_REPRODUCIBLE=gathered ", {"TUTTI_REPRODUCIBLE": "short"})
    check("run --reproducible=quick mpirun ./app", status=2, err="--reproducible=quick: expected --reproducible, or", env=env)
    dry("--set bcast=chain mpirun ./app",
        ["TUTTI_BCAST=chain", "TUTTI_GAMMA=1ns", "TUTTI_REPORT=kept.txt"],
        {"TUTTI_BCAST": "binomial", "TUTTI_GAMMA": "1ns", "TUTTI_REPORT": "kept.txt"}, not_out="binomial")
    # What modules say of where a package lies is no setting.
    dry("mpirun ./app", f"mpirun -x TUTTI_REPORT=1 -x LD_PRELOAD={ours['openmpi']} ./app\n", {"TUTTI_ROOT": "/opt/tutti"})
    # A preload that is there already stays; a sanitizer's stays first. (ld.so says that these do not exist.)
    dry("mpirun ./app", f"LD_PRELOAD={ours['openmpi']}:/x/other.so ", {"LD_PRELOAD": "/x/other.so"}, err="ld.so")
    dry("mpirun ./app", f"LD_PRELOAD=/x/libasan.so.8:{ours['openmpi']}:/x/other.so ",
        {"LD_PRELOAD": f"/x/other.so:{ours['openmpi']} /x/libasan.so.8"}, err="ld.so")
    # What a module has preloaded of tutti, for any MPI and from any place, gives way: one library serves a program.
    dry("mpiexec -n 2 ./app", f"LD_PRELOAD {ours['mpich']}:/x/libtutti-openmpi.so.old -n",
        {"LD_PRELOAD": "/x/libtutti-openmpi.so:libtutti-openmpi.so:/y/libtutti-mpich.so:/x/libtutti-openmpi.so.old"}, err="ld.so")

    # In a driver under tutti: the library is named for this program, which does not only inherit it.
    dry("mpirun ./app", f"-x LD_PRELOAD={ours['openmpi']} -x _TUTTI_INHERITED=none ./app\n", {"_TUTTI_INHERITED": ours["openmpi"]})

    # What is only printed need not be there, if its name says what it is.
    elsewhere = {"PATH": str(libraries), "TUTTI_LIBRARY": str(libraries)}
    check("run --dry-run --no-recorder --mpi mpich srun -n 2 ./app", out=f" srun --export=ALL,{slurm} -n 2 ./app\n", env=elsewhere)
    check("run --dry-run --no-recorder mpirun.openmpi ./app", out="mpirun.openmpi -x TUTTI_REPORT=1 ", env=elsewhere)
    check("run --dry-run --no-recorder mpirun ./app", status=2, err="there is no program mpirun in PATH", env=elsewhere)
    check("run --mpi mpich srun ./app", status=2, err="there is no program srun in PATH", env=elsewhere)

    # What cannot be followed.
    check("run --off --set bcast=chain mpirun ./app", status=2, err="--set has no effect with --off", env=env)
    check("run --report=x.json --no-report mpirun ./app", status=2, err="expected --report or --no-report, not both", env=env)
    check("run", status=2, err="nothing to run", env=env)
    check("run --", status=2, err="nothing to run", env=env)
    for option in ("-n", "-np"):
        check(f"run --debug {option} 2 ./app", status=2, err=f"the launcher is missing: tutti run mpirun {option} 2 ./app", env=env)
    check("run --frob mpirun ./app", status=2, err="--frob", env=env)
    dry("--set ibcast=chain mpirun ./app", ["TUTTI_IBCAST=chain"])
    check("run --set bcast_init=chain mpirun ./app", status=2, err="expected ibcast=chain", env=env)
    check("run --set bcast mpirun ./app", status=2, err="expected COLLECTIVE=ALGORITHM", env=env)
    check("run --set bcst=chain mpirun ./app", status=2, err="did you mean bcast?", env=env)
    check("run --set bcast=binomail mpirun ./app", status=2, err="did you mean bcast.binomial", env=env)
    check("run --alpha -2us mpirun ./app", status=2, err="--alpha must not be negative, but is -2us", env=env)
    check("run --alpha 60 mpirun ./app", status=2, err="--alpha must be a time with a unit (h, min, s, ms, us, ns or ps)", env=env)
    check("run --pieces 0 mpirun ./app", status=2, err="--pieces 0: expected a whole number", env=env)
    check("run --reductions fast mpirun ./app", status=2,
          err="--reductions fast: expected any, repeatable, or one or more of elements, placements and ranks", env=env)
    check("run --mpi lam mpirun ./app", status=2, err="--mpi lam: expected openmpi or mpich", env=env)
    check("run --mpi mpich mpirun ./app", status=2, err="mpirun starts programs of openmpi", env=env)
    check("run no-such-launcher ./app", status=2, err="there is no program no-such-launcher in PATH", env=env)
    check("run ./no-such-launcher ./app", status=2, err="there is no program ./no-such-launcher", env=env)
    check("run mpirun ./app", status=2, err=["there is no libtutti-openmpi.so at", "TUTTI_LIBRARY"],
          env={**env, "TUTTI_LIBRARY": str(place)})

    # Calls are written down under a name of the run's own, unless that is not wanted.
    check("run --dry-run mpirun ./app", out="-x TUTTI_RECORD=", env=env)
    dry("mpirun ./app", "-x TUTTI_REPORT=1 -x LD_PRELOAD", not_out="TUTTI_RECORD")
    # A script may start several jobs, each of which needs a name of its own.
    assert re.search(r"TUTTI_RECORD=[0-9-]+ ", check("run --dry-run mpirun ./app", env=env).stdout)
    assert re.search(r"TUTTI_RECORD=[0-9-]+\+ ", check(f"run --dry-run {place}/app", env={**env, **whole}).stdout)
    check("run --dry-run --check mpirun ./app", out="-x TUTTI_CHECK=1 -x TUTTI_RECORD=", env=env)
    check("run --dry-run --check=warn mpirun ./app", out="-x TUTTI_CHECK=warn ", env=env)
    check("run --check=loud mpirun ./app", status=2, err="--check=loud: expected --check, --check=unsafe, --check=warn or --check=0",
          env=env)
    check("run --dry-run --check=unsafe mpirun ./app", out="-x TUTTI_CHECK=unsafe ", env=env)
    check("run --no-recorder --timeout 5s mpirun ./app", status=2, err="--timeout needs the recorder", env=env)
    check("run --timeout-abort mpirun ./app", status=2, err="--timeout", env=env)
    check("run --timeout 5 mpirun ./app", status=2, err="--timeout must be a time with a unit", env=env)

    # It becomes the launcher: arguments and exit status are the launcher's, and the launcher itself has no preload.
    check(["run", "mpirun", "-n", "2", "a b", ""], status=7, out=["<-n>\n<2>\n<a b>\n<>\n", "preload=\n"], env=env)
    check(["run", "--mpi", "mpich", "--", str(place / "app")], status=3, err="ld.so", env=env)

end()
