# What the plots share: sizes, grid, and colours that most eyes tell apart (Okabe and Ito), each with a mark or dashes of its own.
set datafile separator ","
set border 3 lc rgb "#888888"
set tics nomirror tc rgb "#333333" scale 0.6
set grid lc rgb "#dddddd" lt 1 lw 0.7
set style line 1 lc rgb "#000000" lw 1.6 dt 1 pt 7 ps 0.55
set style line 2 lc rgb "#0072b2" lw 1.6 dt (8,3) pt 9 ps 0.75
set style line 3 lc rgb "#d55e00" lw 1.6 dt 1 pt 5 ps 0.6
set style line 4 lc rgb "#009e73" lw 1.6 dt (3,2) pt 13 ps 0.75
set style line 5 lc rgb "#cc79a7" lw 1.6 dt (10,3,2,3) pt 11 ps 0.75
set style line 6 lc rgb "#56b4e9" lw 1.6 dt (2,2) pt 4 ps 0.75
set style line 7 lc rgb "#b59a00" lw 1.6 dt (6,2) pt 6 ps 0.75
set style line 8 lc rgb "#777777" lw 1.6 dt (1,2) pt 8 ps 0.75
