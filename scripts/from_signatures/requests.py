"""The functions that wait or test, and those before which processes meet: MPI_Name and PMPI_Name."""

from .layout import CONDITIONS, FIRST_LINE, by_condition, filled, head, under
from .table import both_counts

SYNCHRONOUS = {"Send": "Ssend", "Send_c": "Ssend_c", "Isend": "Issend", "Isend_c": "Issend_c",
               "Send_init": "Ssend_init", "Send_init_c": "Ssend_init_c"}
TEST_FOR = {"Wait": "Test", "Waitall": "Testall", "Waitany": "Testany", "Waitsome": "Testsome"}


def defined(name, function, lines):
    return head(f"int {name}", function, " {") + "".join(f"{line.rstrip()}\n" for line in lines) + "}\n"


def call(what, arguments):
    return filled(f"  return {what}", arguments, ";")


def delivering(lines):
    """Some lines, after which notices to the program are delivered."""
    indented = [f"  {part}" for line in lines for part in line.rstrip().split("\n")]
    return ["  return progress::then_deliver([&] {", *indented, "  });"]


def recorded(function, kind="waiting_in"):
    """Records in which function the process waits, and for whom."""
    names, facts = function.arguments, [f"record::message::{function.name.lower().removesuffix('_c')}", "site"]
    partner = next((n for n in ("from", "source", "to") if n in names), None)
    if partner:
        facts += [partner, "in_tag" if "in_tag" in names else "tag", "comm"]
    return filled(f"  const {kind} here", [f.replace("site", "__builtin_return_address(0)") for f in facts], ";")


def noted(function):
    """Notes which of the requests the function completes, or reports as complete."""
    requests = next(p for p in function.parameters if p.name in ("request", "requests"))
    if function.group != "status queries":
        return f"  const completion seen({'n, requests' if requests.array else '1, request'});"
    names = function.arguments
    reported = ["flag" if "flag" in names else "nullptr", *(n for n in ("index", "indices", "count") if n in names)]
    return f"  const status_reply seen({'n, requests' if requests.array else '1, &request'}, {', '.join(reported)});"


def in_groups(table, *groups):
    return [f for f in table if f.group in groups]


def waits_open_mpi(table):
    def message(function):
        return defined(f"MPI_{function.name}", function,
                       [recorded(function), *delivering([call(f"next_mpi.{function.name}", function.arguments)])])

    def send(function):
        def body(by):
            return delivering([
                "  if (this_run.synchronous_sends) [[unlikely]]",
                "  " + call(f"{by}.{SYNCHRONOUS[function.name]}", function.arguments),
                call(f"{by}.{function.name}", function.arguments)])

        return (defined(f"MPI_{function.name}", function, [recorded(function), *body("next_mpi")])
                + defined(f"PMPI_{function.name}", function,
                          [recorded(function, "inner_waiting_in"), *body("next_pmpi")]))

    def request_function(function):
        name = function.name
        test = [TEST_FOR[name]] if function.group == "waits" else []

        def body(by):
            return delivering([
                noted(function),
                call(f"deferred::{name}", [*(f"{by}.{n}" for n in (name, *test)), *function.arguments])])

        def waits(kind):
            return [recorded(function, kind)] if test else []

        return (defined(f"MPI_{name}", function, waits("waiting_in") + body("next_mpi"))
                + defined(f"PMPI_{name}", function, waits("inner_waiting_in") + body("next_pmpi")))

    return (FIRST_LINE + "\nextern \"C\" {\n\n"
            + "".join(send(f.with_int()) for f in in_groups(table, "standard sends"))
            + "".join(message(f.with_int()) for f in in_groups(table, "messages", "probes"))
            + by_condition(in_groups(table, "waits", "tests", "status queries"), request_function)
            + "\n}  // extern \"C\"\n")


def both_names(function, body):
    """MPI_Name and PMPI_Name. body(by) is their text, where `by` is the table of what follows them."""
    return (defined(f"MPI_{function.name}", function, body("next_mpi"))
            + defined(f"PMPI_{function.name}", function, body("next_pmpi")))


def waits_mpich(table):
    def message(function):
        does = function.name.removesuffix("_c")
        return both_names(function, lambda by: [
            recorded(function), *delivering([call(f"do_{does}", [f"{by}.{function.name}", *function.arguments])])])

    def send(function):
        return both_names(function, lambda by: [recorded(function), *delivering([
            "  if (this_run.synchronous_sends) [[unlikely]]",
            "  " + call("do_Ssend", [f"{by}.{SYNCHRONOUS[function.name]}", *function.arguments]),
            call("do_Send", [f"{by}.{function.name}", *function.arguments])])])

    def probe(function):
        return both_names(function, lambda by: [
            recorded(function),
            *delivering([call(f"do_{function.name}", [by, *function.arguments])])])

    def wait(function):
        return both_names(function, lambda by: [
            recorded(function), *delivering([
                noted(function),
                f"  const auto native = [](auto... given) {{ return do_{function.name}({by}, given...); }};",
                call(f"deferred::{function.name}", ["native", f"{by}.{TEST_FOR[function.name]}", *function.arguments])])])

    def test(function):
        def body(by):
            own = f"{by}.{function.name}"
            if function.group == "message tests":
                return delivering(["  progress::advance_if_needed();", call(own, function.arguments)])
            return delivering([noted(function), "  progress::advance_if_needed();",
                               call(f"deferred::{function.name}", [own, *function.arguments])])

        return both_names(function, body)

    def buffer(function):
        of = function.name.split("_")[0]
        flush = f"PMPI_{of}_iflush{'' if of == 'Buffer' else '_buffer'}"
        object_of = [p.name for p in function.parameters if p.kind in ("MPI_Comm", "MPI_Session")]
        begins = f"[&](MPI_Request* flushed) {{ return {flush}({', '.join([*object_of, 'flushed'])}); }}"

        def body(by):
            native = filled(f"  const auto native = [&] {{ return {by}.{function.name}", function.arguments, "; };")
            return delivering([native, f"  return emptied({begins}, native);"])

        return both_names(function, body)

    return (FIRST_LINE + "\nextern \"C\" {\n\n"
            + by_condition([g for f in in_groups(table, "buffers") for g in both_counts(f)], buffer)
            + "".join(probe(f) for f in in_groups(table, "probes"))
            + "".join(wait(f) for f in in_groups(table, "waits"))
            + "".join(map(test, in_groups(table, "tests", "message tests")))
            + by_condition(in_groups(table, "status queries"), test)
            + "".join(send(g) for f in in_groups(table, "standard sends") for g in both_counts(f))
            + "".join(message(g) for f in in_groups(table, "messages") for g in both_counts(f))
            + "\n}  // extern \"C\"\n")


def with_one_body(function, body):
    """MPI_Name and PMPI_Name, which are the same."""
    return defined(f"MPI_{function.name}", function, body) + f"TUTTI_ALIAS(PMPI_{function.name}, MPI_{function.name})\n"


def own(function):
    """The source that includes this defines do_Name."""
    return with_one_body(function, [call(f"do_{function.name}", function.arguments)])


def handles(table):
    return (FIRST_LINE + "\nextern \"C\" {\n\n" + "".join(map(own, in_groups(table, "handles")))
            + under("!defined(TUTTI_REPLACES_WAITS)", "".join(map(own, in_groups(table, "disconnect"))))
            + "\n}  // extern \"C\"\n")


def sessions(table):
    def with_next(function):
        return both_names(function, lambda by: [call(f"do_{function.name}", [by, *function.arguments])])

    return (FIRST_LINE + "\nextern \"C\" {\n\n" + "".join(map(with_next, in_groups(table, "sessions")))
            + "\n}  // extern \"C\"\n")


def posted_sends(table):
    def send(function):
        forms = ", ".join(f"&library_calls::{name}" for name in (function.name, SYNCHRONOUS[function.name]))
        return both_names(function, lambda by: [call(f"posted_sends::post<{forms}>", [by, *function.arguments])])

    functions = in_groups(table, "posted sends")
    return (FIRST_LINE + "\n" + under("!defined(SMPI_H)", "extern \"C\" {\n\n"
            + "".join(send(f.with_int()) for f in functions)
            + under(CONDITIONS["replaced waits"], "".join(send(f.with_large_counts()) for f in functions))
            + "\n}  // extern \"C\"\n"))


def meetings_mpich(table):
    def after(does, arguments):
        def text(function):
            native = filled(f"  const auto native = [&] {{ return next_pmpi.{function.name}", function.arguments, "; };")
            return with_one_body(function, [native, f"  return {does}({', '.join([*arguments, 'native'])});"])
        return text

    def poll(function):
        return with_one_body(function, ["  progress::advance_if_needed();",
                                        *delivering([call(f"next_pmpi.{function.name}", function.arguments)])])

    return (FIRST_LINE + "\nextern \"C\" {\n\n"
            + "".join(map(after("after_meeting", ["comm"]), in_groups(table, "meetings")))
            + "".join(after("window_of", ["comm", "made"])(g)
                      for f in in_groups(table, "windows") for g in both_counts(f))
            + "".join(map(own, in_groups(table, "disconnect", "other meetings")))
            + "".join(map(poll, in_groups(table, "polls")))
            + "\n}  // extern \"C\"\n")


def file_meetings_mpich(table):
    def opened_or_closed(function):
        return both_names(function, lambda by: [call(f"do_{function.name}", [by, *function.arguments])])

    def on_file(function):
        return both_names(function, lambda by: [
            "  meet(files_here().of(file));", call(f"{by}.{function.name}", function.arguments)])

    return (FIRST_LINE + "\nextern \"C\" {\n\n"
            + "".join(map(opened_or_closed, in_groups(table, "files opened and closed")))
            + "".join(on_file(g) for f in in_groups(table, "files") for g in both_counts(f))
            + "\n}  // extern \"C\"\n")
