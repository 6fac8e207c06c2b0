/** Half of the highest number on the axis, so that both are whole and round. */
export function axisStep(highest: number): number {
  const half = Math.max(1, highest / 2);
  const power = 10 ** Math.floor(Math.log10(half));
  const round = [1, 2, 3, 4, 5, 10].find((digit) => digit * power >= half) ?? 10;
  return round * power;
}
