# The paper's tables in the simulated cluster: microseconds over the average block, a panel a problem type. Called with the
# collective.
set terminal svg size 1080,620 font "Helvetica,12" background rgb "white"
set output sprintf("docs/pictures/irregular-tables-%s.svg", collective)
data = "docs/figures/irregular-tables-qdr.csv"
types = "same random bucket spikes increasing decreasing alternating two_blocks"
title_of(t) = t eq "two_blocks" ? "two blocks" : t
selectors = "ompi ompi mpich ompi"
columns = "native gl2 gl2 tutti"
labels = "'MPI\\_Gatherv, linear' 'GL2 by Open MPI' 'GL2 by MPICH' 'tutti'"
if (collective eq "scatterv") { labels = "'MPI\\_Scatterv, linear' 'GL2 by Open MPI' 'GL2 by MPICH' 'tutti'" }
style_of = "8 2 5 3"
mine(t, s, c) = stringcolumn("collective") eq collective && stringcolumn("type") eq t && stringcolumn("selector") eq s ? column(c) : NaN
set datafile missing NaN
set logscale xy
set xtics (1, 10, 100, "1k" 1000, "10k" 10000)
set ytics (10, 100, "1 000" 1000, "10 000" 10000, "100 000" 100000) 
set multiplot layout 2,4 title sprintf("%s on 35 nodes of 16 processes, simulated", collective) font ",15"
do for [k=1:8] {
  t = word(types, k)
  set title title_of(t) font ",13"
  if (k == 1) { set key top left spacing 1.0 samplen 2 reverse Left font ",11" } else { unset key }
  if (k > 4) { set xlabel "b, ints" } else { unset xlabel }
  if (k % 4 == 1) { set ylabel "microseconds" } else { unset ylabel }
  plot [0.7:14000] [8:300000] for [i=1:4] data using "b":(mine(t, word(selectors, i), word(columns, i))) \
    with linespoints ls word(style_of, i) + 0 title word(labels, i)
}
unset multiplot
