// The file of raw data: it is read as it was written, an interrupted measurement can be continued, and other
// files are refused with the line of the error.

#include "measure/measurements.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <sstream>

namespace tutti::measure {
namespace {

namespace fs = std::filesystem;

class MeasurementsFile : public testing::Test {
 protected:
  MeasurementsFile() : file(fs::temp_directory_path() / ("tutti-measurements-" + std::to_string(getpid()))) {}
  ~MeasurementsFile() override { fs::remove(file); }
  [[nodiscard]] std::string text() const {
    std::ostringstream all;
    all << std::ifstream(file).rdbuf();
    return all.str();
  }
  void append(const std::string& more) const { std::ofstream(file, std::ios::app) << more; }
  fs::path file;
};

// A contest of native and tutti, repetition by repetition.
std::vector<observation> contest_of(int launch, int order, int repetitions) {
  std::vector<observation> rows;
  for (int r = 0; r < repetitions; ++r)
    for (const char* by : {"native", "tutti"}) {
      observation o;
      o.launch = launch, o.order = order;
      o.of = {.operation = "allreduce", .by = by, .bytes = 800, .op = "exact"};
      o.p = 4, o.nodes = 2, o.repetition = r, o.repetitions = repetitions;
      o.seconds = 1e-6 * (r + 1), o.fastest = 0.5e-6, o.span = 1.25e-6, o.skew = 1e-7, o.right = "yes";
      if (o.of.by == "tutti") o.algorithm = "circulant";
      rows.push_back(o);
    }
  return rows;
}

std::string refusal(const std::string& text) {
  std::istringstream in(text);
  try {
    read_measurements(in, "f.csv");
  } catch (const format_error& e) {
    return e.what();
  }
  return "";
}

TEST_F(MeasurementsFile, is_read_as_it_was_written) {
  writer w(file);
  EXPECT_EQ(w.begin_launch({{"seed", 7}}), 0);
  w.write(contest_of(0, 0, 3));
  EXPECT_EQ(w.begin_launch({{"seed", 8}}), 1);
  w.write(contest_of(1, 0, 2));
  const measurements m = read_measurements(file);
  ASSERT_EQ(m.launches.size(), 2U);
  EXPECT_EQ(m.launches[1]["seed"], 8);
  ASSERT_EQ(m.all.size(), 10U);
  EXPECT_EQ(m.processes(), std::vector<int>{4});
  const auto found = m.by_experiment(4);
  ASSERT_EQ(found.size(), 2U);
  const auto& [of, times] = *found.rbegin();
  EXPECT_EQ(of.by, "tutti");
  EXPECT_EQ(of.bytes, 800U);
  EXPECT_EQ(times.algorithm, "circulant");
  EXPECT_EQ(times.nodes, 2);
  EXPECT_TRUE(times.right);
  EXPECT_EQ(times.launches, (std::vector<std::vector<double>>{{1e-6, 2e-6, 3e-6}, {1e-6, 2e-6}}));
  EXPECT_EQ(times.pooled().size(), 5U);
  series later = times;
  later.numbers = {1, 2};
  EXPECT_EQ(side_by_side(times, later).x, (std::vector<std::vector<double>>{times.launches[1]}));
  EXPECT_EQ(side_by_side(times, later).y, (std::vector<std::vector<double>>{times.launches[0]}));
  EXPECT_EQ(m.by_experiment(5).size(), 0U);
}

// The column of communicators is in a file that needs it, and no experiment on another one gets into a file
// without it.
TEST_F(MeasurementsFile, has_communicators_in_version_2) {
  std::vector<observation> rows = contest_of(0, 0, 1);
  rows[1].of.communicator = "cyclic";
  {
    writer w(file, true);
    w.begin_launch({});
    w.write(rows);
  }
  EXPECT_NE(text().find(",root,communicator,"), std::string::npos);
  const measurements m = read_measurements(file);
  EXPECT_EQ(m.version, 2);
  ASSERT_EQ(m.all.size(), 2U);
  EXPECT_EQ(m.all[0].of.communicator, "world");
  EXPECT_EQ(m.all[1].of.communicator, "cyclic");
  {
    writer w(file);  // appends experiments on world in the same version
    w.begin_launch({});
    w.write(contest_of(1, 0, 1));
  }
  EXPECT_EQ(read_measurements(file).all.size(), 4U);
  EXPECT_NE(refusal(file_head(2) + "# {\n#  \"launch\": 0\n# }\n" +
                    [&] {
                      rows[0].of.communicator = "circular";
                      return as_text(rows[0], 2);
                    }())
                .find("communicator is \"circular\": expected world, cyclic, random, half"),
            std::string::npos);
  fs::remove(file);
  {
    writer w(file);
    w.begin_launch({});
    w.write(contest_of(0, 0, 1));
  }
  EXPECT_EQ(text().find("communicator"), std::string::npos);
  EXPECT_THROW(writer(file, true), format_error);
}

TEST_F(MeasurementsFile, goes_on_where_it_was_interrupted) {
  {
    writer w(file);
    w.begin_launch({});
    w.write(contest_of(0, 0, 3));
  }
  const std::string complete = text();
  std::string rows;
  for (const observation& o : contest_of(0, 1, 3)) rows += as_text(o);
  // Cut off within a line, between lines, within the comment of a launch.
  for (const std::string& rest : {rows.substr(0, 20), rows.substr(0, rows.find('\n') + 1),
                                  rows.substr(0, rows.size() - 1), std::string("# {\n#  \"launch\": 1,\n")}) {
    append(rest);
    EXPECT_EQ(read_measurements(file).all.size(), 6U) << rest;
    const writer again(file);
    EXPECT_EQ(again.before().all.size(), 6U);
    EXPECT_EQ(text(), complete) << rest;
  }
  writer w(file);
  EXPECT_EQ(w.begin_launch({}), 1);
  w.write(contest_of(1, 0, 3));
  EXPECT_EQ(read_measurements(file).all.size(), 12U);
}

TEST_F(MeasurementsFile, counts_the_launches_of_several_files_on) {
  {
    writer w(file);
    w.begin_launch({});
    w.write(contest_of(0, 0, 2));
  }
  const measurements m = read_measurements({file.string(), file.string()});
  EXPECT_EQ(m.launches.back()["launch"], 1);
  EXPECT_EQ(m.by_experiment(4).begin()->second.launches.size(), 2U);
}

TEST_F(MeasurementsFile, keeps_MPI_libraries_apart) {
  const auto other = file.string() + ".other";
  writer(file).begin_launch({{"mpi", {{"name", "openmpi"}, {"version", "4.1.4"}}}});
  writer(other).begin_launch({{"mpi", {{"name", "mpich"}, {"version", "4.0.2"}}}});
  EXPECT_THROW(read_measurements({file.string(), other}), format_error);
  EXPECT_NO_THROW(read_measurements({other, other}));
  std::filesystem::remove(other);
}

TEST_F(MeasurementsFile, refuses_what_it_is_not) {
  EXPECT_EQ(refusal("a,b\n1,2\n"),
            "f.csv:1: expected a file of tutti measurements, which begins with \"# {\"");
  EXPECT_EQ(refusal("# {\n#  \"format\": \"other\"\n# }\n"),
            "f.csv:3: expected \"format\": \"tutti measurements\" in the first comment");
  EXPECT_EQ(refusal("# {\n#  \"format\": \"tutti measurements\", \"version\": 3\n# }\n"),
            "f.csv:3: version 3 of the format; this tutti reads versions 1 to 2");
  EXPECT_EQ(refusal("# {\n#  ]\n# }\n"), "f.csv:2: this is not JSON from here on");
  const std::string head = file_head(), launch = "# {\n#  \"launch\": 0\n# }\n";
  const auto line = [](const std::string& all) {
    return std::to_string(std::count(all.begin(), all.end(), '\n'));
  };
  EXPECT_EQ(refusal(head + launch + "1,2\n"),
            "f.csv:" + line(head + launch + "\n") + ": 2 values; expected 20, as there are columns");
  EXPECT_EQ(refusal(head + as_text(contest_of(0, 0, 1)[0])),
            "f.csv:" + line(head + "\n") + ": expected the comment of a launch before its times");
  std::string row = as_text(contest_of(0, 0, 1)[0]);
  row.replace(row.find(",800,"), 5, ",8OO,");
  EXPECT_EQ(refusal(head + launch + row), "f.csv:" + line(head + launch + row) + ": bytes is \"8OO\"");
  // Times that are negative, infinite or not a number, and rows that are missing from a damaged file.
  const auto refused = [&](std::string from, const std::string& old, const std::string& now) {
    from.replace(from.find(old), old.size(), now);
    const std::string why = refusal(head + launch + from);
    return why.substr(std::min(why.size(), why.find(": ") + 2));
  };
  const std::vector<observation> two = contest_of(0, 0, 2);
  const std::string first = as_text(two[0]),
                    rows = first + as_text(two[1]) + as_text(two[2]) + as_text(two[3]);
  EXPECT_EQ(refused(rows, ",1e-06,", ",nan,"), "seconds is \"nan\"");
  EXPECT_EQ(refused(rows, ",5e-07,", ",inf,"), "fastest is \"inf\"");
  EXPECT_EQ(refused(rows, ",1e-06,", ",-1,"), "seconds must be between 0 and 1e+09");
  EXPECT_EQ(refused(rows, "0,0,all", "7,0,all"), "launch 7: expected that of the comment before, 0");
  EXPECT_EQ(refused(rows, ",4,2,", ",0,2,"),
            "0 processes on 2 nodes, 2 repetitions: expected at least one of each");
  EXPECT_EQ(refused(rows, ",yes\n", ",no\t\n"), "right is \"no\\t\"");
  EXPECT_EQ(refused(rows, ",yes\n", ",yes\r\n"), "");  // it has been through Windows
  EXPECT_EQ(refused(rows, "allreduce", "allredoce"),
            "operation is \"allredoce\": expected a collective or a pattern of messages");
  EXPECT_EQ(refused(rows, ",same,", ",some,"),
            "problem is \"some\": there is no problem called some; did you mean same?");
  EXPECT_EQ(refused(rows, first, ""), "repetition 1: expected a contest's first, 0");
  EXPECT_EQ(refused(rows + as_text(contest_of(0, 1, 1)[0]), as_text(two[3]), ""),
            "expected 1 more times of the contest before");
  EXPECT_EQ(refused(as_text(two[2]), "allreduce", "bcast"), "repetition 1: expected a contest's first, 0");
  const auto with_factor = [&](const std::string& factor) {
    const std::string why = refusal(head + "# {\n#  \"launch\": 0,\n#  " + factor + "\n# }\n");
    return why.substr(std::min(why.size(), why.find(": ") + 2));
  };
  EXPECT_EQ(with_factor("\"processes\": \"4\""), "the \"processes\" of a launch: expected a number");
  EXPECT_EQ(with_factor("\"node_of_rank\": [0, -1]"), "the \"node_of_rank\" of a launch: expected numbers");
  EXPECT_EQ(with_factor("\"processes\": 5\n# }\n" + first + "# {\n#  \"launch\": 1"),
            "p is 4: expected that of the launch, 5");
  EXPECT_EQ(with_factor("\"seed\": \"anything\""), "");
  EXPECT_EQ(refusal(""), "");
  append("something\n");
  EXPECT_THROW(writer{file}, format_error);
  EXPECT_EQ(text(), "something\n");
  EXPECT_THROW(read_measurements(file.string() + ".none"), format_error);
}

}  // namespace
}  // namespace tutti::measure
