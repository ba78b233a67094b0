"""The code in docs/reproducible.md, in C, Fortran and Python: it compiles, and the sums of all processes have the bits of the true sum.

  snippets.py openmpi|mpich LIBRARY PRELOAD MPICC MPIFORT INCLUDE

LIBRARY: tutti's library for this MPI. PRELOAD: the value of LD_PRELOAD. MPIFORT may be empty. INCLUDE: the folder of tutti/tutti.h.
"""

import fractions
import glob
import os
import pathlib
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
PAGE = os.path.join(HERE, "../../../docs/reproducible.md")
NUMBERS = [1e308, 1.5, -1e308, 3e-20, 1e16, 2.0**-1074, -1e16, 1e-3, 1e308, -0.1, -1e308]
SUM = float(sum(map(fractions.Fraction, NUMBERS)))

C = """
#include <stdio.h>
#include <mpi.h>
%(include)s
int main(int argc, char** argv) {
  const double all[] = {%(numbers)s};
  double mine[sizeof all / sizeof all[0]];
  size_t n = 0, k;
  int rank, p;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &p);
  for (k = (size_t)rank; k < sizeof all / sizeof all[0]; k += (size_t)p) mine[n++] = all[k];
  %(code)s
  printf("sum %%.17g\\n", total);
  MPI_Finalize();
  return 0;
}
"""

FORTRAN = """
module sums
%(declarations)s
end module
program test
  use %(binding)s
  use sums
  implicit none
  type(tutti_sum) :: sum
  real(c_double) :: all(%(count)d), mine(%(count)d)
  integer :: rank, p, ierror, n, k
  all = [real(c_double) :: %(numbers)s]
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, p, ierror)
  n = 0
  do k = rank + 1, %(count)d, p
    n = n + 1
    mine(n) = all(k)
  end do
  call tutti_sum_begin(sum)
  call tutti_sum_add(sum, mine, int(n, c_size_t))
  %(call)s
  print '(A, ES25.16E3)', 'sum ', tutti_sum_end(sum)
  call MPI_Finalize(ierror)
end program
"""


def compiled(command, source, name):
    with open(name, "w", encoding="utf-8") as f:
        f.write(source)
    subprocess.run([*command[:1], name, *command[1:], "-o", name + ".exe"], check=True)
    return [os.path.abspath(name + ".exe")]


def main():
    mpi, library, preload, mpicc, mpifort, include = sys.argv[1:]
    with open(PAGE, encoding="utf-8") as f:
        page = f.read()
    blocks = {language: re.findall(rf"```{language}\n(.*?)```", page, re.S) for language in ("c", "fortran", "python")}
    c, fortran, python = (list(filter(lambda b: "tutti_sum" in b, blocks[x])) for x in ("c", "fortran", "python"))
    folder = os.path.dirname(library)
    linked = [f"-I{include}", library, f"-Wl,-rpath,{folder}"]
    failed = 0

    def run(what, processes, program, expected):
        nonlocal failed
        for variables in ([], [f"LD_PRELOAD={preload}"]):
            done = subprocess.run([os.path.join(HERE, "../run"), mpi, str(processes), *variables, f"LD_LIBRARY_PATH={folder}", "--",
                                   *program], stdout=subprocess.PIPE, text=True)
            files = [pathlib.Path(name) for name in glob.glob("out.*")]
            printed = done.stdout + "".join(name.read_text(encoding="utf-8") for name in files)
            for name in files:
                name.unlink()
            found = sorted(float(line.split()[-1]) for line in printed.splitlines())
            good = done.returncode == 0 and found == sorted(expected * processes)
            print("ok" if good else f"FAILED, {expected} expected:\n{printed}", what, processes, *variables)
            failed += not good

    with tempfile.TemporaryDirectory() as work:
        os.chdir(work)
        text = {"numbers": ", ".join(map(repr, NUMBERS))}
        lines = c[0].splitlines()
        program = compiled([mpicc, *linked, "-lm"], C % {**text, "include": lines[0], "code": "\n  ".join(lines[1:])}, "c.c")
        for processes in (1, 2, 3):
            run("C", processes, program, [SUM])
        call = re.search(r"`(call MPI_Allreduce\(MPI_IN_PLACE, sum[^`]*)`", page).group(1).replace("\n", " ")
        handles = re.findall(r"`(MPI_(?:Datatype|Op)\((tutti_sum_\w+_f\(\))\))`", page)
        for binding in ("mpi", "mpi_f08") if mpifort else ():
            if binding == "mpi_f08":
                for handle, number in handles:
                    call = call.replace(number, handle)
            program = compiled([mpifort, *linked, "-fallow-argument-mismatch", "-ffree-line-length-none"],
                               FORTRAN % {"binding": binding, "declarations": fortran[0], "count": len(NUMBERS), "call": call,
                                          "numbers": ", ".join(f"{x!r}_c_double" for x in NUMBERS)}, binding + ".f90")
            for processes in (1, 3):
                run(f"Fortran, {binding}", processes, program, [SUM])
        python = [x.replace("libtutti-openmpi.so", os.path.basename(library)) for x in python]
        with open("one.py", "w", encoding="utf-8") as f:
            f.write(python[0])
        run("python", 1, ["/usr/bin/python3", "one.py"], [1.0])
        # Debian's mpi4py is for Open MPI.
        if mpi == "openmpi" and subprocess.run(["/usr/bin/python3", "-c", "import mpi4py"], stderr=subprocess.DEVNULL).returncode == 0:
            with open("all.py", "w", encoding="utf-8") as f:
                f.write(python[0] + python[1])
            # Each process writes a file: Open MPI does not keep the lines of several processes apart.
            run("python, mpi4py", 3, ["sh", "-c", "/usr/bin/python3 all.py >out.$OMPI_COMM_WORLD_RANK"], [1.0, 3.0])
    return failed


sys.exit(main() != 0)
