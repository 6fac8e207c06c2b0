import { CircleCheck, CircleSlash, Copy, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { StartPreviewView } from '../../../api/views.ts';
import { dayIn, timeIn } from '../../lib/dates.ts';
import { useNow } from '../../lib/now.ts';
import { counted } from '../../lib/numbers.ts';
import { AiEstimate } from '../ai/AiEstimate.tsx';
import { useCredits } from '../partners/api.ts';

type Plan = StartPreviewView;

const erased = (name: string | null): string => name ?? 'An erased partner';

/** What Start would do, as far as it is known before: who gets an email when, who does not, and what the checks say. */
export function Rehearsal(props: { plan: Plan; past: boolean }) {
  const { plan, past } = props;
  return (
    <div className="grid gap-x-8 gap-y-4 border-t pt-4 sm:grid-cols-[minmax(0,1fr)_minmax(0,1fr)]">
      <Times plan={plan} />
      <div className="flex min-w-0 flex-col gap-4">
        <NotEmailed plan={plan} />
        <Checks plan={plan} />
        <Cost plan={plan} past={past} />
      </div>
    </div>
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

function Times({ plan: { plan, dailyLimit, messages } }: { plan: Plan }) {
  const now = useNow();
  const days = [...new Set(plan.sends.map(({ day }) => day))];
  if (days.length === 0) return null;
  const more = messages - plan.sends.length;
  return (
    <Part title={`Emails over ${counted(plan.days, 'day')}`}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard. */}
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
                    <bdi className="min-w-0 truncate text-ink">{erased(partnerName)}</bdi>
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

const Line = (props: { Icon: typeof Copy; tone: string; children: ReactNode }) => (
  <li className="flex gap-2 py-1 text-small">
    <props.Icon aria-hidden className={`mt-px size-4 shrink-0 ${props.tone}`} />
    <span className="min-w-0 break-words">{props.children}</span>
  </li>
);

function NotEmailed({ plan: { notEmailed, duplicates } }: { plan: Plan }) {
  if (notEmailed.length + duplicates.length === 0) return null;
  return (
    <Part title="Not emailed">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard. */}
      <ul tabIndex={0} className="max-h-40 overflow-y-auto rounded-control">
        {notEmailed.map(({ partnerName, reason }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes while it is shown.
          <Line key={index} Icon={CircleSlash} tone="text-ink-3">
            <b className="font-medium text-ink">
              <bdi>{erased(partnerName)}</bdi>
            </b>
            : {reason}
          </Line>
        ))}
        {duplicates.map(({ address, names }) => (
          <Line key={address} Icon={Copy} tone="text-signal">
            {new Intl.ListFormat('en').format(names.map(erased))} share {address}. Only one of them gets the email.
          </Line>
        ))}
      </ul>
    </Part>
  );
}

const checkNames = (checks: readonly string[]): string =>
  new Intl.ListFormat('en').format(checks.map((check) => check.toUpperCase()));

function Checks({
  plan: { domain, alike, reviewCount, flaggedCount, checkingCount, approvedCount, messages },
}: {
  plan: Plan;
}) {
  const [pair] = alike;
  return (
    <Part title="Checks">
      <ul>
        {domain && domain.passing.length > 0 && (
          <Line Icon={CircleCheck} tone="text-good">
            {checkNames(domain.passing)} {domain.passing.length === 1 ? 'passes' : 'pass'} for <bdi>{domain.name}</bdi>
          </Line>
        )}
        <Line
          Icon={reviewCount === 0 ? CircleCheck : TriangleAlert}
          tone={reviewCount === 0 ? 'text-good' : 'text-signal'}
        >
          {approvedCount} of {counted(messages + flaggedCount, 'text')} approved
          {flaggedCount > 0 && `, ${flaggedCount} flagged`}
          {checkingCount > 0 && `, ${checkingCount} being checked`}
        </Line>
        {pair ? (
          <Line Icon={TriangleAlert} tone="text-signal">
            {counted(alike.length, 'text')} {alike.length === 1 ? 'says' : 'say'} much the same as another, such as that
            to <bdi>{erased(pair.partnerName)}</bdi> and that to <bdi>{pair.to}</bdi>.
          </Line>
        ) : (
          <Line Icon={CircleCheck} tone="text-good">
            No two texts are alike
          </Line>
        )}
      </ul>
    </Part>
  );
}

/** Sending costs neither credits nor AI; the follow-ups that the AI writes later do. */
/** What is left and what the AI takes are known of now alone. */
function Cost({ plan: { followUps }, past }: { plan: Plan; past: boolean }) {
  const credits = useCredits().data;
  const later = followUps.reduce((sum, { writer, emails }) => sum + (writer === 'ai' ? emails : 0), 0);
  return (
    <Part title="Cost">
      <p className="text-small">
        Sending uses no credits
        {credits && !past && `, ${credits.remainingCredits} of ${credits.monthlyLimit} are left`}.
      </p>
      {later > 0 && !past && (
        <AiEstimate operation="messageGeneration" what={`Up to ${counted(later, 'follow-up text')}`} count={later} />
      )}
    </Part>
  );
}
