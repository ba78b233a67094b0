"""Reads src/mpi/library/signatures.txt: the functions of MPI by their signatures."""

import dataclasses
import re


@dataclasses.dataclass(frozen=True)
class Parameter:
    kind: str  # "const void*", "Count", ...; that of the elements if it is an array
    name: str
    array: bool = False

    def __str__(self):
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

    @property
    def counts(self):
        """True if it has a form with large counts."""
        return any(re.search(r"\bCount\b", p.kind) for p in self.parameters)

    def with_int(self):
        return self.typed("", "int", "int")

    def with_large_counts(self):
        return self.typed("_c", "MPI_Count", "MPI_Aint")

    def typed(self, ending, count, displacement):
        return Function(self.name + ending, tuple(p.with_types(count, displacement) for p in self.parameters), self.group)

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


def read(path):
    """All functions of the table, in its order."""
    group, functions = None, []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        line = line.strip()
        if not line or line.startswith("#"):
            continue
        if heading := re.fullmatch(r"\[(.+)\]", line):
            group = heading[1]
        elif signature := re.fullmatch(r"int MPI_(\w+)\((.*)\)", line):
            functions.append(Function(signature[1], tuple(map(parameter, signature[2].split(","))), group))
        else:
            raise ValueError(f"{path.name}:{number}: neither a group nor a signature: {line}")
    return functions
