import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar, LinePath } from '@visx/shape';
import { type PointerEvent, useId, useState } from 'react';
import { axisStep } from '../../lib/axisStep.ts';
import { wholeNumber } from '../../lib/numbers.ts';

export type ChartDay = { day: string; bars: number; line: number };
type Props = { label: string; bars: string; line: string; days: readonly ChartDay[] };

/** The drawing is stretched to its box: these are no pixels. */
const WIDTH = 1000;
const HEIGHT = 100;
const LABELS = 5;

const dayText = new Intl.DateTimeFormat(undefined, { month: 'short', day: 'numeric', timeZone: 'UTC' });
const longText = new Intl.DateTimeFormat(undefined, {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  timeZone: 'UTC',
});
const noon = (day: string): number => Date.parse(`${day}T12:00:00Z`);

/** Bars and a line by day, with the numbers on hover, and as a table for who cannot see them. A chunk of its own. */
export function DayChart(props: Props) {
  const { days } = props;
  const [hovered, setHovered] = useState<number | null>(null);
  const step = axisStep(Math.max(...days.map(({ bars, line }) => Math.max(bars, line))));
  const x = scaleBand({ domain: days.map(({ day }) => day), range: [0, WIDTH], padding: 0.35 });
  const y = scaleLinear({ domain: [0, 2 * step], range: [HEIGHT, 0] });
  const middle = ({ day }: ChartDay): number => (x(day) ?? 0) + x.bandwidth() / 2;
  const line = {
    data: [...days],
    x: middle,
    y: (one: ChartDay) => y(one.line),
    vectorEffect: 'non-scaling-stroke',
    strokeLinejoin: 'round' as const,
  };
  const follow = (event: PointerEvent<HTMLDivElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    const at = Math.floor(((event.clientX - box.left) / box.width) * days.length);
    setHovered(Math.min(days.length - 1, Math.max(0, at)));
  };
  return (
    <div className="grid grid-cols-[1.5rem_minmax(0,1fr)] gap-x-2 gap-y-1 px-4 pb-3.5 text-ink-3 text-note tabular-nums">
      <div aria-hidden className="-my-2 flex flex-col justify-between text-right">
        {[2 * step, step, 0].map((value) => (
          <span key={value}>{wholeNumber(value)}</span>
        ))}
      </div>
      <div
        className="relative h-37"
        onPointerMove={follow}
        onPointerDown={follow}
        onPointerLeave={() => setHovered(null)}
      >
        <svg
          aria-hidden="true"
          viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
          preserveAspectRatio="none"
          className="absolute inset-0 size-full overflow-visible"
        >
          {[2 * step, step, 0].map((value) => (
            <path key={value} d={`M0 ${y(value)}H${WIDTH}`} vectorEffect="non-scaling-stroke" className="stroke-line" />
          ))}
          {days.map((one) => (
            <Bar
              key={one.day}
              x={x(one.day)}
              width={x.bandwidth()}
              y={y(one.bars)}
              height={HEIGHT - y(one.bars)}
              className="fill-chart-a"
            />
          ))}
          <LinePath {...line} strokeWidth={4} className="fill-none stroke-surface" />
          <LinePath {...line} strokeWidth={2} className="fill-none stroke-chart-b" />
          {days
            .filter((one) => one.line > 0)
            .map((one) => (
              <path
                key={one.day}
                d={`M${middle(one)} ${y(one.line)}h0`}
                strokeWidth={6}
                strokeLinecap="round"
                vectorEffect="non-scaling-stroke"
                className="stroke-chart-b"
              />
            ))}
        </svg>
        {hovered !== null && <Hint {...props} index={hovered} />}
      </div>
      <Days days={days} />
      <Numbers {...props} />
    </div>
  );
}

function Days(props: { days: readonly ChartDay[] }) {
  const { days } = props;
  const every = Math.ceil(days.length / LABELS);
  return (
    <div aria-hidden className="relative col-start-2 h-4 overflow-hidden">
      {days.map(({ day }, index) =>
        // counted from the newest, whose label would leave the box in the middle of a step
        (days.length - 1 - index) % every === Math.floor(every / 2) ? (
          <span
            key={day}
            className="-translate-x-1/2 absolute whitespace-nowrap"
            style={{ left: `${((index + 0.5) / days.length) * 100}%` }}
          >
            {dayText.format(noon(day))}
          </span>
        ) : null,
      )}
    </div>
  );
}

function Hint(props: Props & { index: number }) {
  const day = props.days[props.index];
  if (!day) return null;
  const place = (props.index + 0.5) / props.days.length;
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute top-0 z-10 whitespace-nowrap rounded-control bg-ink px-2 py-1.5 text-paper"
      style={{ left: `${place * 100}%`, transform: `translateX(${-place * 100}%)` }}
    >
      <b className="font-semibold">{longText.format(noon(day.day))}</b> · {wholeNumber(day.bars)}{' '}
      {props.bars.toLowerCase()} · {wholeNumber(day.line)} {props.line.toLowerCase()}
    </div>
  );
}

function Numbers(props: Props) {
  const id = useId();
  return (
    <table aria-labelledby={id} className="sr-only">
      <caption id={id}>{props.label}</caption>
      <thead>
        <tr>
          <th scope="col">Day</th>
          <th scope="col">{props.bars}</th>
          <th scope="col">{props.line}</th>
        </tr>
      </thead>
      <tbody>
        {props.days.map(({ day, bars, line }) => (
          <tr key={day}>
            <th scope="row">{longText.format(noon(day))}</th>
            <td>{bars}</td>
            <td>{line}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
