! A library that `privately` (../start/privately.c) opens. Its common blocks, whose addresses are MPI_IN_PLACE and
! MPI_BOTTOM, are its own. Compiled with BINDING_MPIF (mpif.h) or BINDING_F08 (use mpi_f08).
#ifdef BINDING_F08
#define HANDLE(kind) type(kind)
#else
#define HANDLE(kind) integer
#endif

integer(c_int) function run() bind(C)
  use iso_c_binding, only: c_int
#ifdef BINDING_F08
  use mpi_f08
#endif
  implicit none
#ifdef BINDING_MPIF
  include 'mpif.h'
#endif
  integer :: rank, p, k, ierr
  integer :: a(2), lengths(1)
  integer, volatile :: passed(3)
  integer, allocatable :: blocks(:)
  integer(kind=MPI_ADDRESS_KIND) :: address(1)
  HANDLE(MPI_Datatype) :: absolute

  run = 0
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, p, ierr)

  a = [rank, 1]
  call MPI_Allreduce(MPI_IN_PLACE, a, 2, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
  call check(a, [p * (p - 1) / 2, p])

  allocate (blocks(p))
  blocks = -1
  blocks(rank + 1) = rank
  call MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, blocks, 1, MPI_INTEGER, MPI_COMM_WORLD, ierr)
  call check(blocks, [(k, k=0, p - 1)])

  passed = rank
  lengths = 3
  call MPI_Get_address(passed, address(1), ierr)
  call MPI_Type_create_hindexed(1, lengths, address, MPI_INTEGER, absolute, ierr)
  call MPI_Type_commit(absolute, ierr)
  call MPI_Bcast(MPI_BOTTOM, 1, absolute, p - 1, MPI_COMM_WORLD, ierr)
  call check([passed(1), passed(2), passed(3)], [p - 1, p - 1, p - 1])
  call MPI_Type_free(absolute, ierr)

  call MPI_Finalize(ierr)
contains
  subroutine check(found, expected)
    integer, intent(in) :: found(:), expected(:)
    if (all(found == expected)) return
    print '(a,i0,a,*(1x,i0))', 'FAILED: rank ', rank, ': expected', expected
    print '(a,*(1x,i0))', '  found', found
    run = 1
  end subroutine
end function
