import type { ReactNode } from 'react';
import type { AsOfView, EventDaysView } from '../../../api/views.ts';
import { wholeNumber } from '../../lib/numbers.ts';
import { binBars, curve } from './sliderSteps.ts';

/** The drawing is stretched to its box: these are no pixels. */
const HEIGHT = 100;

/** The history along the slider: bars of all events, and curves of approvals and sent emails, with their counts until the moment. */
export function MomentCurves(props: { bins: EventDaysView['bins']; soFar: AsOfView['soFar'] | undefined }) {
  const { bins, soFar } = props;
  const approved = bins.reduce((sum, bin) => sum + bin.approved, 0);
  const sent = bins.reduce((sum, bin) => sum + bin.sent, 0);
  const most = Math.max(approved, sent);
  return (
    <div className="mt-3 px-2">
      <p className="mb-1.5 flex flex-wrap gap-x-4 text-ink-3 text-note tabular-nums">
        <Key look="bg-chart-a2">All events</Key>
        <Key look="bg-chart-a">Approvals{soFar && `: ${wholeNumber(soFar.approved)}`}</Key>
        <Key look="bg-chart-b">Emails sent{soFar && `: ${wholeNumber(soFar.sent)}`}</Key>
      </p>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${bins.length} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="block h-14 w-full overflow-visible"
      >
        {binBars(bins).map(({ bin, height }) => (
          <rect
            key={bin}
            x={bin + 0.1}
            width={0.8}
            y={HEIGHT * (1 - height)}
            height={HEIGHT * height}
            className="fill-chart-a2"
          />
        ))}
        <Curve values={bins.map((bin) => bin.approved)} most={most} className="stroke-chart-a" />
        <Curve values={bins.map((bin) => bin.sent)} most={most} className="stroke-chart-b" />
      </svg>
    </div>
  );
}

function Curve(props: { values: readonly number[]; most: number; className: string }) {
  if (props.values.every((value) => value === 0)) return null;
  return (
    <path
      d={curve(props.values, props.most, HEIGHT)}
      vectorEffect="non-scaling-stroke"
      strokeWidth={2}
      strokeLinejoin="round"
      className={`fill-none ${props.className}`}
    />
  );
}

function Key(props: { look: string; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1.5">
      <i aria-hidden className={`size-2 rounded-mark ${props.look}`} />
      <span>{props.children}</span>
    </span>
  );
}
