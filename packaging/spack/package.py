# Spack package of tutti. To use it from a checkout, with Spack 1 (before, the repository is repo itself: repo/packages/tutti):
#     spack repo create repo tutti && mkdir -p repo/spack_repo/tutti/packages/tutti
#     cp packaging/spack/package.py repo/spack_repo/tutti/packages/tutti/
#     spack repo add repo/spack_repo/tutti && spack dev-build tutti@main +openmpi

from spack.package import *

try:  # since Spack 1
    from spack_repo.builtin.build_systems.cmake import CMakePackage
except ImportError:
    pass


class Tutti(CMakePackage):
    """MPI's collective operations with the best algorithms known, for unmodified MPI programs."""

    license("BSD-3-Clause")

    version("main")

    variant("openmpi", default=True, description="Serve programs of Open MPI")
    variant("mpich", default=False, description="Serve programs of MPICH")

    depends_on("cxx", type="build")
    depends_on("c", type="build")
    depends_on("cmake@3.21:", type="build")
    depends_on("cli11", type="build")
    depends_on("fmt", type="build")
    depends_on("nlohmann-json", type="build")
    depends_on("boost", type="build")
    depends_on("openmpi@4.1:", when="+openmpi")
    depends_on("mpich@4:", when="+mpich")

    conflicts("%gcc@:10", msg="needs C++20 coroutines")
    conflicts("%clang@:15", msg="needs C++20 coroutines")

    def cmake_args(self):
        served = [mpi for mpi in ("openmpi", "mpich") if self.spec.satisfies(f"+{mpi}")]
        args = [self.define("TUTTI_MPI", ";".join(served) or "none"), self.define("TUTTI_TESTS", False)]
        for mpi in served:
            args.append(self.define(f"TUTTI_MPICC_{mpi.upper()}", join_path(self.spec[mpi].prefix.bin, "mpicc")))
        return args
