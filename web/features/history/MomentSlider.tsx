import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { AsOfView, EventDaysView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Field } from '../../components/ui/Field.tsx';
import { Input } from '../../components/ui/Input.tsx';
import { wholeNumber } from '../../lib/numbers.ts';
import { useUserZone } from '../profile/api.ts';
import { exactTime, fromField, toField } from './moments.ts';
import { binBars, curve, daysBeside, sliderPlaces } from './sliderSteps.ts';

/** The screens are asked for when the slider has stood still so long. */
const STILL_MS = 250;

export type SliderDays = EventDaysView & { first: string; last: string };

/** Chooses a moment between the first and last event: by slider, by field, or from one day with events to the next. */
export function MomentSlider(props: {
  days: SliderDays;
  /** Until the moment; unset while that is looked up. */
  soFar: AsOfView['soFar'] | undefined;
  at: string;
  onChange: (at: string) => void;
}) {
  const { first, last, days } = props.days;
  const zone = useUserZone();
  const [at, setAt] = useSettled(props.at, props.onChange);
  const places = sliderPlaces(first, last);
  const within = (moment: number): string => {
    if (moment <= Date.parse(first)) return first;
    return moment >= Date.parse(last) ? last : new Date(moment).toISOString();
  };
  const { before, after } = daysBeside(zone, days, at);
  const to = (moment: string | null): void => {
    if (moment) setAt(within(Date.parse(moment)));
  };
  return (
    <section aria-label="Moment" className="panel px-4 pt-3 pb-4">
      <div className="flex flex-wrap items-end gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-56">
          <h2 className="text-ink-3 text-note">As of</h2>
          <p className="font-semibold text-lead tabular-nums">
            <time dateTime={at}>{exactTime(zone, at)}</time>
          </p>
        </div>
        <div className="w-60 max-sm:w-full">
          <MomentField first={first} last={last} at={at} onChange={(moment) => setAt(within(moment))} />
        </div>
        <div className="flex gap-2">
          <Button size="icon" aria-label="Day before with events" disabled={!before} onClick={() => to(before)}>
            <ChevronLeft aria-hidden />
          </Button>
          <Button size="icon" aria-label="Next day with events" disabled={!after} onClick={() => to(after)}>
            <ChevronRight aria-hidden />
          </Button>
          <Button disabled={at === last} onClick={() => setAt(last)}>
            Now
          </Button>
        </div>
      </div>
      <MomentCurves bins={props.days.bins} soFar={props.soFar} />
      <input
        type="range"
        aria-label="Moment"
        aria-valuetext={exactTime(zone, at)}
        min={0}
        max={places.last}
        step={1}
        value={places.placeOf(at)}
        onChange={(event) => setAt(places.momentOf(Number(event.target.value)))}
        className="h-8 w-full cursor-pointer accent-accent max-md:h-10"
      />
      <div className="flex justify-between gap-3 text-ink-3 text-note tabular-nums">
        <time dateTime={first}>{exactTime(zone, first)}</time>
        <time dateTime={last} className="text-right">
          {exactTime(zone, last)}
        </time>
      </div>
    </section>
  );
}

/**
 * The moment as date and time. A half-typed year is one of antiquity. So values beyond the ends count only when the field is left. One without a past
 * stays as it was typed, with the reason, until another moment is chosen.
 */
function MomentField(props: { first: string; last: string; at: string; onChange: (moment: number) => void }) {
  const { first, last, at, onChange } = props;
  const zone = useUserZone();
  const [typed, setTyped] = useState<string | null>(null);
  const [wrong, setWrong] = useState<{ why: string; at: string } | null>(null);
  const problem = wrong?.at === at ? wrong.why : undefined;
  const kept = wrong && !problem ? null : typed;
  const leave = (): void => {
    const moment = fromField(zone, kept ?? '');
    const why = whyNot(zone, moment, first);
    setWrong(why === null ? null : { why, at });
    if (why !== null) return;
    if (!Number.isNaN(moment)) onChange(moment);
    setTyped(null);
  };
  return (
    <Field label={`Date and time (${zone})`} hideLabel error={problem}>
      {(control) => (
        <Input
          {...control}
          type="datetime-local"
          step={1}
          min={toField(zone, first)}
          max={toField(zone, last)}
          value={kept ?? toField(zone, at)}
          onChange={(event) => {
            setTyped(event.target.value);
            setWrong(null);
            const moment = fromField(zone, event.target.value);
            if (moment >= Date.parse(first) && moment <= Date.parse(last)) onChange(moment);
          }}
          onBlur={leave}
          onKeyDown={({ key }) => key === 'Enter' && leave()}
        />
      )}
    </Field>
  );
}

/** Why there is nothing to show of a moment; null: there is, or nothing was typed. */
function whyNot(zone: string, moment: number, first: string): string | null {
  if (moment > Date.now()) return 'This time is in the future.';
  // the field knows whole seconds
  return moment + 999 < Date.parse(first) ? `The history begins on ${exactTime(zone, first)}.` : null;
}

/** A value that changes at once on the screen, and is reported when it has settled. */
function useSettled(value: string, onSettled: (value: string) => void): [string, (value: string) => void] {
  const [shown, setShown] = useState(value);
  const [known, setKnown] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  if (value !== known) {
    setKnown(value);
    setShown(value);
  }
  useEffect(() => () => clearTimeout(timer.current), []);
  return [
    shown,
    (next) => {
      setShown(next);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => onSettled(next), STILL_MS);
    },
  ];
}

/** The drawing is stretched to its box: these are no pixels. */
const HEIGHT = 100;

/** The history along the slider: bars of all events, and curves of approvals and sent emails, with their counts until the moment. */
function MomentCurves(props: { bins: EventDaysView['bins']; soFar: AsOfView['soFar'] | undefined }) {
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
