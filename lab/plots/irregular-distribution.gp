# What share of the instances takes at most so many times as long as the optimal ordered tree. From docs/figures, by
# lab/irregular plots.
load "lab/plots/style.gp"
set terminal svg size 960,430 font "Helvetica,12" background rgb "white"
set output "docs/pictures/irregular-distribution.svg"
data = "docs/figures/irregular-distribution.csv"
types = "same random bucket spikes increasing decreasing alternating two_blocks"
label_of(t) = t eq "two_blocks" ? "two blocks" : t
set multiplot layout 1,2
set ylabel "share of instances" tc rgb "#333333"
set format y "%g %%"
set yrange [0:100]
set xlabel "times the optimal tree's time" tc rgb "#333333"
set key bottom right spacing 1.1 samplen 3
set title "the tree that linear\\_time builds" font ",14"
set xrange [1:2]
plot for [i=1:8] data using (column(word(types, i).".tree")):(100 * column("share")) with lines ls i title label_of(word(types, i))
set title "linear\\_time as it runs, its construction included" font ",14"
set xrange [0.95:6]
set logscale x 2
set xtics (1, 1.25, 1.5, 2, 2.5, 3, 4, 5, 6)
plot for [i=1:8] data using (column(word(types, i).".linear_time")):(100 * column("share")) with lines ls i title label_of(word(types, i))
unset multiplot
