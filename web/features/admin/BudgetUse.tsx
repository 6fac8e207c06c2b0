import type { AiUsageView } from '../../../api/views.ts';
import { budgetStanding, percentUsed } from '../../../events/ai/budget.ts';
import { Notice } from '../../components/ui/Notice.tsx';
import { Progress } from '../../components/ui/Progress.tsx';
import { costInWords, typedDollars } from '../../lib/money.ts';
import { counted } from '../../lib/numbers.ts';

const monthName = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** The used part of this month's AI budget, with a warning from 80 % on. */
export function BudgetUse(props: { budget: AiUsageView['budget'] }) {
  const { month, installation, users } = props.budget;
  const { limitUsd, spentUsd } = installation;
  const standing = budgetStanding(limitUsd, spentUsd);
  const usersNear = users.filter((user) => budgetStanding(user.limitUsd, user.spentUsd) !== 'ok').length;
  const spent = costInWords(spentUsd);
  return (
    <section aria-label="Budget" className="border-t px-4 py-3">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h3 className="font-semibold text-small">Budget for {monthName.format(new Date(`${month}-01T00:00:00Z`))}</h3>
        <p className="text-small tabular-nums">
          {limitUsd === null ? `${spent} spent, no budget set` : `${spent} of ${typedDollars(limitUsd)}`}
        </p>
      </div>
      {limitUsd !== null && (
        <Progress className="mt-2" label="AI budget used" value={percentUsed(limitUsd, spentUsd)} max={100} />
      )}
      <p className="mt-1.5 text-ink-3 text-note">
        Includes calls that are running and calls of unknown cost, with their estimates.
      </p>
      {limitUsd !== null && standing !== 'ok' && (
        <Notice tone={standing === 'used_up' ? 'bad' : 'warn'} className="mt-2">
          <strong className="font-semibold">
            {standing === 'used_up'
              ? 'The AI budget of this month is used up.'
              : `${percentUsed(limitUsd, spentUsd)}% of the AI budget is used.`}
          </strong>{' '}
          {standing === 'used_up'
            ? 'AI calls have stopped. Raise the budget to continue.'
            : 'AI calls stop when all of it is used.'}
        </Notice>
      )}
      {usersNear > 0 && (
        <p className="mt-2 text-signal text-small">
          {counted(usersNear, 'user')} used 80% or more of their own budget. See User Management.
        </p>
      )}
    </section>
  );
}
