"""Reads src/mpi/library/signatures.txt: functions of MPI by their signatures."""

import dataclasses
import re


@dataclasses.dataclass(frozen=True)
class Parameter:
    kind: str  # "const void*", "Count", ...; that of the elements if it is an array
    name: str
    array: bool = False

    def __str__(self):
        if self.kind == "const MPI_Request":  # not constant in all headers (src/mpi/library/abi.hpp)
            return f"queried_requests {self.name}"
        return f"{self.kind} {self.name}{'[]' if self.array else ''}"

    def with_types(self, count, displacement):
        kind = re.sub(r"\bCount\b", count, re.sub(r"\bDisplacement\b", displacement, self.kind))
        return dataclasses.replace(self, kind=kind)


REQUEST = Parameter("MPI_Request*", "request")
INFO = Parameter("MPI_Info", "info")


@dataclasses.dataclass(frozen=True)
class Function:
    name: str  # without MPI_
    parameters: tuple
    group: str
    only: str = ""  # the condition of its group: "not SMPI", "replaced waits", "MPI 4.1"

    @property
    def counts(self):
        """True if it has a form with large counts."""
        return any(re.search(r"\b(Count|Displacement)\b", p.kind) for p in self.parameters)

    @property
    def arguments(self):
        return [p.name for p in self.parameters]

    def with_int(self):
        return self.typed("", "int", "int")

    def with_large_counts(self):
        return self.typed("_c", "MPI_Count", "MPI_Aint")

    def typed(self, ending, count, displacement):
        parameters = tuple(p.with_types(count, displacement) for p in self.parameters)
        return dataclasses.replace(self, name=self.name + ending, parameters=parameters)

    def nonblocking(self):
        return dataclasses.replace(
            self, name=f"I{self.name[0].lower()}{self.name[1:]}", parameters=(*self.parameters, REQUEST)
        )

    def persistent(self):
        name = f"{self.name[:-2]}_init_c" if self.name.endswith("_c") else f"{self.name}_init"
        return dataclasses.replace(self, name=name, parameters=(*self.parameters, INFO, REQUEST))


def parameter(text):
    found = re.fullmatch(r"((?:const )?\w+(?:\*+| )) ?(\w+)(\[\])?", text.strip())
    if not found:
        raise ValueError(f"no parameter: {text}")
    kind, name, array = found.groups()
    return Parameter(kind.strip(), name, bool(array))


def parameters(text):
    return () if text == "void" else tuple(map(parameter, text.split(",")))


def read(path):
    """All functions of the table, in its order."""
    group, only, functions = None, "", []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        if heading := re.fullmatch(r"\[([^;]+)(?:; (.+))?\]", line):
            group, only = heading[1], heading[2] or ""
        elif signature := re.fullmatch(r"int MPI_(\w+)\((.*)\)", line):
            functions.append(Function(signature[1], parameters(signature[2]), group, only))
        else:
            raise ValueError(f"{path.name}:{number}: neither a group nor a signature: {line}")
    return functions


def collectives(table):
    return [f for f in table if f.group.endswith("collectives")]


def all_forms(function):
    """The blocking, the non-blocking and the persistent form of a collective."""
    return function, function.nonblocking(), function.persistent()


def both_counts(function):
    """A function and, if there is one, its form with large counts."""
    return [function.with_int(), *([function.with_large_counts()] if function.counts else [])]
