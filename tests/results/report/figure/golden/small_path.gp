# wang2008/small: replicate 1
# gnuplot -d small_path.gp draws small_path.svg and small_path.pdf in the folder it is called in.
set encoding utf8

$series << END_OF_SERIES
# pi beta_0 w_1
0 1 0
0.25 1 0.1
0.5 0.125 0.3333333333333333
0.5 -0.125 NaN
1 -1 0
END_OF_SERIES

set title 'wang2008/small: replicate 1' offset 0,0.6
set xlabel 'π'
set xrange [0:1]
set yrange [-1.1:1.1]
set xtics nomirror out ('0.0' 0, '0.1' 0.1, '0.2' 0.2, '0.3' 0.3, '0.4' 0.4, '0.5' 0.5, '0.6' 0.6, '0.7' 0.7, '0.8' 0.8, '0.9' 0.9, '1.0' 1)
set ytics nomirror out ('-1.0' -1, '-0.5' -0.5, '0.0' 0, '0.5' 0.5, '1.0' 1)
set border 3
set xzeroaxis linetype 1 linecolor rgb '#888888' linewidth 0.75
set arrow from first 0.25, graph 0 to first 0.25, graph 1 nohead dashtype 3 linecolor rgb '#888888'
set label 'flat_until' at first 0.25, graph 1.03 center textcolor rgb '#555555'
set key bottom center horizontal outside reverse Left samplen 4 height 0.7

set terminal svg size 720,470 noenhanced font 'sans,13' background rgb 'white'
set output 'small_path.svg'
plot $series using 1:2 with lines linecolor rgb '#0072b2' linewidth 2 dashtype solid title 'β₀(π)', \
     $series using 1:3 with lines linecolor rgb '#d55e00' linewidth 2 dashtype (9, 4) title 'Bob''s <w> & 1'

set terminal pdfcairo size 16cm,10.5cm noenhanced dashlength 1.5 font 'sans,11'
set output 'small_path.pdf'
replot
unset output
