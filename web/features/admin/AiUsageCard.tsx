import type { ReactNode } from 'react';
import type { AiUsageView } from '../../../api/views.ts';
import { budgetStanding, percentUsed } from '../../../events/ai/budget.ts';
import { Card } from '../../components/ui/Card.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { Progress } from '../../components/ui/Progress.tsx';
import { Loading, QueryState } from '../../components/ui/QueryState.tsx';
import { callsInWords, costInWords, costOrUnknown, dollars, smallCost, typedDollars } from '../../lib/money.ts';
import { counted, wholeNumber } from '../../lib/numbers.ts';
import { useAdminSetting } from '../session/api.ts';
import { useAiUsage } from './api.ts';
import { DailyCosts } from './DailyCosts.tsx';

const OPERATIONS = {
  partnerGeneration: 'Partner generation',
  partnerDiscovery: 'Partner search on the web',
  messageGeneration: 'Message generation',
  profileGeneration: 'Profile generation',
  contactEnhancement: 'Contact enhancement',
  replyClassification: 'Reply labels',
  replyDraft: 'Reply drafts',
  textJudgment: 'Text checks',
  partnerJudgment: 'Partner scores',
  embedding: 'Comparisons of profiles',
} as const;

/** AI costs of this installation in the last 30 days, refreshed every minute. */
export function AiUsageCard() {
  const usage = useAiUsage();
  return (
    <Card className="@container" title="AI API Usage" note="Last 30 days, all users. Refreshed every minute.">
      <QueryState
        query={usage}
        loading={<Loading label="Loading AI usage" height="h-104" className="p-4" />}
        failed="Error loading AI usage. Please try again."
        className="m-4"
      >
        {(data) => <Usage usage={data} />}
      </QueryState>
    </Card>
  );
}

function Usage(props: { usage: AiUsageView }) {
  const { totalUsage, budget, daily, usageByOperation, sourceCredits, unpricedCalls, cutCalls, pricingInfo } =
    props.usage;
  const all = { calls: totalUsage.totalCalls, unpricedCalls };
  return (
    <>
      <CostWarning cost={totalUsage.totalCostUsd} unpricedCalls={unpricedCalls} />
      <dl aria-label="AI usage" className="grid grid-cols-2 gap-px bg-line max-[359px]:grid-cols-1 @form:grid-cols-4">
        <Figure label="Total cost">{costOrUnknown(all, costInWords(totalUsage.totalCostUsd))}</Figure>
        <Figure label="API calls">{wholeNumber(totalUsage.totalCalls)}</Figure>
        <Figure label="Average per call">{costOrUnknown(all, smallCost(totalUsage.averageCostPerCall, 4))}</Figure>
        <Figure label="Tokens">{wholeNumber(totalUsage.totalTokens)}</Figure>
      </dl>
      <BudgetUse budget={budget} />
      <DailyCosts daily={daily} />
      {unpricedCalls > 0 && (
        <p className="border-t px-4 py-2.5 text-signal text-small">
          {counted(unpricedCalls, 'call')} of unknown cost: the model is not in the price list, or the provider did not
          answer in time or count its tokens. Neither these figures nor the cost warning include{' '}
          {unpricedCalls === 1 ? 'it' : 'them'}.
        </p>
      )}
      {cutCalls > 0 && (
        <p className="border-t px-4 py-2.5 text-signal text-small">
          The provider counted impossible amounts of tokens for {counted(cutCalls, 'call')}. These figures include the
          most that a model can take.
        </p>
      )}
      <div className="grid border-t @form:grid-cols-2 @form:divide-x @max-form:divide-y">
        <Costs title="By operation" empty="No AI calls in the last 30 days.">
          {usageByOperation.map(({ operation, totalCostUsd, callCount: calls, unpricedCalls }) => (
            <Cost key={operation} label={labelOf(operation)} note={callsInWords({ calls, unpricedCalls })}>
              {costOrUnknown({ calls, unpricedCalls }, costInWords(totalCostUsd))}
            </Cost>
          ))}
        </Costs>
        {sourceCredits.length > 0 && (
          <Costs
            title="Credits of data providers"
            note="For partners and emails. What a credit costs depends on your plan there."
          >
            {sourceCredits.map(({ source, searches, credits }) => (
              <Cost key={source} label={source} note={counted(searches, 'search', 'searches')}>
                {counted(credits, 'credit')}
              </Cost>
            ))}
          </Costs>
        )}
        <Costs
          title="Estimated cost per operation"
          note={`${pricingInfo.models.join(', ')}: what a call cost here on average, else by the prices of ${pricingInfo.priceDate}.`}
        >
          {Object.entries(OPERATIONS).map(([operation, label]) => {
            const cost = pricingInfo.estimatedCostPerOperation[operation as keyof typeof OPERATIONS];
            return (
              <Cost key={operation} label={label}>
                {cost === null ? <span className="text-ink-3">Cost unknown</span> : smallCost(cost, 3)}
              </Cost>
            );
          })}
        </Costs>
      </div>
    </>
  );
}

/** Shown from the threshold on, not only above it. */
function CostWarning(props: { cost: number; unpricedCalls: number }) {
  const setting = useAdminSetting('openai_cost_warning_threshold');
  const threshold = Number(setting.data || Number.NaN);
  if (!(props.cost >= threshold)) return null;
  return (
    <Notice tone="warn" className="m-4">
      <strong className="font-semibold">High usage warning</strong>
      <br />
      Your OpenAI API costs have exceeded {typedDollars(threshold)}. Current cost: {dollars(props.cost, 2)}
      {props.unpricedCalls > 0 && `, without ${counted(props.unpricedCalls, 'call')} of unknown cost`}
    </Notice>
  );
}

function labelOf(operation: string): string {
  return operation in OPERATIONS ? OPERATIONS[operation as keyof typeof OPERATIONS] : operation;
}

function Figure(props: { label: string; children: ReactNode }) {
  return (
    <div className="bg-surface px-4 py-3">
      <dt className="text-ink-3 text-note">{props.label}</dt>
      <dd className="font-semibold text-figure tabular-nums tracking-title">{props.children}</dd>
    </div>
  );
}

function Costs(props: { title: string; note?: string; empty?: string; children: ReactNode[] }) {
  return (
    <section className="min-w-0 px-4 py-3">
      <h3 className="font-semibold text-small">{props.title}</h3>
      {props.children.length > 0 ? (
        <dl className="mt-1.5 flex flex-col gap-1.5">{props.children}</dl>
      ) : (
        <p className="mt-1.5 text-ink-2">{props.empty}</p>
      )}
      {props.note && <p className="mt-2 text-ink-3 text-note">{props.note}</p>}
    </section>
  );
}

function Cost(props: { label: string; note?: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-3">
      <dt className="min-w-0">
        {props.label} {props.note && <span className="text-ink-3 text-note">{props.note}</span>}
      </dt>
      <dd className="shrink-0 tabular-nums">{props.children}</dd>
    </div>
  );
}

const monthName = new Intl.DateTimeFormat(undefined, { month: 'long', year: 'numeric', timeZone: 'UTC' });

/** The used part of this month's AI budget, with a warning from 80 % on. */
function BudgetUse(props: { budget: AiUsageView['budget'] }) {
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
