# Against the guidelines and the linear algorithm. From docs/figures, by lab/irregular plots.
load "lab/plots/style.gp"
collective = "scatterv"
load "lab/plots/tables.gp"
