import { Info } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import type { StartPreviewView } from '../../../api/views.ts';
import { START_CHECKS } from '../../../events/campaigns/startChecks.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { dayIn, timeIn, withTimes } from '../../lib/dates.ts';
import { useNow } from '../../lib/now.ts';
import { counted } from '../../lib/numbers.ts';
import { AiEstimate } from '../ai/AiEstimate.tsx';
import { useCredits } from '../partners/api.ts';
import { useUserZone } from '../profile/api.ts';
import { reviewHref } from '../review/reviewUrl.ts';
import { useTestSendGrid } from '../settings/api.ts';
import { testResult } from '../settings/providers/sendGridForm.ts';
import { firstSendText } from './firstSendText.ts';

type Check = StartPreviewView['checks'][number];
const textOf = (zone: string, check: Check): string => withTimes(zone, START_CHECKS[check.code].words(check));
type PlanProps = { plan: StartPreviewView; past: boolean };

export const isBlocked = ({ checks }: StartPreviewView): boolean =>
  checks.some(({ severity }) => severity === 'blocks');

const FACTS =
  'grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 [&_dd]:break-words [&_dd]:font-medium [&_dd]:text-ink [&_dt]:text-ink-3';

/** `past`: it is over, and there is nothing to do about it. */
export function StartPlan(props: { plan: StartPreviewView; campaign: string; past?: boolean }) {
  const { plan, campaign, past = false } = props;
  const checksThat = (severity: Check['severity']) => plan.checks.filter((check) => check.severity === severity);
  const tells = checksThat('tells');
  const notices = checksThat(isBlocked(plan) ? 'blocks' : 'warns').map((check) =>
    check.fix === 'test-email' ? (
      !past && <SenderTest key={check.code} check={check} zone={plan.plan.timezone} />
    ) : (
      <Notice
        key={`${check.code} ${check.names} ${check.detail}`}
        tone="warn"
        action={!past && <FixLink check={check} campaign={campaign} />}
      >
        {textOf(plan.plan.timezone, check)}
      </Notice>
    ),
  );
  return (
    <div className="flex min-h-25 flex-col gap-3">
      {notices}
      {!isBlocked(plan) && (
        <>
          <Facts plan={plan} />
          <div className="grid gap-x-8 gap-y-4 border-t pt-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
            <Times plan={plan} />
            <div className="flex min-w-0 flex-col gap-4 text-small">
              {tells.length > 0 && (
                <Part title="Checks">
                  {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard. */}
                  <ul tabIndex={0} className="max-h-72 overflow-y-auto rounded-control">
                    {tells.map((check) => (
                      <li key={`${check.code} ${check.detail}`} className="flex gap-2 py-1">
                        <Info aria-hidden className="mt-px size-4 shrink-0 text-ink-3" />
                        <span className="min-w-0 break-words">{textOf(plan.plan.timezone, check)}</span>
                      </li>
                    ))}
                  </ul>
                </Part>
              )}
              <Cost plan={plan} past={past} />
            </div>
          </div>
        </>
      )}
    </div>
  );
}

function FixLink({ check: { fix, account }, campaign }: { check: Check; campaign: string }) {
  if (!fix || fix === 'campaign') return null;
  const settings = `/settings${account === undefined ? '' : `?account=${account}`}#${fix}`;
  return (
    <Link href={fix === 'review' ? reviewHref(campaign) : settings} className="link">
      {fix === 'review' ? 'Review first' : 'Open settings'}
    </Link>
  );
}

/** Whether SendGrid sends for the address is best known before the first email leaves. */
function SenderTest({ check, zone }: { check: Check; zone: string }) {
  const test = useTestSendGrid(check.account);
  if (test.isSuccess) {
    const { tone, text } = testResult(test.data, check.names?.[0] ?? '');
    return <Notice tone={tone}>{text}</Notice>;
  }
  return (
    <Notice
      tone="warn"
      action={
        <Button pending={test.isPending} onClick={() => test.mutate()}>
          Send a test email
        </Button>
      }
    >
      {textOf(zone, check)}
    </Notice>
  );
}

function Facts({ plan }: { plan: StartPreviewView }) {
  const zone = useUserZone();
  const mostEmails = plan.followUps.reduce((sum, { emails }) => sum + emails, plan.messages);
  return (
    <dl className={FACTS}>
      <dt>To send</dt>
      <dd>
        {counted(plan.messages, 'email')}, at most {plan.dailyLimit} a day
      </dd>
      {plan.followUps.length > 0 && (
        <>
          <dt>Follow-ups</dt>
          <dd>
            <ol>
              {plan.followUps.map(({ afterDays, emails }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a step is its place in the sequence.
                <li key={index}>
                  {index + 1}: {counted(afterDays, 'day')} later, up to {counted(emails, 'email')}
                </li>
              ))}
            </ol>
            <p className="text-ink-2">
              At most {counted(mostEmails, 'email')} in all. A reply, a bounce or an unsubscribe stops them.
            </p>
          </dd>
        </>
      )}
      <dt>From</dt>
      <dd>{plan.from.join(', ')}</dd>
      <dt>First email</dt>
      <dd>{plan.first ? firstSendText(plan.first, zone) : 'nothing to send'}</dd>
    </dl>
  );
}

function Part(props: { title: string; children: ReactNode }) {
  return (
    <section aria-label={props.title} className="min-w-0">
      <h3 className="mb-1.5 font-semibold text-ink-3 text-note">{props.title}</h3>
      {props.children}
    </section>
  );
}

function Times({ plan: { plan, dailyLimit, messages } }: { plan: StartPreviewView }) {
  const now = useNow();
  const days = [...new Set(plan.sends.map(({ day }) => day))];
  if (days.length === 0) return null;
  const more = messages - plan.sends.length;
  return (
    <Part title={`Emails over ${counted(plan.days, 'day')}`}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard. */}
      <div tabIndex={0} className="max-h-72 overflow-y-auto rounded-control">
        {days.map((day) => {
          const sends = plan.sends.filter((send) => send.day === day);
          const [first] = sends;
          return (
            <div key={day} className="mb-3">
              <p className="flex justify-between gap-3 border-b pb-1 text-ink-3 text-note">
                <span className="first-letter:uppercase">{first && dayIn(plan.timezone, first.at, now)}</span>
                <span className="tabular-nums">
                  {sends.length} of {dailyLimit} a day
                </span>
              </p>
              <ul aria-label={day} className="divide-y">
                {sends.map(({ messageId, partnerName, at }) => (
                  <li key={messageId} className="flex gap-3 py-1.5 text-small">
                    <time dateTime={at} className="w-16 shrink-0 text-ink-3 tabular-nums">
                      {timeIn(plan.timezone, at)}
                    </time>
                    <bdi className="min-w-0 truncate text-ink">{partnerName ?? 'An erased partner'}</bdi>
                  </li>
                ))}
              </ul>
            </div>
          );
        })}
      </div>
      <p className="mt-1 text-ink-3 text-note">
        {more > 0 && `And ${counted(more, 'more email')}. `}
        An example: exact times are set at random when you start. Times are in {plan.timezone.replaceAll('_', ' ')}.
      </p>
    </Part>
  );
}

/** Sending is free; the AI's follow-ups are not. Other facts are known for the present only. */
function Cost({ plan: { followUps }, past }: PlanProps) {
  const credits = useCredits().data;
  const later = followUps.reduce((sum, { writer, emails }) => sum + (writer === 'ai' ? emails : 0), 0);
  return (
    <Part title="Cost">
      <p>
        Sending uses no credits
        {credits && !past && `, ${credits.remainingCredits} of ${credits.monthlyLimit} are left`}.
      </p>
      {later > 0 && !past && (
        <AiEstimate operation="messageGeneration" what={`Up to ${counted(later, 'follow-up text')}`} count={later} />
      )}
    </Part>
  );
}
