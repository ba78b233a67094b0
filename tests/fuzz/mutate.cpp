// Gives a fuzz target the seeds of a folder and very many texts derived from them: the same in every run,
// with any compiler.
//
//   mutate SEEDS CASES

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size);

namespace {

void run(const std::string& text) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const unsigned char*>(text.data()), text.size());
}

class mutator {
 public:
  explicit mutator(std::vector<std::string> seeds) : seeds_(std::move(seeds)) {}

  std::string next() {
    std::string text = seeds_[below(seeds_.size())];
    for (std::size_t n = 1 + below(3); n > 0; --n) change(text);
    return text;
  }

 private:
  // Not std::uniform_int_distribution, which is another one in each library.
  std::size_t below(std::size_t n) { return n == 0 ? 0 : static_cast<std::size_t>(random_() % n); }

  void change(std::string& text) {
    static const std::vector<std::string> words{"0",
                                                "-1",
                                                "1e999",
                                                "1.5",
                                                "18446744073709551616",
                                                "1152921504606846977",
                                                "\"\"",
                                                "null",
                                                "true",
                                                "[]",
                                                "{}",
                                                "[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[",
                                                "\"native\"",
                                                "\"circulant\"",
                                                "\"from\"",
                                                "\"operator\": \"exact\",",
                                                ",",
                                                "\n",
                                                "\"\\u0000\"",
                                                "\xff",
                                                "\"gatherv\"",
                                                "@",
                                                "nan",
                                                "inf",
                                                "1e308",
                                                "2147483647",
                                                "# {\n#  \"launch\": 2\n# }\n",
                                                "\"m.json\""};
    const std::size_t at = below(text.size() + 1),
                      length = below(std::min<std::size_t>(text.size() - at, 24) + 1);
    switch (below(7)) {
      case 0: text.erase(at, length); break;
      case 1: text.insert(at, words[below(words.size())]); break;
      case 2: text.replace(at, length, words[below(words.size())]); break;
      case 3: text.insert(at, text.substr(at, length)); break;
      case 4: text.resize(at); break;
      case 5:
        if (at < text.size()) text[at] = static_cast<char>(random_() % 256);
        break;
      default: {  // a value for another: what stands between two separators
        const std::string other = seeds_[below(seeds_.size())];
        const std::size_t from = other.find_first_of(":,", below(other.size() + 1));
        const std::size_t to = text.find_first_of(":,", at);
        if (from == std::string::npos || to == std::string::npos) break;
        const std::size_t end = other.find_first_of(",}]", from + 1), old = text.find_first_of(",}]", to + 1);
        if (end != std::string::npos && old != std::string::npos)
          text.replace(to + 1, old - to - 1, other.substr(from + 1, end - from - 1));
      }
    }
  }

  std::vector<std::string> seeds_;
  std::mt19937_64 random_{20260101};
};

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) {
    std::fprintf(stderr, "mutate SEEDS CASES\n");
    return 2;
  }
  std::vector<std::filesystem::path> files;
  for (const auto& file : std::filesystem::directory_iterator(argv[1])) files.push_back(file.path());
  std::sort(files.begin(), files.end());
  std::vector<std::string> seeds;
  for (const auto& file : files) {
    std::ifstream in(file, std::ios::binary);
    seeds.emplace_back(std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>());
    run(seeds.back());
  }
  if (seeds.empty()) {
    std::fprintf(stderr, "%s holds no seeds\n", argv[1]);
    return 2;
  }
  mutator make(seeds);
  const long cases = std::atol(argv[2]);
  for (long k = 0; k < cases; ++k) run(make.next());
  std::printf("%zu seeds and %ld texts made of them\n", seeds.size(), cases);
}
