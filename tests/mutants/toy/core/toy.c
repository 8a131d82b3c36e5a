int larger(int a, int b) { return a > b ? a : b; }
int twice(int a) { return 2 * a; }
int until(int a) {
  while (a < 9) a += 3;
  return a;
}
