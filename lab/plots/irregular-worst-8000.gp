# Gatherv on the problem types in virtual time, against the better of star and binomial tree. From docs/figures, by
# lab/irregular plots.
load "lab/plots/style.gp"
p = 8000
reference(x) = column("star") < column("binomial") ? column("star") : column("binomial")
heading = "Gatherv on 8000 processes, LogGP: 2 us + 0.3 ns a byte, 0.5 us of processor time a message"
against = "times the better of star, binomial"
least = 0.6
most = 300
load "lab/plots/worst.gp"
