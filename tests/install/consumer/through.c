/* A program that links tutti and names nothing of it, nor of MPI. */
int calls_mpi(void);
int main(void) { return calls_mpi(); }
