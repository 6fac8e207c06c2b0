/** The course of a number as a small line, without scale. A part of the picture only: its number is beside it. */
export function Sparkline(props: { values: readonly number[] }) {
  const { values } = props;
  const most = Math.max(1, ...values);
  const step = 100 / Math.max(1, values.length - 1);
  const points = values.map((value, index) => `${(index * step).toFixed(1)},${(22 - (value / most) * 20).toFixed(1)}`);
  return (
    <svg aria-hidden="true" viewBox="0 0 100 24" preserveAspectRatio="none" className="h-6 w-18 overflow-visible">
      <polyline
        points={points.join(' ')}
        vectorEffect="non-scaling-stroke"
        strokeLinejoin="round"
        strokeWidth={1.5}
        className="fill-none stroke-chart-a"
      />
    </svg>
  );
}

/** Running totals by day. */
export const sums = (values: readonly number[]): number[] => {
  let sum = 0;
  return values.map((value) => {
    sum += value;
    return sum;
  });
};

/** At most so many points: a line of 90 days is as narrow as one of 7. */
export function inGroups(values: readonly number[], groups: number): number[] {
  const size = Math.ceil(values.length / groups);
  const grouped: number[] = [];
  for (let end = values.length; end > 0; end -= size)
    grouped.unshift(values.slice(Math.max(0, end - size), end).reduce((sum, value) => sum + value, 0));
  return grouped;
}
