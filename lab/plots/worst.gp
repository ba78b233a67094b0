# How many times longer algorithms take than `reference`, a column or the least of several, over the average block; a panel a
# problem type. Called with p, the algorithms and the reference.
set terminal svg size 1080,880 font "Helvetica,12" background rgb "white"
set output sprintf("docs/pictures/irregular-worst-%d.svg", p)
data = "docs/figures/irregular-worst.csv"
types = "same random bucket spikes increasing decreasing alternating two_blocks one_giant"
title_of(t) = t eq "two_blocks" ? "two blocks" : t eq "one_giant" ? "one block of p b ints, deep in the binomial tree" : t
algorithms = "star binomial linear_time tree_and_star"
style_of = "8 2 3 4"
label_of(a) = a eq "linear_time" ? "linear\\_time" : a
mine(t, a) = stringcolumn("type") eq t && column("p") == p ? column(a) / reference(0) : NaN
set datafile missing NaN
set logscale xy
set xtics (1, 10, 100, "1 000" 1000, "10 000" 10000)
set xrange [0.7:14000]
set ytics (1, 2, 5, 10, 20, 50, 100, 200)
set multiplot layout 3,3 title heading font ",15"
do for [k=1:9] {
  t = word(types, k)
  set title title_of(t) font ",13"
  if (k == 1) { set key top right spacing 1.05 samplen 3 } else { unset key }
  if (k > 6) { set xlabel "b, ints" } else { unset xlabel }
  if (k % 3 == 1) { set ylabel against } else { unset ylabel }
  plot [:] [least:most] for [i=1:4] data using "b":(mine(t, word(algorithms, i))) with linespoints ls word(style_of, i) + 0 \
    title label_of(word(algorithms, i))
}
unset multiplot
