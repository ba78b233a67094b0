! All seventeen blocking collectives from Fortran and the five of neighbourhoods, with MPI_IN_PLACE and MPI_BOTTOM, checked on every process. One source,
! three bindings: compiled with BINDING_MPIF (mpif.h), BINDING_MPI (use mpi) or BINDING_F08 (use mpi_f08).
#ifdef BINDING_F08
#define HANDLE(kind) type(kind)
#else
#define HANDLE(kind) integer
#endif

module checks
  implicit none
  integer :: failures = 0, rank, p
contains
  subroutine check(what, found, expected)
    character(*), intent(in) :: what
    integer, intent(in) :: found(:), expected(:)
    integer :: i
    if (size(found) == size(expected)) then
      if (all(found == expected)) return
    end if
    failures = failures + 1
    print '(a,a,a,i0,a,*(1x,i0))', 'FAILED ', what, ': rank ', rank, ': expected', (expected(i), i=1, size(expected))
    print '(a,*(1x,i0))', '  found', (found(i), i=1, size(found))
  end subroutine

  ! What process `from` gives to process `to`, element i.
  elemental integer function give(from, to, i)
    integer, intent(in) :: from, to, i
    give = 10000 * from + 100 * to + i
  end function
end module

program collectives
#ifdef BINDING_MPI
  use mpi
#endif
#ifdef BINDING_F08
  use mpi_f08
#ifdef EXTENSION
  use mpi_f08_ext
#endif
#endif
  use checks
  implicit none
#ifdef BINDING_MPIF
  include 'mpif.h'
#endif
  integer :: ierr, i, j, root, total
  integer, allocatable :: own(:), all(:), expected(:), counts(:), displs(:), bytes(:), sent(:), reversed(:)
  integer :: a(3), b(3), sums(3)
  integer, volatile :: scattered(4)
  integer(kind=MPI_ADDRESS_KIND) :: address(1)
  integer :: lengths(1)
  double precision :: pair(2), best(2)
  logical :: yes, any_yes
  HANDLE(MPI_Datatype) :: absolute
  HANDLE(MPI_Datatype), allocatable :: types(:)
  HANDLE(MPI_Op) :: weighted
  HANDLE(MPI_Request) :: request  ! of other forms of these calls: forms.py
  integer :: degree, from(2), to(2), twos(2), threes(2), forth(2), back(2)
  integer, volatile :: passed(6), got(6)
  integer(kind=MPI_ADDRESS_KIND) :: places(2), turned(2)
  HANDLE(MPI_Datatype) :: integers(2)
  HANDLE(MPI_Comm) :: graph
  external :: weigh

  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, p, ierr)
  allocate (own(3 * p), all(3 * p), expected(3 * p), counts(p), displs(p), bytes(p), types(p))
  types = MPI_INTEGER
  counts = [(mod(i, 3) + 1, i=0, p - 1)]           ! 1 2 3 1 2 3 ...
  displs = [(3 * (p - 1 - i), i=0, p - 1)]         ! in reversed order, with gaps
  bytes = 4 * displs

  call MPI_Barrier(MPI_COMM_WORLD, ierr)

  do root = 0, p - 1
    a = merge(give(root, 0, [1, 2, 3]), -1, rank == root)
    call MPI_Bcast(a, 3, MPI_INTEGER, root, MPI_COMM_WORLD, ierr)
    call check('bcast', a, give(root, 0, [1, 2, 3]))

    ! MPI_BOTTOM: the type holds the address.
    call MPI_Get_address(scattered, address(1), ierr)
    lengths = 4
    call MPI_Type_create_hindexed(1, lengths, address, MPI_INTEGER, absolute, ierr)
    call MPI_Type_commit(absolute, ierr)
    scattered = merge([5, 6, 7, 8] + root, -1, rank == root)
    call MPI_Bcast(MPI_BOTTOM, 1, absolute, root, MPI_COMM_WORLD, ierr)
    call check('bcast from MPI_BOTTOM', [(scattered(i), i=1, 4)], [5, 6, 7, 8] + root)
    call MPI_Type_free(absolute, ierr)

    a = give(rank, 0, [1, 2, 3])
    all = -1
    call MPI_Gather(a, 3, MPI_INTEGER, all, 3, MPI_INTEGER, root, MPI_COMM_WORLD, ierr)
    expected = [((give(j, 0, i), i=1, 3), j=0, p - 1)]
    if (rank == root) call check('gather', all, expected)
    all = -1
    if (rank == root) then
      all(3 * rank + 1:3 * rank + 3) = a
      call MPI_Gather(MPI_IN_PLACE, 0, MPI_INTEGER, all, 3, MPI_INTEGER, root, MPI_COMM_WORLD, ierr)
      call check('gather in place', all, expected)
    else
      call MPI_Gather(a, 3, MPI_INTEGER, all, 3, MPI_INTEGER, root, MPI_COMM_WORLD, ierr)
    end if

    all = -1
    call MPI_Gatherv(a, counts(rank + 1), MPI_INTEGER, all, counts, displs, MPI_INTEGER, root, MPI_COMM_WORLD, ierr)
    if (rank == root) call check('gatherv', all, placed(0))

    own = [((give(rank, j, i), i=1, 3), j=0, p - 1)]
    a = -1
    call MPI_Scatter(own, 3, MPI_INTEGER, a, 3, MPI_INTEGER, root, MPI_COMM_WORLD, ierr)
    call check('scatter', a, give(root, rank, [1, 2, 3]))
    if (rank == root) then
      call MPI_Scatter(own, 3, MPI_INTEGER, MPI_IN_PLACE, 3, MPI_INTEGER, root, MPI_COMM_WORLD, ierr)
    else
      a = -1
      call MPI_Scatter(own, 3, MPI_INTEGER, a, 3, MPI_INTEGER, root, MPI_COMM_WORLD, ierr)
      call check('scatter in place', a, give(root, rank, [1, 2, 3]))
    end if
    a = -1
    call MPI_Scatterv(own, counts, displs, MPI_INTEGER, a, counts(rank + 1), MPI_INTEGER, root, MPI_COMM_WORLD, ierr)
    j = counts(rank + 1)
    call check('scatterv', a(1:j), give(root, p - 1 - rank, [(i, i=1, j)]))

    b = -1
    a = (rank + 1) * [1, 10, 100]
    sums = p * (p + 1) / 2 * [1, 10, 100]
    call MPI_Reduce(a, b, 3, MPI_INTEGER, MPI_SUM, root, MPI_COMM_WORLD, ierr)
    if (rank == root) call check('reduce', b, sums)
    if (rank == root) then
      call MPI_Reduce(MPI_IN_PLACE, a, 3, MPI_INTEGER, MPI_SUM, root, MPI_COMM_WORLD, ierr)
      call check('reduce in place', a, sums)
    else
      call MPI_Reduce(a, b, 3, MPI_INTEGER, MPI_SUM, root, MPI_COMM_WORLD, ierr)
    end if
  end do

  a = give(rank, 0, [1, 2, 3])
  expected = [((give(j, 0, i), i=1, 3), j=0, p - 1)]
  call MPI_Allgather(a, 3, MPI_INTEGER, all, 3, MPI_INTEGER, MPI_COMM_WORLD, ierr)
  call check('allgather', all, expected)
  all = -1
  all(3 * rank + 1:3 * rank + 3) = a
  call MPI_Allgather(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, 3, MPI_INTEGER, MPI_COMM_WORLD, ierr)
  call check('allgather in place', all, expected)
  all = -1
  call MPI_Allgatherv(a, counts(rank + 1), MPI_INTEGER, all, counts, displs, MPI_INTEGER, MPI_COMM_WORLD, ierr)
  call check('allgatherv', all, placed(0))

  own = [((give(rank, j, i), i=1, 3), j=0, p - 1)]
  expected = [((give(j, rank, i), i=1, 3), j=0, p - 1)]
  call MPI_Alltoall(own, 3, MPI_INTEGER, all, 3, MPI_INTEGER, MPI_COMM_WORLD, ierr)
  call check('alltoall', all, expected)
  all = own
  call MPI_Alltoall(MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, all, 3, MPI_INTEGER, MPI_COMM_WORLD, ierr)
  call check('alltoall in place', all, expected)

  ! Each gives 2 to each, from the front, and stores them in reversed order.
  counts = 2
  displs = [(3 * i, i=0, p - 1)]
  sent = 4 * displs
  reversed = displs(p:1:-1)
  all = -1
  call MPI_Alltoallv(own, counts, displs, MPI_INTEGER, all, counts, reversed, MPI_INTEGER, MPI_COMM_WORLD, ierr)
  expected = -1
  do j = 0, p - 1
    expected(3 * (p - 1 - j) + 1:3 * (p - 1 - j) + 2) = give(j, rank, [1, 2])
  end do
  call check('alltoallv', all, expected)
  all = -1
  call MPI_Alltoallw(own, counts, sent, types, all, counts, bytes, types, MPI_COMM_WORLD, ierr)
  call check('alltoallw', all, expected)

  a = (rank + 1) * [1, 10, 100]
  call MPI_Allreduce(a, b, 3, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
  call check('allreduce', b, sums)
  call MPI_Allreduce(MPI_IN_PLACE, a, 3, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
  call check('allreduce in place', a, sums)

  pair = [dble(mod(rank * 7, p)), dble(rank)]
  call MPI_Allreduce(pair, best, 1, MPI_2DOUBLE_PRECISION, MPI_MAXLOC, MPI_COMM_WORLD, ierr)
  total = maxval([(mod(i * 7, p), i=0, p - 1)])
  call check('allreduce, MAXLOC', [int(best(1))], [total])
  yes = rank == p - 1
  call MPI_Allreduce(yes, any_yes, 1, MPI_LOGICAL, MPI_LOR, MPI_COMM_WORLD, ierr)
  call check('allreduce, LOR', [merge(1, 0, any_yes)], [1])

  own = [(((rank + 1) * (10 * j + i), i=1, 3), j=0, p - 1)]
  total = p * (p + 1) / 2
  call MPI_Reduce_scatter_block(own, b, 3, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
  call check('reduce_scatter_block', b, total * (10 * rank + [1, 2, 3]))
  counts = 3
  b = -1
  call MPI_Reduce_scatter(own, b, counts, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
  call check('reduce_scatter', b, total * (10 * rank + [1, 2, 3]))
  call MPI_Reduce_scatter_block(MPI_IN_PLACE, own, 3, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
  call check('reduce_scatter_block in place', own(1:3), total * (10 * rank + [1, 2, 3]))

  a = (rank + 1) * [1, 10, 100]
  call MPI_Scan(a, b, 3, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
  call check('scan', b, (rank + 1) * (rank + 2) / 2 * [1, 10, 100])
  call MPI_Exscan(a, b, 3, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
  if (rank > 0) call check('exscan', b, rank * (rank + 1) / 2 * [1, 10, 100])
  call MPI_Scan(MPI_IN_PLACE, a, 3, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
  call check('scan in place', a, (rank + 1) * (rank + 2) / 2 * [1, 10, 100])

  ! Each sends to the next but one and to the next, and stores what it receives in reversed order where it can.
  degree = min(p, 2)
  to = [mod(rank + 2, p), mod(rank + 1, p)]
  from = [mod(rank + p - 1, p), mod(rank + 2 * p - 2, p)]
  twos = 2
  threes = 3
  forth = [0, 3]
  back = [3, 0]
  call MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, degree, from, MPI_UNWEIGHTED, degree, to, MPI_UNWEIGHTED, &
    MPI_INFO_NULL, .false., graph, ierr)
  a = give(rank, 0, [1, 2, 3])
  got = -1
  call MPI_Neighbor_allgather(a, 3, MPI_INTEGER, got, 3, MPI_INTEGER, graph, ierr)
  call check('neighbor_allgather', got(1:3 * degree), [((give(from(j), 0, i), i=1, 3), j=1, degree)])
  got = -1
  call MPI_Neighbor_allgatherv(a, 3, MPI_INTEGER, got, threes, back, MPI_INTEGER, graph, ierr)
  call check('neighbor_allgatherv', got(4:6), give(from(1), 0, [1, 2, 3]))
  if (degree == 2) call check('neighbor_allgatherv', got(1:3), give(from(2), 0, [1, 2, 3]))
  passed = [((give(rank, to(j), i), i=1, 3), j=1, 2)]
  got = -1
  call MPI_Neighbor_alltoall(passed, 3, MPI_INTEGER, got, 3, MPI_INTEGER, graph, ierr)
  call check('neighbor_alltoall', got(1:3 * degree), [((give(from(j), rank, i), i=1, 3), j=1, degree)])
  got = -1
  call MPI_Neighbor_alltoallv(passed, twos, forth, MPI_INTEGER, got, twos, back, MPI_INTEGER, graph, ierr)
  call check('neighbor_alltoallv', got(4:6), [give(from(1), rank, [1, 2]), -1])
  if (degree == 2) call check('neighbor_alltoallv', got(1:3), [give(from(2), rank, [1, 2]), -1])
  integers = MPI_INTEGER
  places = [0, 12]
  turned = [12, 0]
  got = -1
  call MPI_Neighbor_alltoallw(passed, twos, places, integers, got, twos, turned, integers, graph, ierr)
  call check('neighbor_alltoallw', got(4:6), [give(from(1), rank, [1, 2]), -1])
  if (degree == 2) call check('neighbor_alltoallw', got(1:3), [give(from(2), rank, [1, 2]), -1])
  call MPI_Get_address(passed, places(1), ierr)
  call MPI_Get_address(got, turned(2), ierr)
  places(2) = places(1) + 12
  turned(1) = turned(2) + 12
  got = -1
  call MPI_Neighbor_alltoallw(MPI_BOTTOM, twos, places, integers, MPI_BOTTOM, twos, turned, integers, graph, ierr)
  call check('neighbor_alltoallw from MPI_BOTTOM', got(4:6), [give(from(1), rank, [1, 2]), -1])
  if (degree == 2) call check('neighbor_alltoallw from MPI_BOTTOM', got(1:3), [give(from(2), rank, [1, 2]), -1])
  call MPI_Comm_free(graph, ierr)

  ! An operator of Fortran's own.
#ifndef BINDING_F08
  call MPI_Op_create(weigh, .true., weighted, ierr)
  a = (rank + 1) * [1, 10, 100]
  call MPI_Allreduce(a, b, 3, MPI_INTEGER, weighted, MPI_COMM_WORLD, ierr)
  call check('allreduce, own operator', b, sums)
  call MPI_Op_free(weighted, ierr)
#endif

  call MPI_Allreduce(failures, total, 1, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, ierr)
  if (rank == 0 .and. total == 0) print '(a)', 'all right'
  call MPI_Finalize(ierr)
  deallocate (own, all, expected, counts, displs, bytes, types, sent, reversed)
  if (failures > 0 .or. total > 0) stop 1
contains
  ! The blocks of all processes where counts and displs put them.
  function placed(to) result(everything)
    integer, intent(in) :: to
    integer :: everything(3 * p), k, e
    everything = -1
    do k = 0, p - 1
      do e = 1, counts(k + 1)
        everything(displs(k + 1) + e) = give(k, to, e)
      end do
    end do
  end function
end program

subroutine weigh(in, inout, n, datatype)
  implicit none
  integer :: n, datatype
  integer :: in(n), inout(n)
  inout = in + inout
  if (datatype == -1) stop 3
end subroutine
