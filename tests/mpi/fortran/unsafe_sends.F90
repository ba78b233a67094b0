! Each process sends to the next one before it receives: unsafe_sends [isend]. It works if MPI buffers the message.
! Compiled with BINDING_MPIF (mpif.h), BINDING_MPI (use mpi) or BINDING_F08 (use mpi_f08).
program unsafe_sends
#ifdef BINDING_MPI
  use mpi
#endif
#ifdef BINDING_F08
  use mpi_f08
#endif
  implicit none
#ifdef BINDING_MPIF
  include 'mpif.h'
#endif
#ifdef BINDING_F08
  type(MPI_Request) :: request
#else
  integer :: request
#endif
  integer :: rank, p, ierr, out(2), in(2)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, p, ierr)
  out = rank
  if (command_argument_count() > 0) then
    call MPI_Isend(out, 2, MPI_INTEGER, mod(rank + 1, p), 1, MPI_COMM_WORLD, request, ierr)
    call MPI_Wait(request, MPI_STATUS_IGNORE, ierr)
  else
    call MPI_Send(out, 2, MPI_INTEGER, mod(rank + 1, p), 1, MPI_COMM_WORLD, ierr)
  end if
  call MPI_Recv(in, 2, MPI_INTEGER, mod(rank + p - 1, p), 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE, ierr)
  if (in(1) /= mod(rank + p - 1, p)) call MPI_Abort(MPI_COMM_WORLD, 4, ierr)
  call MPI_Finalize(ierr)
end program
