#include "select/plugin.hpp"

#include <dlfcn.h>

#include <filesystem>
#include <mutex>
#include <set>
#include <string_view>

#include "text/split.hpp"
#include "tutti/full_name.hpp"
#include "tutti/plugin.hpp"

namespace tutti {
namespace {

std::string add_all(const plugin& p) {
  if (std::string_view(p.version) != TUTTI_VERSION_STRING || p.algorithm != sizeof(algorithm))
    return std::string("was compiled for tutti ") + p.version + ", and this is " TUTTI_VERSION_STRING +
           ": compile it again";
  for (std::size_t k = 0; k < p.count; ++k) {
    const algorithm& a = *p.first[k];
    if (!a.run || !a.price || a.name.empty()) return "has an algorithm without a name, a run or a price";
    if (a.name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789_") != std::string_view::npos)
      return "has an algorithm called '" + std::string(a.name) + "': a name is of a-z, 0-9 and _";
    // --set, --by and the variables give these words a meaning of their own.
    for (const std::string_view word : {"native", "auto", "tutti", "all", "again"})
      if (a.name == word)
        return "has an algorithm called " + std::string(word) +
               ", which stands for no single algorithm: choose another name";
    if (!add_to_catalogue(a))
      return "has " + full_name(a) + ", which the catalogue has already: choose another name";
  }
  return "";
}

std::string load(const std::string& file) {
  std::error_code none;
  const bool here = std::filesystem::exists(file, none);
  const std::string path = here ? std::filesystem::absolute(file, none).string() : file;
  void* const object = dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);  // never closed: its code is in use
  if (!object) {
    const std::string why = dlerror();
    const bool lacks_us = why.find("undefined symbol: _ZN5tutti") != std::string::npos ||
                          why.find("undefined symbol: _ZNK5tutti") != std::string::npos;
    return "cannot be loaded: " + why +
           (lacks_us ? ": link it with tutti's engine, -ltutti-engine, of pkg-config --libs tutti" : "");
  }
  using offers = const plugin*();
  auto* const offered = reinterpret_cast<offers*>(dlsym(object, "tutti_plugin"));
  return offered ? add_all(*offered()) : "has no TUTTI_PLUGIN_ALGORITHMS";
}

}  // namespace

std::string load_plugins(std::string_view files) {
  static std::mutex one;
  static auto& loaded = *new std::set<std::string>;  // never destroyed, like the loaded objects
  const std::lock_guard held(one);
  for (const std::string_view name : split(files, ':')) {
    const std::string file(name);
    if (file.empty() || loaded.contains(file)) continue;
    const std::string wrong = load(file);
    if (!wrong.empty()) return file + " " + wrong;
    loaded.insert(file);
  }
  return "";
}

}  // namespace tutti
