/* MPI libraries load their transports as modules and unload them in MPI_Finalize. A leak report about an
 * unloaded module contains no name that a suppression could match. So this keeps modules loaded. */
int dlclose(void* handle);
int dlclose(void* handle) {
  (void)handle;
  return 0;
}
