import { History } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { Variant } from '../../../events/campaigns/variants.ts';
import { type MetricName, titleOf } from '../../../events/history/metrics.ts';
import { classes } from '../../lib/classes.ts';
import { wholeNumber } from '../../lib/numbers.ts';

type MetricScope = { name: MetricName; campaign?: string; span?: 'recent'; variant?: Variant };

/** Leads to the events of a number. It looks like the text around it. */
function EventsLink(props: MetricScope & { label: string; className?: string; children: ReactNode }) {
  const { name, campaign, span, variant, label, className, children } = props;
  return (
    <Link
      href={`/settings/history?${new URLSearchParams({ number: name, ...(campaign && { campaign }), ...(span && { span }), ...(variant && { variant }) })}`}
      aria-label={label}
      className={classes('underline-offset-4 hover:underline focus-visible:underline', className)}
    >
      {children}
    </Link>
  );
}

export function MetricLink(props: { name: MetricName; count: number; campaign?: string; variant?: Variant }) {
  const { count, ...of } = props;
  const shown = wholeNumber(count);
  return (
    <EventsLink {...of} label={`${titleOf(of.name)}: ${shown}, show the events`}>
      {shown}
    </EventsLink>
  );
}

/** Beside a number that leads to what it counts: the way to the events that it was counted from. */
export function MetricEvents(props: { name: MetricName; count: number; campaign?: string }) {
  const { count, ...of } = props;
  const shown = wholeNumber(count);
  return (
    <EventsLink {...of} label={`${titleOf(of.name)}: ${shown}, show the events`}>
      <History aria-hidden className="inline size-3.5 text-ink-3 hover:text-ink" />
      <span className="sr-only">{shown}</span>
    </EventsLink>
  );
}

/**
 * A derived number leads to the first of its parts, and from there to the rest. A response rate has replies and people written to, a trend has two
 * spans. `label`: the number with what it says.
 */
export function DerivedLink(props: MetricScope & { label: string; children: ReactNode }) {
  const label = `${props.label}: show what it was made of`;
  // it is in no sentence: a finger needs its own height
  return <EventsLink {...props} label={label} className="inline-flex min-h-6 items-center" />;
}
