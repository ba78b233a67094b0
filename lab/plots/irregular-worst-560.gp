# Gatherv on the problem types in virtual time, against the optimal ordered tree. From docs/figures, by lab/irregular plots.
load "lab/plots/style.gp"
p = 560
reference(x) = column("optimal")
heading = "Gatherv on 560 processes, LogGP: 2 us + 0.3 ns a byte, 0.5 us of processor time a message"
against = "times the optimal tree"
least = 0.8
most = 60
load "lab/plots/worst.gp"
