import type { AiOperation } from '../../../events/ai/aiCall.ts';
import { classes } from '../../lib/classes.ts';
import { client, unwrap } from '../../lib/client.ts';
import { aboutCost } from '../../lib/money.ts';
import { query } from '../../lib/query.ts';

export const [useAiEstimates] = query(() => ({
  key: ['ai-estimates'],
  call: () => unwrap(client.api['ai-estimates'].$get()),
  staleTime: 30_000,
}));

/**
 * Beside a button that starts AI work: what it will cost, about, or why it stops. `what` begins the line, such as "12 messages". Where nothing is
 * known yet, or there is no AI, it says nothing. `without`: what goes on all the same when the budget is used up. `ifNeeded`: dearer calls that not
 * every run makes.
 */
export function AiEstimate(props: {
  operation: AiOperation;
  what: string;
  count?: number;
  without?: string;
  ifNeeded?: { operation: AiOperation; what: string; count?: number };
  className?: string;
}) {
  const { data } = useAiEstimates();
  if (!data?.configured) return null;
  const { costUsd, stopped } = data.operations[props.operation];
  const cost = costUsd === null ? null : costUsd * (props.count ?? 1);
  const { ifNeeded } = props;
  const dearerUsd = ifNeeded ? data.operations[ifNeeded.operation].costUsd : null;
  const dearer = dearerUsd === null ? null : dearerUsd * (ifNeeded?.count ?? 1);
  // "cost unknown" is said once
  const more =
    ifNeeded && (dearer !== null || cost !== null) ? `; ${ifNeeded.what}, if needed, ${aboutCost(dearer)}` : '';
  const text = stopped
    ? [stopped, props.without].filter(Boolean).join(' ')
    : `${props.what}, ${aboutCost(cost)}${more}`;
  return (
    // the row of a list may cut it off
    <p
      title={text}
      data-stopped={stopped ? '' : undefined}
      className={classes('text-note tabular-nums', stopped ? 'text-signal' : 'text-ink-3', props.className)}
    >
      {text}
    </p>
  );
}
