// The rules for an MPI library's own algorithms, and the files that the libraries read: files are parsed, and
// calls are looked up, as the libraries do it.

#include "measure/rules.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>
#include <sstream>

#include "measure/rule_files.hpp"

namespace tutti::measure {
namespace {

using json = nlohmann::ordered_json;

// Times of an implementation at a size: ten in each of two launches, which differ little.
void add(measurements& all, const std::string& operation, const std::string& by, std::size_t bytes,
         double seconds, const std::string& right = "yes", const std::string& op = "none") {
  for (int launch = 0; launch < 2; ++launch)
    for (int r = 0; r < 10; ++r) {
      observation o;
      o.launch = launch;
      o.of = {.operation = operation, .by = by, .bytes = bytes, .op = op};
      o.p = 8, o.repetition = r, o.repetitions = 10, o.right = right;
      o.seconds = seconds * (1 + 0.001 * r);
      all.all.push_back(o);
    }
}

measurements some() {
  measurements all;
  all.launches = {{{"launch", 0}, {"processes", 8}}, {{"launch", 1}, {"processes", 8}}};
  return all;
}

bool always(collective) { return true; }
bool never(collective) { return false; }

TEST(Rules, keep_the_default_unless_something_is_surely_faster) {
  measurements all = some();
  for (const std::size_t bytes : {100, 400, 1600}) {
    add(all, "bcast", "native", bytes, 1e-3);
    add(all, "bcast", "library:binomial", bytes, bytes == 400 ? 0.5e-3 : 0.995e-3);
    add(all, "bcast", "tutti", bytes, 0.1e-3);
    add(all, "bcast", "library:wrong", bytes, 0.1e-3, "no");
  }
  const auto rules = make_rules(all, 8, always);
  ASSERT_EQ(rules.size(), 1U);
  EXPECT_EQ(rules[0].steps,
            (std::vector<rule_step>{{0, "native"}, {200, "library:binomial"}, {800, "native"}}));
  EXPECT_EQ(rules[0].at(199).by, "native");
  EXPECT_EQ(rules[0].at(200).by, "library:binomial");
}

TEST(Rules, hold_for_all_operators_that_were_measured) {
  measurements all = some();
  for (const char* op : {"exact", "commutative"}) {
    const double native = op == std::string("exact") ? 1e-3 : 3e-3;
    add(all, "reduce", "native", 1000, native, "yes", op);
    add(all, "reduce", "library:both", 1000, 0.8 * native, "yes", op);
    add(all, "reduce", "library:one", 1000, (op == std::string("exact") ? 0.1 : 1.1) * native, "yes", op);
  }
  add(all, "reduce", "library:single", 1000, 0.5e-3, "yes", "exact");
  for (const auto& by_size : {always, never}) {
    const auto rules = make_rules(all, 8, by_size);
    ASSERT_EQ(rules.size(), 1U);
    EXPECT_EQ(rules[0].at(1000).by, "library:both");
  }
}

TEST(Rules, end_near_the_sizes_that_were_measured) {
  measurements all = some();
  add(all, "bcast", "native", 1000, 1e-3);
  add(all, "bcast", "library:chain", 1000, 0.5e-3);
  const auto rules = make_rules(all, 8, always);
  EXPECT_EQ(rules.at(0).steps,
            (std::vector<rule_step>{{0, "native"}, {500, "library:chain"}, {2001, "native"}}));
}

TEST(Rules, without_sizes_need_an_algorithm_that_is_slower_at_none) {
  measurements all = some();
  for (const std::size_t bytes : {100, 1600}) {
    add(all, "gather", "native", bytes, 1e-3);
    add(all, "gather", "library:linear", bytes, bytes == 100 ? 0.1e-3 : 1.2e-3);
    add(all, "gather", "library:binomial", bytes, bytes == 100 ? 0.8e-3 : 1e-3);
    add(all, "scatter", "native", bytes, 1e-3);
    add(all, "scatter", "library:linear", bytes, bytes == 100 ? 0.1e-3 : 1.2e-3);
  }
  const auto rules = make_rules(all, 8, never);
  ASSERT_EQ(rules.size(), 1U);
  EXPECT_EQ(rules[0].of, collective::gather);
  EXPECT_EQ(rules[0].steps, (std::vector<rule_step>{{0, "library:binomial"}}));
}

TEST(Rules, are_verified_between_the_sizes_that_were_measured) {
  const collective_rules rules{
      .of = collective::bcast, .p = 8, .steps = {{0, "native"}, {200, "library:a"}, {3201, "native"}}};
  const auto probes = probes_of(rules, {100, 400, 1600, 6400});
  ASSERT_EQ(probes.size(), 4U);
  const std::size_t bytes[] = {159, 635, 2540, 8386}, steps[] = {0, 1, 1, 2};
  for (std::size_t k = 0; k < 4; ++k) {
    EXPECT_EQ(probes[k].bytes, bytes[k]);
    EXPECT_EQ(probes[k].step, steps[k]);
    EXPECT_EQ(probes[k].ruled, steps[k] == 1);  // elsewhere the library's choice must not become slower
  }
  EXPECT_TRUE(without(rules, {1}).change_nothing());
  EXPECT_EQ(without(rules, {1}).steps.size(), 1U);
}

TEST(OwnChoice, is_read_and_written) {
  const auto choice = own_choice_of("library:chain:32K:2");
  ASSERT_TRUE(choice);
  EXPECT_EQ(choice->name, "chain");
  EXPECT_EQ(choice->segment, 32000U);
  EXPECT_EQ(choice->fanout, 2U);
  EXPECT_EQ(as_text(*choice), "library:chain:32K:2");
  EXPECT_EQ(as_text({.name = "ring", .segment = 16384, .fanout = {}}), "library:ring:16Ki");
  EXPECT_EQ(as_text({.name = "ring", .segment = {}, .fanout = {}}), "library:ring");
  EXPECT_FALSE(own_choice_of("native"));
  for (const char* wrong : {"library:", "library:a:b", "library:a:1:2:3", "library:a:9999999999"})
    EXPECT_THROW(own_choice_of(wrong), std::invalid_argument) << wrong;
}

own_algorithms open_mpi() {
  own_algorithms own;
  own.library = "Open MPI 4.1.4";
  own.all = {
      {.of = collective::bcast,
       .name = "chain",
       .number = 2,
       .variable = "v",
       .parameters = {{"segment", "s", 0}, {"fanout", "f", 4}}},
      {.of = collective::bcast, .name = "binomial", .number = 6, .variable = "v"},
      {.of = collective::gather, .name = "linear_sync", .number = 3, .variable = "w", .settable = false}};
  return own;
}

TEST(OwnChoice, is_refused_with_the_reason) {
  const own_algorithms own = open_mpi();
  const auto why = [&](const char* by, collective c) { return no_choice(own_choice_of(by).value(), c, own); };
  EXPECT_EQ(why("library:chain:8K:2", collective::bcast), "");
  EXPECT_NE(why("library:chian", collective::bcast).find("did you mean chain?"), std::string::npos);
  EXPECT_NE(why("library:binomial:8K", collective::bcast).find("no segments"), std::string::npos);
  EXPECT_NE(why("library:chain", collective::scan).find("no variable"), std::string::npos);
  EXPECT_NE(why("library:linear_sync", collective::gather).find("OMPI_MCA_w=3"), std::string::npos);
  const own_algorithms again = json(own).get<own_algorithms>();
  EXPECT_EQ(json(again), json(own));
}

// Open MPI's reader: '#' skips the rest of the line.
std::string without_comments(const std::string& text) {
  std::string all;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) all += line.substr(0, line.find('#')) + "\n";
  return all;
}
std::vector<long> numbers_in(const std::string& text) {
  std::vector<long> all;
  std::istringstream words(without_comments(text));
  for (long n = 0; words >> n;) all.push_back(n);
  return all;
}

struct found_rule {
  long algorithm, fanout, segment;
  friend bool operator==(const found_rule&, const found_rule&) = default;
};

// The rule that Open MPI finds for a call: that of the largest communicator and the largest message that are
// not above the call's.
found_rule looked_up(const std::string& text, long collective, long p, long bytes) {
  const std::vector<long> numbers = numbers_in(text);
  std::size_t k = 0;
  const auto next = [&] { return numbers.at(k++); };
  found_rule found{0, 0, 0};
  for (long c = next(); c > 0; --c) {
    const long id = next();
    for (long sizes = next(); sizes > 0; --sizes) {
      const long size = next();
      bool first = true;
      for (long steps = next(); steps > 0; --steps) {
        const long from = next();
        EXPECT_TRUE(!first || from == 0) << "the first rule must be for messages of size zero";
        first = false;
        const found_rule rule{next(), next(), next()};
        if (id == collective && size <= p && from <= bytes) found = rule;
      }
    }
  }
  EXPECT_EQ(k, numbers.size());
  return found;
}

TEST(OpenMpiRules, are_found_for_their_communicators_and_sizes_only) {
  const std::string text =
      open_mpi_rules({{.of = collective::bcast,
                       .p = 8,
                       .steps = {{0, "native"}, {4200, "library:chain:32K:2"}, {9000, "library:binomial"}}}},
                     open_mpi(), {{"first line", "", "third"}}, 1);
  EXPECT_TRUE(text.starts_with("# first line\n#\n# third\n"));
  constexpr long bcast = 7, none = 0;
  EXPECT_EQ(looked_up(text, bcast, 8, 4199).algorithm, none);
  EXPECT_EQ(looked_up(text, bcast, 8, 4200), (found_rule{2, 2, 32000}));
  EXPECT_EQ(looked_up(text, bcast, 8, 9000), (found_rule{6, 0, 0}));
  for (const long p : {2, 7, 9, 100}) EXPECT_EQ(looked_up(text, bcast, p, 9000).algorithm, none) << p;
  EXPECT_EQ(looked_up(text, 11, 8, 9000).algorithm, none);
  // Parameters that are not chosen are those that were in force during the measurements.
  const std::string chain =
      open_mpi_rules({{.of = collective::bcast, .p = 8, .steps = {{0, "library:chain"}}}}, open_mpi(), {}, 1);
  EXPECT_EQ(looked_up(chain, bcast, 8, 1), (found_rule{2, 4, 0}));
  EXPECT_EQ(numbers_in(open_mpi_rules({}, open_mpi(), {}, 1)), std::vector<long>{0});
}

// The rule that Open MPI 6 finds: the first that fits the communicator and the message.
nlohmann::json found_in_json(const std::string& text, const std::string& of, int p,
                             const std::string& placement, std::size_t bytes) {
  const auto within = [](const nlohmann::json& rule, const std::string& what, std::size_t x) {
    return rule.value(what + "_min", std::size_t{0}) <= x && x <= rule.value(what + "_max", SIZE_MAX);
  };
  for (const auto& c : nlohmann::json::parse(text).at("collectives").value(of, nlohmann::json::array())) {
    const std::string distribution = c.at("comm_rank_distribution");
    if (distribution != "any" && distribution != placement) continue;
    if (!within(c, "comm_size", static_cast<std::size_t>(p))) continue;
    for (const auto& rule : c.at("rules"))
      if (within(rule, "msg_size", bytes)) return rule;
    return nullptr;
  }
  return nullptr;
}

TEST(OpenMpiRules, are_json_from_version_6_on) {
  own_algorithms own = open_mpi();
  own.library = "Open MPI 6.0.0";
  const auto text = [&own](int nodes) {
    return open_mpi_rules({{.of = collective::bcast,
                            .p = 8,
                            .steps = {{0, "library:binomial"},
                                      {100, "native"},
                                      {4200, "library:chain:32K:2"},
                                      {9000, "library:chain"}}}},
                          own, {{"first line", "", "third"}}, nodes);
  };
  const std::string all = text(2), one = text(1), each = text(8);
  EXPECT_EQ(nlohmann::json::parse(all).at("comment"), nlohmann::json({"first line", "", "third"}));
  for (const std::size_t bytes : {std::size_t{0}, std::size_t{99}})
    EXPECT_EQ(found_in_json(all, "bcast", 8, "any", bytes).at("alg"), "binomial") << bytes;
  for (const std::size_t bytes : {std::size_t{100}, std::size_t{4199}})
    EXPECT_TRUE(found_in_json(all, "bcast", 8, "any", bytes).is_null()) << bytes;
  nlohmann::json chain = found_in_json(all, "bcast", 8, "any", 8999);
  EXPECT_EQ(chain.at("faninout"), 2);
  EXPECT_EQ(chain.at("seg_size"), 32000);
  chain = found_in_json(all, "bcast", 8, "any", 1U << 30U);
  EXPECT_EQ(chain.at("faninout"), 4);  // as measured
  EXPECT_FALSE(chain.contains("seg_size"));
  for (const int p : {2, 7, 9, 100}) EXPECT_TRUE(found_in_json(all, "bcast", p, "any", 0).is_null()) << p;
  EXPECT_TRUE(found_in_json(all, "reduce", 8, "any", 0).is_null());
  EXPECT_FALSE(found_in_json(one, "bcast", 8, "single-node", 0).is_null());
  EXPECT_TRUE(found_in_json(one, "bcast", 8, "one-per-node", 0).is_null());
  EXPECT_FALSE(found_in_json(each, "bcast", 8, "one-per-node", 0).is_null());
  EXPECT_TRUE(found_in_json(each, "bcast", 8, "single-node", 0).is_null());
}

// The mean block of allgatherv decides, and several totals have the same.
TEST(OpenMpiRules, of_sizes_that_no_call_has_are_left_out) {
  own_algorithms own;
  own.library = "Open MPI 6.0.0";
  own.all = {{.of = collective::allgatherv, .name = "bruck", .number = 2, .variable = "v"},
             {.of = collective::allgatherv, .name = "ring", .number = 3, .variable = "v"}};
  const std::string text = open_mpi_rules(
      {{.of = collective::allgatherv,
        .p = 64,
        .steps = {{0, "native"}, {4, "library:bruck"}, {23, "library:ring"}, {500, "native"}}}},
      own, {}, 2);
  const auto rules = nlohmann::json::parse(text).at("collectives").at("allgatherv").at(0).at("rules");
  ASSERT_EQ(rules.size(), 1U);
  EXPECT_EQ(rules[0], nlohmann::json({{"msg_size_min", 0}, {"msg_size_max", 6}, {"alg", "ring"}}));
}

TEST(OpenMpiRules, need_a_file_for_the_component_above) {
  EXPECT_TRUE(open_mpi_needs_han_rules("Open MPI 5.0.7", 2, 8));
  EXPECT_FALSE(open_mpi_needs_han_rules("Open MPI 5.0.7", 1, 8));
  EXPECT_FALSE(open_mpi_needs_han_rules("Open MPI 5.0.7", 8, 8));  // one process a node
  EXPECT_FALSE(open_mpi_needs_han_rules("Open MPI 4.1.4", 2, 8));
  EXPECT_FALSE(open_mpi_needs_han_rules("MPICH 4.0.2", 2, 8));
  // A forced algorithm switches it off; the file of "tuned" has no field for that.
  own_algorithms own = open_mpi();
  own.all[0].parameters.push_back({"always", "coll_han_priority", 0});
  const auto set = variables_of(own_choice_of("library:chain").value(), collective::bcast, own);
  EXPECT_EQ(set.back(), (std::pair<std::string, int>{"coll_han_priority", 0}));
  const std::string chain =
      open_mpi_rules({{.of = collective::bcast, .p = 8, .steps = {{0, "library:chain"}}}}, own, {}, 1);
  EXPECT_EQ(looked_up(chain, 7, 8, 1), (found_rule{2, 4, 0}));
  own.all[0].settable = false;
  EXPECT_NE(no_choice(own_choice_of("library:chain").value(), collective::bcast, own)
                .find("OMPI_MCA_coll_han_priority=0"),
            std::string::npos);
}

// The component of a call, as Open MPI reads the file: the last rules whose size is not above that of the
// call. Empty without rules.
std::string component_of(const std::string& file, const std::string& of, int p, std::size_t bytes) {
  std::istringstream words(without_comments(file));
  int collectives = 0;
  words >> collectives;
  std::string found;
  for (int c = 0; c < collectives; ++c) {
    std::string name, level;
    int levels = 0, sizes = 0;
    words >> name >> levels >> level >> sizes;
    EXPECT_EQ(levels, 1);
    EXPECT_EQ(level, "global_communicator");
    for (int k = 0; k < sizes; ++k) {
      int size = 0, steps = 0;
      words >> size >> steps;
      EXPECT_TRUE(k > 0 || size == 1);
      for (int s = 0; s < steps; ++s) {
        std::size_t from = 1;
        std::string component;
        words >> from >> component;
        EXPECT_TRUE(s > 0 || from == 0);
        if (name == of && size <= p && from <= bytes) found = component;
      }
    }
  }
  EXPECT_TRUE(words);
  std::string rest;
  EXPECT_FALSE(words >> rest) << rest;
  return found;
}

TEST(OpenMpiRules, of_han_leave_calls_with_rules_to_tuned) {
  const std::string file = open_mpi_han_rules(
      {{.of = collective::bcast,
        .p = 8,
        .steps = {{0, "native"}, {4200, "library:chain"}, {9000, "library:binomial"}, {100000, "native"}}},
       {.of = collective::scan, .p = 8, .steps = {{0, "library:linear"}}},
       {.of = collective::allgather, .p = 8, .steps = {{0, "native"}, {1001, "library:ring"}}}},
      {{"first line", ""}});
  EXPECT_TRUE(file.starts_with("# first line\n#\n2  # collectives\n"));
  EXPECT_EQ(component_of(file, "bcast", 8, 4199), "han");
  EXPECT_EQ(component_of(file, "bcast", 8, 4200), "tuned");
  EXPECT_EQ(component_of(file, "bcast", 8, 99999), "tuned");
  EXPECT_EQ(component_of(file, "bcast", 8, 100000), "han");
  for (const int p : {2, 7, 9, 100}) EXPECT_EQ(component_of(file, "bcast", p, 5000), "han") << p;
  EXPECT_EQ(component_of(file, "scan", 8, 0), "");
  // Han compares one block: blocks of 125 bytes are 1000 in total, blocks of 126 bytes 1008.
  EXPECT_EQ(component_of(file, "allgather", 8, 125), "han");
  EXPECT_EQ(component_of(file, "allgather", 8, 126), "tuned");
}

TEST(OpenMpiRules, of_han_are_empty_without_its_collectives) {
  EXPECT_EQ(open_mpi_han_rules({{.of = collective::scan, .p = 8, .steps = {{0, "library:linear"}}}}, {}), "");
}

// A call as MPICH's selection sees it.
struct mpich_call {
  std::string collective = "bcast";
  int p = 8;
  std::size_t average = 0, total = 0;
  bool commutative = true, built_in = true, few = false, hierarchy = true, in_place = false;
};

bool holds(const std::string& key, const mpich_call& x) {
  const auto below = [&](std::string_view kind, std::size_t value) -> std::optional<bool> {
    if (!key.starts_with(kind) || key.ends_with("=any")) return std::nullopt;
    const bool equal = key[kind.size() + 1] == '=';
    const std::size_t limit = std::stoul(key.substr(kind.size() + (equal ? 2 : 1)));
    return equal ? value <= limit : value < limit;
  };
  if (key.ends_with("=any")) return true;
  if (key.starts_with("collective=")) return key == "collective=" + x.collective;
  if (key == "comm_type=intra") return true;
  if (key == "comm_hierarchy=parent") return x.hierarchy;
  if (key == "is_commutative=yes") return x.commutative;
  if (key == "is_commutative=no") return !x.commutative;
  if (key == "is_op_built_in=yes") return x.built_in;
  if (key == "is_op_built_in=no") return !x.built_in;
  if (key == "is_sendbuf_inplace=yes") return x.in_place;
  if (key == "is_sendbuf_inplace=no") return !x.in_place;
  if (key == "count<pow2") return x.few;
  if (const auto b = below("comm_size", static_cast<std::size_t>(x.p))) return *b;
  if (const auto b = below("avg_msg_size", x.average)) return *b;
  if (const auto b = below("total_msg_size", x.total)) return *b;
  ADD_FAILURE() << "unknown condition " << key;
  return false;
}

std::string leaf_of(const json& tree, const mpich_call& x) {
  for (const auto& [key, below] : tree.items()) {
    if (key.starts_with("algorithm=") || key.starts_with("composition="))
      return key.substr(key.find('=') + 1);
    if (holds(key, x)) return leaf_of(below, x);
  }
  return "";
}

std::string leaf_in(const std::string& file, const mpich_call& x) {
  EXPECT_NE(file.size() % 4096, 0U);
  return leaf_of(json::parse(file, nullptr, true, /*ignore_comments=*/true), x);
}

own_algorithms mpich() {
  own_algorithms own;
  own.library = "MPICH 4.0.2";
  own.generic = R"({
    "collective=bcast": {"comm_type=intra": {"avg_msg_size<=100": {"algorithm=MPIR_Bcast_intra_smp": {}},
                                             "avg_msg_size=any": {"algorithm=MPIR_Bcast_intra_binomial": {}}}},
    "collective=reduce": {"comm_type=intra": {
      "is_commutative=yes": {"count<pow2": {"algorithm=few": {}}, "count=any": {"avg_msg_size=any": {"algorithm=many": {}}}},
      "is_commutative=no": {"algorithm=in_order": {}}}},
    "collective=alltoall": {"comm_type=intra": {
      "is_sendbuf_inplace=yes": {"algorithm=replace": {}},
      "is_sendbuf_inplace=no": {"avg_msg_size<=256": {"algorithm=brucks": {}}, "avg_msg_size=any": {"algorithm=pairwise": {}}}}},
    "collective=allgather": {"comm_type=intra": {"total_msg_size<=81920": {"algorithm=brucks": {}},
                                                 "total_msg_size=any": {"algorithm=ring": {}}}},
    "collective=scan": {"comm_type=intra": {"algorithm=smp": {}}},
    "collective=gather": {"comm_type=intra": {"algorithm=MPIR_Gather_intra_binomial": {}},
                           "comm_type=inter": {"total_msg_size<=2048": {"algorithm=short": {}},
                                               "total_msg_size=any": {"algorithm=long": {}}}}})";
  own.composition = R"({
    "collective=bcast": {"comm_type=intra": {"comm_hierarchy=parent": {"composition=by_node": {}},
                                             "comm_hierarchy=any": {"composition=flat": {}}}},
    "collective=gather": {"comm_type=intra": {"composition=only": {}}}})";
  for (const collective c : {collective::bcast, collective::reduce, collective::alltoall,
                             collective::allgather, collective::gather})
    own.all.push_back({.of = c, .name = "nb", .number = 1, .variable = "v", .in_file = "MPIR_nb"});
  return own;
}

TEST(MpichRules, stand_before_the_compiled_ones_for_their_communicators_and_sizes) {
  const own_algorithms own = mpich();
  const auto files = mpich_rules(
      {{.of = collective::bcast, .p = 8, .steps = {{0, "native"}, {4200, "library:nb"}, {9000, "native"}}}},
      own, {{"first line"}});
  EXPECT_TRUE(files.first.starts_with("/*\n   first line\n*/\n"));
  EXPECT_EQ(leaf_in(files.first, {.average = 50}), "MPIR_Bcast_intra_smp");
  EXPECT_EQ(leaf_in(files.first, {.average = 4199}), "MPIR_Bcast_intra_binomial");
  EXPECT_EQ(leaf_in(files.first, {.average = 4200}), "MPIR_nb");
  EXPECT_EQ(leaf_in(files.first, {.average = 8999}), "MPIR_nb");
  EXPECT_EQ(leaf_in(files.first, {.average = 9000}), "MPIR_Bcast_intra_binomial");
  for (const int p : {2, 7, 9})
    EXPECT_EQ(leaf_in(files.first, {.p = p, .average = 4200}), "MPIR_Bcast_intra_binomial") << p;
  // The device does not compose a call by node if there is a rule for it.
  EXPECT_EQ(leaf_in(files.second, {.average = 4200}), "flat");
  EXPECT_EQ(leaf_in(files.second, {.average = 4199}), "by_node");
  EXPECT_EQ(leaf_in(files.second, {.p = 7, .average = 4200}), "by_node");
  EXPECT_EQ(leaf_in(files.second, {.p = 7, .average = 4200, .hierarchy = false}), "flat");
}

TEST(MpichRules, leave_calls_alone_that_were_not_measured) {
  const own_algorithms own = mpich();
  const auto files = mpich_rules({{.of = collective::reduce, .p = 8, .steps = {{0, "library:nb"}}},
                                  {.of = collective::alltoall, .p = 8, .steps = {{0, "library:nb"}}}},
                                 own, {});
  EXPECT_EQ(leaf_in(files.first, {.collective = "reduce"}), "MPIR_nb");
  EXPECT_EQ(leaf_in(files.first, {.collective = "reduce", .commutative = false}), "in_order");
  EXPECT_EQ(leaf_in(files.first, {.collective = "reduce", .few = true}), "few");
  EXPECT_EQ(leaf_in(files.first, {.collective = "alltoall"}), "MPIR_nb");
  EXPECT_EQ(leaf_in(files.first, {.collective = "alltoall", .in_place = true}), "replace");
  EXPECT_EQ(files.second, "");
}

TEST(MpichRules, count_sizes_as_the_library_does) {
  const own_algorithms own = mpich();
  const std::vector<rule_step> steps{{0, "native"}, {8000, "library:nb"}};
  const auto files = mpich_rules({{.of = collective::alltoall, .p = 8, .steps = steps},
                                  {.of = collective::allgather, .p = 8, .steps = steps}},
                                 own, {});
  EXPECT_EQ(leaf_in(files.first, {.collective = "alltoall", .average = 999}), "pairwise");
  EXPECT_EQ(leaf_in(files.first, {.collective = "alltoall", .average = 1000}), "MPIR_nb");
  EXPECT_EQ(leaf_in(files.first, {.collective = "allgather", .total = 7999}), "brucks");
  EXPECT_EQ(leaf_in(files.first, {.collective = "allgather", .total = 8000}), "MPIR_nb");
}

TEST(MpichRules, exist_where_the_library_can_tell_calls_apart) {
  const own_algorithms own = mpich();
  EXPECT_TRUE(mpich_has_rules(collective::reduce, own));
  EXPECT_FALSE(mpich_has_rules(collective::scan, own));  // nothing tells operators apart
  EXPECT_FALSE(mpich_has_rules(collective::scatter, own));
  EXPECT_TRUE(mpich_has_rules(collective::gather, own));
  EXPECT_FALSE(mpich_tells_sizes(collective::gather, own));
  EXPECT_TRUE(mpich_tells_sizes(collective::allgather, own));
  const auto files = mpich_rules({{.of = collective::gather, .p = 8, .steps = {{0, "library:nb"}}}}, own, {});
  EXPECT_EQ(leaf_in(files.first, {.collective = "gather"}), "MPIR_nb");
  EXPECT_EQ(leaf_in(files.first, {.collective = "gather", .p = 9}), "MPIR_Gather_intra_binomial");
}

}  // namespace
}  // namespace tutti::measure
