#include "bench/control_variables.hpp"

#include <stdexcept>

namespace tutti::bench {

#if defined(SMPI_H)  // SimGrid's MPI has no tool information interface

control_variables::control_variables() = default;
control_variables::~control_variables() = default;
const control_variable* control_variables::find(const std::string&) const { return nullptr; }
int control_variables::read(const control_variable&) const { return 0; }
bool control_variables::write(const control_variable&, int) const { return false; }

#else

namespace {

// A handle of a variable that belongs to no other object of MPI.
class handle {
 public:
  explicit handle(int index) {
    int count = 0;
    known_ = MPI_T_cvar_handle_alloc(index, nullptr, &is_, &count) == MPI_SUCCESS && count == 1;
  }
  ~handle() {
    if (known_) MPI_T_cvar_handle_free(&is_);
  }
  handle(const handle&) = delete;
  handle& operator=(const handle&) = delete;
  template <class T>
  [[nodiscard]] bool read(T& value) const {
    return known_ && MPI_T_cvar_read(is_, &value) == MPI_SUCCESS;
  }
  [[nodiscard]] bool write(int value) const { return known_ && MPI_T_cvar_write(is_, &value) == MPI_SUCCESS; }

 private:
  MPI_T_cvar_handle is_{};
  bool known_ = false;
};

std::vector<std::pair<int, std::string> > values_of(MPI_T_enum names) {
  std::vector<std::pair<int, std::string> > values;
  if (names == MPI_T_ENUM_NULL) return values;
  char text[256];
  int items = 0, length = sizeof text;
  if (MPI_T_enum_get_info(names, &items, text, &length) != MPI_SUCCESS) return values;
  for (int k = 0; k < items; ++k) {
    int value = 0;
    length = sizeof text;
    if (MPI_T_enum_get_item(names, k, &value, text, &length) == MPI_SUCCESS) values.emplace_back(value, text);
  }
  return values;
}

}  // namespace

control_variables::control_variables() {
  int provided = 0, count = 0;
  if (MPI_T_init_thread(MPI_THREAD_SINGLE, &provided) != MPI_SUCCESS ||
      MPI_T_cvar_get_num(&count) != MPI_SUCCESS)
    throw std::runtime_error("the MPI library does not tell its control variables");
  constexpr int room = 16384;  // of the longest description
  std::string help(room, '\0');
  for (int k = 0; k < count; ++k) {
    char name[512];
    int name_length = sizeof name, help_length = room, verbosity = 0, bind = 0, scope = 0;
    MPI_Datatype type = MPI_DATATYPE_NULL;
    MPI_T_enum names = MPI_T_ENUM_NULL;
    if (MPI_T_cvar_get_info(k, name, &name_length, &verbosity, &type, &names, help.data(), &help_length,
                            &bind, &scope) != MPI_SUCCESS)
      continue;
    all_.insert_or_assign(name, control_variable{.index = k,
                                                 .help = help.c_str(),
                                                 .is_int = type == MPI_INT,
                                                 .is_flag = type == MPI_C_BOOL,
                                                 .values = values_of(names)});
  }
}

control_variables::~control_variables() { MPI_T_finalize(); }

const control_variable* control_variables::find(const std::string& name) const {
  const auto at = all_.find(name);
  return at == all_.end() ? nullptr : &at->second;
}

int control_variables::read(const control_variable& x) const {
  int value = 0;
  bool flag = false;
  const handle h(x.index);
  if (x.is_flag) return h.read(flag) && flag ? 1 : 0;
  return x.is_int && h.read(value) ? value : 0;
}

bool control_variables::write(const control_variable& x, int value) const {
  return x.is_int && handle(x.index).write(value);
}

#endif

}  // namespace tutti::bench
