#ifndef TUTTI_H
#define TUTTI_H

/* tutti's implementation of MPI's collectives, with MPI's signatures, semantics and errors, for programs
 * that link with libtutti-openmpi.so, libtutti-mpich.so or libtutti-abi.so and call tutti by name. (These
 * libraries also interpose the MPI_* symbols, so that unchanged programs use tutti.) Each function is
 * collective over the communicator. A call that tutti cannot serve is passed to the MPI library. The cost
 * model and the environment determine which algorithm serves a call: TUTTI_BCAST=circulant and so on, see
 * `tutti run --help`. */

#include <mpi.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define TUTTI_API __attribute__((visibility("default")))
#else
#define TUTTI_API
#endif

TUTTI_API int TUTTI_Barrier(MPI_Comm comm);
TUTTI_API int TUTTI_Bcast(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm);
TUTTI_API int TUTTI_Gather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                           int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
TUTTI_API int TUTTI_Gatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                            const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
                            MPI_Comm comm);
TUTTI_API int TUTTI_Scatter(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                            int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
TUTTI_API int TUTTI_Scatterv(const void* sendbuf, const int sendcounts[], const int displs[],
                             MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype,
                             int root, MPI_Comm comm);
TUTTI_API int TUTTI_Allgather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                              int recvcount, MPI_Datatype recvtype, MPI_Comm comm);
TUTTI_API int TUTTI_Allgatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                               const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                               MPI_Comm comm);
TUTTI_API int TUTTI_Alltoall(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                             int recvcount, MPI_Datatype recvtype, MPI_Comm comm);
TUTTI_API int TUTTI_Alltoallv(const void* sendbuf, const int sendcounts[], const int sdispls[],
                              MPI_Datatype sendtype, void* recvbuf, const int recvcounts[],
                              const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm);
TUTTI_API int TUTTI_Alltoallw(const void* sendbuf, const int sendcounts[], const int sdispls[],
                              const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[],
                              const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm);
TUTTI_API int TUTTI_Reduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype type, MPI_Op op,
                           int root, MPI_Comm comm);
TUTTI_API int TUTTI_Allreduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype type, MPI_Op op,
                              MPI_Comm comm);
TUTTI_API int TUTTI_Reduce_scatter(const void* sendbuf, void* recvbuf, const int recvcounts[],
                                   MPI_Datatype type, MPI_Op op, MPI_Comm comm);
TUTTI_API int TUTTI_Reduce_scatter_block(const void* sendbuf, void* recvbuf, int recvcount, MPI_Datatype type,
                                         MPI_Op op, MPI_Comm comm);
TUTTI_API int TUTTI_Scan(const void* sendbuf, void* recvbuf, int count, MPI_Datatype type, MPI_Op op,
                         MPI_Comm comm);
TUTTI_API int TUTTI_Exscan(const void* sendbuf, void* recvbuf, int count, MPI_Datatype type, MPI_Op op,
                           MPI_Comm comm);
TUTTI_API int TUTTI_Neighbor_allgather(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
                                       void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm);
TUTTI_API int TUTTI_Neighbor_allgatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
                                        void* recvbuf, const int recvcounts[], const int displs[],
                                        MPI_Datatype recvtype, MPI_Comm comm);
TUTTI_API int TUTTI_Neighbor_alltoall(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
                                      void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm);
TUTTI_API int TUTTI_Neighbor_alltoallv(const void* sendbuf, const int sendcounts[], const int sdispls[],
                                       MPI_Datatype sendtype, void* recvbuf, const int recvcounts[],
                                       const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm);
TUTTI_API int TUTTI_Neighbor_alltoallw(const void* sendbuf, const int sendcounts[], const MPI_Aint sdispls[],
                                       const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[],
                                       const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
                                       MPI_Comm comm);

/* Non-blocking collectives. The MPI library's functions complete the request. */
TUTTI_API int TUTTI_Ibarrier(MPI_Comm comm, MPI_Request* request);
TUTTI_API int TUTTI_Ibcast(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm,
                           MPI_Request* request);
TUTTI_API int TUTTI_Igather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                            int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
                            MPI_Request* request);
TUTTI_API int TUTTI_Igatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                             const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
                             MPI_Comm comm, MPI_Request* request);
TUTTI_API int TUTTI_Iscatter(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                             int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
                             MPI_Request* request);
TUTTI_API int TUTTI_Iscatterv(const void* sendbuf, const int sendcounts[], const int displs[],
                              MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype,
                              int root, MPI_Comm comm, MPI_Request* request);
TUTTI_API int TUTTI_Iallgather(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                               int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
TUTTI_API int TUTTI_Iallgatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                                const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                                MPI_Comm comm, MPI_Request* request);
TUTTI_API int TUTTI_Ialltoall(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                              int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
TUTTI_API int TUTTI_Ialltoallv(const void* sendbuf, const int sendcounts[], const int sdispls[],
                               MPI_Datatype sendtype, void* recvbuf, const int recvcounts[],
                               const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
                               MPI_Request* request);
TUTTI_API int TUTTI_Ialltoallw(const void* sendbuf, const int sendcounts[], const int sdispls[],
                               const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[],
                               const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm,
                               MPI_Request* request);
TUTTI_API int TUTTI_Ireduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype type, MPI_Op op,
                            int root, MPI_Comm comm, MPI_Request* request);
TUTTI_API int TUTTI_Iallreduce(const void* sendbuf, void* recvbuf, int count, MPI_Datatype type, MPI_Op op,
                               MPI_Comm comm, MPI_Request* request);
TUTTI_API int TUTTI_Ireduce_scatter(const void* sendbuf, void* recvbuf, const int recvcounts[],
                                    MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Request* request);
TUTTI_API int TUTTI_Ireduce_scatter_block(const void* sendbuf, void* recvbuf, int recvcount,
                                          MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Request* request);
TUTTI_API int TUTTI_Iscan(const void* sendbuf, void* recvbuf, int count, MPI_Datatype type, MPI_Op op,
                          MPI_Comm comm, MPI_Request* request);
TUTTI_API int TUTTI_Iexscan(const void* sendbuf, void* recvbuf, int count, MPI_Datatype type, MPI_Op op,
                            MPI_Comm comm, MPI_Request* request);
TUTTI_API int TUTTI_Ineighbor_allgather(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
                                        void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                                        MPI_Request* request);
TUTTI_API int TUTTI_Ineighbor_allgatherv(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
                                         void* recvbuf, const int recvcounts[], const int displs[],
                                         MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
TUTTI_API int TUTTI_Ineighbor_alltoall(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
                                       void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                                       MPI_Request* request);
TUTTI_API int TUTTI_Ineighbor_alltoallv(const void* sendbuf, const int sendcounts[], const int sdispls[],
                                        MPI_Datatype sendtype, void* recvbuf, const int recvcounts[],
                                        const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
                                        MPI_Request* request);
TUTTI_API int TUTTI_Ineighbor_alltoallw(const void* sendbuf, const int sendcounts[], const MPI_Aint sdispls[],
                                        const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[],
                                        const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
                                        MPI_Comm comm, MPI_Request* request);

/* Persistent collectives (MPI 4), started by MPI_Start. The program must be linked with this library in front
 * of the MPI library, or have it preloaded. */
TUTTI_API int TUTTI_Barrier_init(MPI_Comm comm, MPI_Info info, MPI_Request* request);
TUTTI_API int TUTTI_Bcast_init(void* buffer, int count, MPI_Datatype type, int root, MPI_Comm comm,
                               MPI_Info info, MPI_Request* request);
TUTTI_API int TUTTI_Gather_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                                int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
                                MPI_Request* request);
TUTTI_API int TUTTI_Gatherv_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                                 const int recvcounts[], const int displs[], MPI_Datatype recvtype, int root,
                                 MPI_Comm comm, MPI_Info info, MPI_Request* request);
TUTTI_API int TUTTI_Scatter_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                                 int recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
                                 MPI_Request* request);
TUTTI_API int TUTTI_Scatterv_init(const void* sendbuf, const int sendcounts[], const int displs[],
                                  MPI_Datatype sendtype, void* recvbuf, int recvcount, MPI_Datatype recvtype,
                                  int root, MPI_Comm comm, MPI_Info info, MPI_Request* request);
TUTTI_API int TUTTI_Allgather_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                                   int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                                   MPI_Request* request);
TUTTI_API int TUTTI_Allgatherv_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                                    const int recvcounts[], const int displs[], MPI_Datatype recvtype,
                                    MPI_Comm comm, MPI_Info info, MPI_Request* request);
TUTTI_API int TUTTI_Alltoall_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype, void* recvbuf,
                                  int recvcount, MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                                  MPI_Request* request);
TUTTI_API int TUTTI_Alltoallv_init(const void* sendbuf, const int sendcounts[], const int sdispls[],
                                   MPI_Datatype sendtype, void* recvbuf, const int recvcounts[],
                                   const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                                   MPI_Request* request);
TUTTI_API int TUTTI_Alltoallw_init(const void* sendbuf, const int sendcounts[], const int sdispls[],
                                   const MPI_Datatype sendtypes[], void* recvbuf, const int recvcounts[],
                                   const int rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm,
                                   MPI_Info info, MPI_Request* request);
TUTTI_API int TUTTI_Reduce_init(const void* sendbuf, void* recvbuf, int count, MPI_Datatype type, MPI_Op op,
                                int root, MPI_Comm comm, MPI_Info info, MPI_Request* request);
TUTTI_API int TUTTI_Allreduce_init(const void* sendbuf, void* recvbuf, int count, MPI_Datatype type,
                                   MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request);
TUTTI_API int TUTTI_Reduce_scatter_init(const void* sendbuf, void* recvbuf, const int recvcounts[],
                                        MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Info info,
                                        MPI_Request* request);
TUTTI_API int TUTTI_Reduce_scatter_block_init(const void* sendbuf, void* recvbuf, int recvcount,
                                              MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Info info,
                                              MPI_Request* request);
TUTTI_API int TUTTI_Scan_init(const void* sendbuf, void* recvbuf, int count, MPI_Datatype type, MPI_Op op,
                              MPI_Comm comm, MPI_Info info, MPI_Request* request);
TUTTI_API int TUTTI_Exscan_init(const void* sendbuf, void* recvbuf, int count, MPI_Datatype type, MPI_Op op,
                                MPI_Comm comm, MPI_Info info, MPI_Request* request);
TUTTI_API int TUTTI_Neighbor_allgather_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
                                            void* recvbuf, int recvcount, MPI_Datatype recvtype,
                                            MPI_Comm comm, MPI_Info info, MPI_Request* request);
TUTTI_API int TUTTI_Neighbor_allgatherv_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
                                             void* recvbuf, const int recvcounts[], const int displs[],
                                             MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                                             MPI_Request* request);
TUTTI_API int TUTTI_Neighbor_alltoall_init(const void* sendbuf, int sendcount, MPI_Datatype sendtype,
                                           void* recvbuf, int recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                                           MPI_Info info, MPI_Request* request);
TUTTI_API int TUTTI_Neighbor_alltoallv_init(const void* sendbuf, const int sendcounts[], const int sdispls[],
                                            MPI_Datatype sendtype, void* recvbuf, const int recvcounts[],
                                            const int rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
                                            MPI_Info info, MPI_Request* request);
TUTTI_API int TUTTI_Neighbor_alltoallw_init(const void* sendbuf, const int sendcounts[],
                                            const MPI_Aint sdispls[], const MPI_Datatype sendtypes[],
                                            void* recvbuf, const int recvcounts[], const MPI_Aint rdispls[],
                                            const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info,
                                            MPI_Request* request);

/* Variants with large counts and displacements. */
#if MPI_VERSION >= 4
TUTTI_API int TUTTI_Bcast_c(void* buffer, MPI_Count count, MPI_Datatype type, int root, MPI_Comm comm);
TUTTI_API int TUTTI_Gather_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
                             MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
TUTTI_API int TUTTI_Gatherv_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
                              const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype,
                              int root, MPI_Comm comm);
TUTTI_API int TUTTI_Scatter_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
                              MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm);
TUTTI_API int TUTTI_Scatterv_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[],
                               MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount,
                               MPI_Datatype recvtype, int root, MPI_Comm comm);
TUTTI_API int TUTTI_Allgather_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                                void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm);
TUTTI_API int TUTTI_Allgatherv_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                                 void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
                                 MPI_Datatype recvtype, MPI_Comm comm);
TUTTI_API int TUTTI_Alltoall_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
                               MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm);
TUTTI_API int TUTTI_Alltoallv_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
                                MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[],
                                const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm);
TUTTI_API int TUTTI_Alltoallw_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
                                const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[],
                                const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm);
TUTTI_API int TUTTI_Reduce_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype type,
                             MPI_Op op, int root, MPI_Comm comm);
TUTTI_API int TUTTI_Allreduce_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype type,
                                MPI_Op op, MPI_Comm comm);
TUTTI_API int TUTTI_Reduce_scatter_c(const void* sendbuf, void* recvbuf, const MPI_Count recvcounts[],
                                     MPI_Datatype type, MPI_Op op, MPI_Comm comm);
TUTTI_API int TUTTI_Reduce_scatter_block_c(const void* sendbuf, void* recvbuf, MPI_Count recvcount,
                                           MPI_Datatype type, MPI_Op op, MPI_Comm comm);
TUTTI_API int TUTTI_Scan_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype type, MPI_Op op,
                           MPI_Comm comm);
TUTTI_API int TUTTI_Exscan_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype type,
                             MPI_Op op, MPI_Comm comm);
TUTTI_API int TUTTI_Neighbor_allgather_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                                         void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                                         MPI_Comm comm);
TUTTI_API int TUTTI_Neighbor_allgatherv_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                                          void* recvbuf, const MPI_Count recvcounts[],
                                          const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm);
TUTTI_API int TUTTI_Neighbor_alltoall_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                                        void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                                        MPI_Comm comm);
TUTTI_API int TUTTI_Neighbor_alltoallv_c(const void* sendbuf, const MPI_Count sendcounts[],
                                         const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf,
                                         const MPI_Count recvcounts[], const MPI_Aint rdispls[],
                                         MPI_Datatype recvtype, MPI_Comm comm);
TUTTI_API int TUTTI_Neighbor_alltoallw_c(const void* sendbuf, const MPI_Count sendcounts[],
                                         const MPI_Aint sdispls[], const MPI_Datatype sendtypes[],
                                         void* recvbuf, const MPI_Count recvcounts[],
                                         const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
                                         MPI_Comm comm);
TUTTI_API int TUTTI_Ibcast_c(void* buffer, MPI_Count count, MPI_Datatype type, int root, MPI_Comm comm,
                             MPI_Request* request);
TUTTI_API int TUTTI_Igather_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
                              MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
                              MPI_Request* request);
TUTTI_API int TUTTI_Igatherv_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
                               const MPI_Count recvcounts[], const MPI_Aint displs[], MPI_Datatype recvtype,
                               int root, MPI_Comm comm, MPI_Request* request);
TUTTI_API int TUTTI_Iscatter_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype, void* recvbuf,
                               MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
                               MPI_Request* request);
TUTTI_API int TUTTI_Iscatterv_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint displs[],
                                MPI_Datatype sendtype, void* recvbuf, MPI_Count recvcount,
                                MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Request* request);
TUTTI_API int TUTTI_Iallgather_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                                 void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                                 MPI_Request* request);
TUTTI_API int TUTTI_Iallgatherv_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                                  void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
                                  MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
TUTTI_API int TUTTI_Ialltoall_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                                void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                                MPI_Request* request);
TUTTI_API int TUTTI_Ialltoallv_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
                                 MPI_Datatype sendtype, void* recvbuf, const MPI_Count recvcounts[],
                                 const MPI_Aint rdispls[], MPI_Datatype recvtype, MPI_Comm comm,
                                 MPI_Request* request);
TUTTI_API int TUTTI_Ialltoallw_c(const void* sendbuf, const MPI_Count sendcounts[], const MPI_Aint sdispls[],
                                 const MPI_Datatype sendtypes[], void* recvbuf, const MPI_Count recvcounts[],
                                 const MPI_Aint rdispls[], const MPI_Datatype recvtypes[], MPI_Comm comm,
                                 MPI_Request* request);
TUTTI_API int TUTTI_Ireduce_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype type,
                              MPI_Op op, int root, MPI_Comm comm, MPI_Request* request);
TUTTI_API int TUTTI_Iallreduce_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype type,
                                 MPI_Op op, MPI_Comm comm, MPI_Request* request);
TUTTI_API int TUTTI_Ireduce_scatter_c(const void* sendbuf, void* recvbuf, const MPI_Count recvcounts[],
                                      MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Request* request);
TUTTI_API int TUTTI_Ireduce_scatter_block_c(const void* sendbuf, void* recvbuf, MPI_Count recvcount,
                                            MPI_Datatype type, MPI_Op op, MPI_Comm comm,
                                            MPI_Request* request);
TUTTI_API int TUTTI_Iscan_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype type, MPI_Op op,
                            MPI_Comm comm, MPI_Request* request);
TUTTI_API int TUTTI_Iexscan_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype type,
                              MPI_Op op, MPI_Comm comm, MPI_Request* request);
TUTTI_API int TUTTI_Ineighbor_allgather_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                                          void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                                          MPI_Comm comm, MPI_Request* request);
TUTTI_API int TUTTI_Ineighbor_allgatherv_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                                           void* recvbuf, const MPI_Count recvcounts[],
                                           const MPI_Aint displs[], MPI_Datatype recvtype, MPI_Comm comm,
                                           MPI_Request* request);
TUTTI_API int TUTTI_Ineighbor_alltoall_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                                         void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                                         MPI_Comm comm, MPI_Request* request);
TUTTI_API int TUTTI_Ineighbor_alltoallv_c(const void* sendbuf, const MPI_Count sendcounts[],
                                          const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf,
                                          const MPI_Count recvcounts[], const MPI_Aint rdispls[],
                                          MPI_Datatype recvtype, MPI_Comm comm, MPI_Request* request);
TUTTI_API int TUTTI_Ineighbor_alltoallw_c(const void* sendbuf, const MPI_Count sendcounts[],
                                          const MPI_Aint sdispls[], const MPI_Datatype sendtypes[],
                                          void* recvbuf, const MPI_Count recvcounts[],
                                          const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
                                          MPI_Comm comm, MPI_Request* request);
TUTTI_API int TUTTI_Bcast_init_c(void* buffer, MPI_Count count, MPI_Datatype type, int root, MPI_Comm comm,
                                 MPI_Info info, MPI_Request* request);
TUTTI_API int TUTTI_Gather_init_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                                  void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root,
                                  MPI_Comm comm, MPI_Info info, MPI_Request* request);
TUTTI_API int TUTTI_Gatherv_init_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                                   void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
                                   MPI_Datatype recvtype, int root, MPI_Comm comm, MPI_Info info,
                                   MPI_Request* request);
TUTTI_API int TUTTI_Scatter_init_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                                   void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, int root,
                                   MPI_Comm comm, MPI_Info info, MPI_Request* request);
TUTTI_API int TUTTI_Scatterv_init_c(const void* sendbuf, const MPI_Count sendcounts[],
                                    const MPI_Aint displs[], MPI_Datatype sendtype, void* recvbuf,
                                    MPI_Count recvcount, MPI_Datatype recvtype, int root, MPI_Comm comm,
                                    MPI_Info info, MPI_Request* request);
TUTTI_API int TUTTI_Allgather_init_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                                     void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                                     MPI_Info info, MPI_Request* request);
TUTTI_API int TUTTI_Allgatherv_init_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                                      void* recvbuf, const MPI_Count recvcounts[], const MPI_Aint displs[],
                                      MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                                      MPI_Request* request);
TUTTI_API int TUTTI_Alltoall_init_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                                    void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype, MPI_Comm comm,
                                    MPI_Info info, MPI_Request* request);
TUTTI_API int TUTTI_Alltoallv_init_c(const void* sendbuf, const MPI_Count sendcounts[],
                                     const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf,
                                     const MPI_Count recvcounts[], const MPI_Aint rdispls[],
                                     MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                                     MPI_Request* request);
TUTTI_API int TUTTI_Alltoallw_init_c(const void* sendbuf, const MPI_Count sendcounts[],
                                     const MPI_Aint sdispls[], const MPI_Datatype sendtypes[], void* recvbuf,
                                     const MPI_Count recvcounts[], const MPI_Aint rdispls[],
                                     const MPI_Datatype recvtypes[], MPI_Comm comm, MPI_Info info,
                                     MPI_Request* request);
TUTTI_API int TUTTI_Reduce_init_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype type,
                                  MPI_Op op, int root, MPI_Comm comm, MPI_Info info, MPI_Request* request);
TUTTI_API int TUTTI_Allreduce_init_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype type,
                                     MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request);
TUTTI_API int TUTTI_Reduce_scatter_init_c(const void* sendbuf, void* recvbuf, const MPI_Count recvcounts[],
                                          MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Info info,
                                          MPI_Request* request);
TUTTI_API int TUTTI_Reduce_scatter_block_init_c(const void* sendbuf, void* recvbuf, MPI_Count recvcount,
                                                MPI_Datatype type, MPI_Op op, MPI_Comm comm, MPI_Info info,
                                                MPI_Request* request);
TUTTI_API int TUTTI_Scan_init_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype type,
                                MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request);
TUTTI_API int TUTTI_Exscan_init_c(const void* sendbuf, void* recvbuf, MPI_Count count, MPI_Datatype type,
                                  MPI_Op op, MPI_Comm comm, MPI_Info info, MPI_Request* request);
TUTTI_API int TUTTI_Neighbor_allgather_init_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                                              void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                                              MPI_Comm comm, MPI_Info info, MPI_Request* request);
TUTTI_API int TUTTI_Neighbor_allgatherv_init_c(const void* sendbuf, MPI_Count sendcount,
                                               MPI_Datatype sendtype, void* recvbuf,
                                               const MPI_Count recvcounts[], const MPI_Aint displs[],
                                               MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                                               MPI_Request* request);
TUTTI_API int TUTTI_Neighbor_alltoall_init_c(const void* sendbuf, MPI_Count sendcount, MPI_Datatype sendtype,
                                             void* recvbuf, MPI_Count recvcount, MPI_Datatype recvtype,
                                             MPI_Comm comm, MPI_Info info, MPI_Request* request);
TUTTI_API int TUTTI_Neighbor_alltoallv_init_c(const void* sendbuf, const MPI_Count sendcounts[],
                                              const MPI_Aint sdispls[], MPI_Datatype sendtype, void* recvbuf,
                                              const MPI_Count recvcounts[], const MPI_Aint rdispls[],
                                              MPI_Datatype recvtype, MPI_Comm comm, MPI_Info info,
                                              MPI_Request* request);
TUTTI_API int TUTTI_Neighbor_alltoallw_init_c(const void* sendbuf, const MPI_Count sendcounts[],
                                              const MPI_Aint sdispls[], const MPI_Datatype sendtypes[],
                                              void* recvbuf, const MPI_Count recvcounts[],
                                              const MPI_Aint rdispls[], const MPI_Datatype recvtypes[],
                                              MPI_Comm comm, MPI_Info info, MPI_Request* request);
#endif

/* Two patterns of collective communication that MPI lacks. Both are blocking, collective over an
 * intra-communicator, and for buffers in host memory. They return MPI_SUCCESS, or an MPI error code after a
 * call of the communicator's error handler: MPI_ERR_COUNT if count < 0, MPI_ERR_TYPE for MPI_DATATYPE_NULL,
 * MPI_ERR_COMM for an inter-communicator. Check mode does not compare their arguments, and no report counts
 * them. */

/* Circular shift: the sendbuf of rank i goes to the recvbuf of rank i + distance, modulo the number p of
 * processes. Both buffers have count elements, and do not overlap. count, the signature of type, and distance
 * are the same on all processes; distance may be any number, also negative. Each process sends one message:
 * alpha + beta m. Source: Grama, Gupta, Karypis, Kumar, "Introduction to Parallel Computing", ch. 4,
 * "Circular shift". */
TUTTI_API int tutti_shift(const void* sendbuf, void* recvbuf, int count, MPI_Datatype type, int distance,
                          MPI_Comm comm);

/* Below 0 if a comes before b, 0 if neither does, above 0 if b comes before a; `with` is the pointer that the
 * call was given. */
typedef int tutti_compare(const void* a, const void* b, void* with);

/* Allgather that merges: sendbuf has count elements, in the order of `compare`; the recvbuf of each process
 * gets the p * count elements of all processes, in this order. Equal elements arrive in no particular order.
 * The buffers do not overlap. count, type and the order are the same on all processes. The elements of type
 * must be contiguous, otherwise MPI_ERR_TYPE; MPI_ERR_ARG if compare is NULL. ceil(log2 p) rounds, (p - 1)
 * count elements received, O(p count) comparisons. Source: Traeff, HPC lecture, "Allgather pattern
 * application"; Bar-Noy, Kipnis, Schieber 1993. */
TUTTI_API int tutti_allgather_merge(const void* sendbuf, void* recvbuf, int count, MPI_Datatype type,
                                    tutti_compare* compare, void* with, MPI_Comm comm);

/* Exact sums of doubles, whose bits depend on the addends alone: neither on their order, nor on the number of
 * processes among which a program divides them. Each process adds its own numbers to a tutti_sum. A reduction
 * with tutti_sum_type() and tutti_sum_op() merges the sums of all processes. Any reduction of MPI can do
 * this, for one sum each or for vectors of sums. tutti_sum_end() rounds once.
 *
 *   tutti_sum sum;
 *   tutti_sum_begin(&sum);
 *   tutti_sum_add(&sum, mine, n);
 *   MPI_Allreduce(MPI_IN_PLACE, &sum, 1, tutti_sum_type(), tutti_sum_op(), MPI_COMM_WORLD);
 *   double total = tutti_sum_end(&sum);
 *
 * The functions are not collective. No function but tutti_sum_type() and tutti_sum_op() needs MPI; these two
 * may be called between MPI_Init and MPI_Finalize, which frees what they return. Threads may use different
 * sums at the same time. A sum may be copied, as a C structure or as 280 bytes, among processors with the
 * same byte order. It holds 2^77 addends. See docs/reproducible.md, also for Fortran and Python. */
typedef struct tutti_sum {
  unsigned long long words[35];
} tutti_sum;

/* Makes a sum without addends, which is 0. */
TUTTI_API void tutti_sum_begin(tutti_sum* sum);
/* Adds n numbers. */
TUTTI_API void tutti_sum_add(tutti_sum* sum, const double* numbers, size_t n);
/* Adds the n products a[i] b[i]: exactly, unless one overflows, or is below 2^-968 so that its lower half is
 * not a double. Such a product is rounded by itself, to nearest, so the sum still depends on the addends
 * alone. */
TUTTI_API void tutti_sum_add_products(tutti_sum* sum, const double* a, const double* b, size_t n);
/* Adds the addends of another sum. */
TUTTI_API void tutti_sum_merge(tutti_sum* sum, const tutti_sum* other);
/* The sum, rounded to nearest, ties to even. More addends may follow. NaN if an addend is NaN, or if there
 * are infinities of both signs. -0 if there are addends and all are -0. */
TUTTI_API double tutti_sum_end(const tutti_sum* sum);
/* The datatype of one tutti_sum, and the operator that merges: MPI's handles, and those of Fortran.
 * MPI_DATATYPE_NULL and MPI_OP_NULL after an error. */
TUTTI_API MPI_Datatype tutti_sum_type(void);
TUTTI_API MPI_Op tutti_sum_op(void);
TUTTI_API int tutti_sum_type_f(void);
TUTTI_API int tutti_sum_op_f(void);

#ifdef __cplusplus
}
#endif

#endif /* TUTTI_H */
