import { type KeyboardEvent, useRef, useState } from 'react';
import type { AiUsageView } from '../../../api/views.ts';
import { classes } from '../../lib/classes.ts';
import { callsInWords, costInWords, costOrUnknown, roundedUp, typedDollars } from '../../lib/money.ts';
import { wholeNumber } from '../../lib/numbers.ts';

type Day = AiUsageView['daily'][number];
const costOf = (day: Day): string => costOrUnknown(day, costInWords(day.costUsd));

// the days are those of UTC, wherever the browser is
const short = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });
const long = new Intl.DateTimeFormat(undefined, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });
const dateOf = (day: Day): Date => new Date(`${day.date}T00:00:00Z`);

/** AI costs by day: a bar a day, one stop of the keyboard with the arrows to go along, and the same as a table. */
export function DailyCosts(props: { daily: readonly Day[] }) {
  const { daily } = props;
  const dearest = Math.max(0, ...daily.map(({ costUsd }) => costUsd));
  const calls = daily.some((day) => day.calls > 0);
  return (
    <section className="border-t px-4 py-3" aria-label="Cost by day">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 className="font-semibold text-small">Cost by day</h3>
        {calls && <p className="text-ink-3 text-note">Days in UTC</p>}
      </div>
      {calls ? (
        <>
          <Bars daily={daily} top={roundedUp(dearest)} />
          <AsTable daily={daily} />
        </>
      ) : (
        <p className="mt-2 rounded-control bg-sunken px-4 py-8 text-center text-ink-2">
          Daily costs appear here after the first AI call.
        </p>
      )}
    </section>
  );
}

function Bars(props: { daily: readonly Day[]; top: number }) {
  const { daily, top } = props;
  const last = daily.length - 1;
  const [stop, setStop] = useState(last);
  const [pointed, setPointed] = useState<number | null>(null);
  const bars = useRef<HTMLDivElement>(null);
  const shown = pointed === null ? undefined : daily[pointed];
  const walk = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') setPointed(null);
    const to = { ArrowLeft: stop - 1, ArrowRight: stop + 1, Home: 0, End: last }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    const wanted = Math.min(last, Math.max(0, to));
    setStop(wanted);
    bars.current?.querySelectorAll('button')[wanted]?.focus();
  };
  const ends = [0, Math.floor(last / 2), last].map((index) => daily[index]).filter((day) => day !== undefined);
  return (
    <div className="mt-2">
      <p aria-hidden className="flex justify-between border-line border-t border-dashed pt-0.5 text-ink-3 text-note">
        {typedDollars(top)}
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it hears the arrows that its buttons let through */}
      <div className="relative -mt-4.5 h-36" onPointerLeave={() => setPointed(null)} onKeyDown={walk}>
        <div ref={bars} role="toolbar" aria-label="Days" className="flex h-full items-stretch">
          {daily.map((day, index) => (
            <button
              key={day.date}
              type="button"
              tabIndex={index === stop ? 0 : -1}
              aria-label={`${long.format(dateOf(day))}: ${costOf(day)}, ${callsInWords(day)}`}
              onPointerEnter={() => setPointed(index)}
              onFocus={() => {
                setStop(index);
                setPointed(index);
              }}
              onBlur={() => setPointed(null)}
              className="group flex min-w-0 flex-1 flex-col justify-end px-px sm:px-0.5"
            >
              <span
                className={classes(
                  'block w-full rounded-t-mark',
                  day.calls === 0 ? 'bg-line' : 'bg-accent group-hover:bg-accent-hover',
                  index === pointed && day.calls > 0 && 'bg-accent-hover',
                )}
                style={{ height: day.calls === 0 ? 2 : `max(3px, ${(100 * day.costUsd) / top}%)` }}
              />
            </button>
          ))}
        </div>
        {shown && pointed !== null && <Told day={shown} at={(pointed + 0.5) / daily.length} />}
      </div>
      <p aria-hidden className="flex justify-between border-t pt-1 text-ink-3 text-note">
        {ends.map((day) => (
          <span key={day.date}>{short.format(dateOf(day))}</span>
        ))}
      </p>
    </div>
  );
}

/** The words of one bar, over it, and never beyond the edge of the chart. Its text also names the bar's button. */
function Told(props: { day: Day; at: number }) {
  const { day, at } = props;
  return (
    <div
      aria-hidden
      data-told
      className="pointer-events-none absolute bottom-full z-10 mb-1 whitespace-nowrap rounded-control bg-ink px-2.5 py-1.5 text-note text-paper shadow-pop"
      style={{ left: `${at * 100}%`, transform: `translateX(-${at * 100}%)` }}
    >
      <span className="block font-semibold">{long.format(dateOf(day))}</span>
      <span className="tabular-nums">
        {costOf(day)} · {callsInWords(day)}
      </span>
    </div>
  );
}

function AsTable(props: { daily: readonly Day[] }) {
  return (
    <details className="mt-2">
      <summary className="w-fit text-accent text-note underline underline-offset-2">Show as a table</summary>
      <table className="mt-2 w-full max-w-form text-small tabular-nums">
        <caption className="sr-only">AI cost by day</caption>
        <thead className="border-b text-ink-3 text-note">
          <tr>
            <th scope="col" className="py-1 text-left font-medium">
              Day
            </th>
            <th scope="col" className="py-1 text-right font-medium">
              Cost
            </th>
            <th scope="col" className="py-1 text-right font-medium">
              Calls
            </th>
          </tr>
        </thead>
        <tbody>
          {props.daily.toReversed().map((day) => (
            <tr key={day.date} className="border-b last:border-b-0">
              <th scope="row" className="py-1 text-left font-normal">
                {long.format(dateOf(day))}
              </th>
              <td className="py-1 text-right">{costOf(day)}</td>
              <td className="py-1 text-right">{wholeNumber(day.calls)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
