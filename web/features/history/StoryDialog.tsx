import type { ExplainStepView, ExplainView } from '../../../api/views.ts';
import { Badge, type BadgeTone } from '../../components/ui/Badge.tsx';
import { Dialog, DialogBody } from '../../components/ui/Dialog.tsx';
import { LoadFailed, Loading } from '../../components/ui/QueryState.tsx';
import { hasStatus } from '../../lib/apiError.ts';
import { withTimes } from '../../lib/dates.ts';
import { DeliveryLabel } from '../campaigns/SendStatusBadge.tsx';
import { useUserZone } from '../profile/api.ts';
import { useStory } from './api.ts';
import { HistoryLink, toEvent } from './HistoryLink.tsx';
import { exactTime } from './moments.ts';
import type { HistoryScope } from './scope.ts';

type ProofLine = NonNullable<ExplainView['proof']>[number];

const TOPICS: Record<ExplainStepView['topic'], string> = {
  agent: 'Agent',
  found: 'Found',
  decided: 'Decided',
  address: 'Address',
  joined: 'Campaign',
  text: 'Text',
  approval: 'Approval',
  time: 'Time',
  attempt: 'Attempt',
  answer: 'Answer',
  reply: 'Reply',
  end: 'End',
};

export function StoryDialog(props: { messageId: string; scope: HistoryScope; onClose: () => void }) {
  const { scope } = props;
  const story = useStory(scope, props.messageId);
  const about = story.data?.message;
  const who = about && (about.partner ?? 'an erased person');
  return (
    <Dialog
      wide
      onClose={props.onClose}
      title="The story of this email"
      description={about && `To ${who}${about.campaign ? `, in ${about.campaign}` : ''}`}
    >
      <DialogBody>
        {story.isPending && <Loading label="Loading the story" rows={3} height="h-9" />}
        {story.isError &&
          (hasStatus(story.error, 404) ? (
            <p className="text-ink-2">There is no such email.</p>
          ) : (
            <LoadFailed again={story}>The story could not be loaded.</LoadFailed>
          ))}
        {story.data && <Sent message={story.data.message} />}
        {story.data?.proof && <Proof lines={story.data.proof} scope={scope} />}
        {story.data && <Steps story={story.data} scope={scope} />}
      </DialogBody>
    </Dialog>
  );
}

/** What left, by whose approval, and what came of it. */
function Sent({ message: { sent, approved, repliedAt, report } }: { message: ExplainView['message'] }) {
  const zone = useUserZone();
  if (!sent) return null;
  return (
    <section aria-label="What was sent" className="mb-4 flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-2 text-small">
        {approved && (
          <p className="wrap-anywhere">
            Approved by {approved.by} · <time dateTime={approved.at}>{exactTime(zone, approved.at)}</time>
          </p>
        )}
        {report && <DeliveryLabel report={report} />}
        {repliedAt && (
          <p>
            Replied · <time dateTime={repliedAt}>{exactTime(zone, repliedAt)}</time>
          </p>
        )}
      </div>
      {sent.text ? (
        <blockquote className="wrap-anywhere rounded-control border bg-sunken p-3">
          <p className="text-ink-3 text-note">
            From {sent.text.from} to {sent.text.to}
          </p>
          <p className="mt-1 font-semibold">{sent.text.subject}</p>
          <p className="mt-1 whitespace-pre-wrap">{sent.text.text}</p>
        </blockquote>
      ) : (
        <p className="text-ink-2">The text was erased, or cannot be read.</p>
      )}
    </section>
  );
}

const VERDICTS: Record<ProofLine['verdict'], { label: string; tone: BadgeTone }> = {
  ok: { label: 'Kept', tone: 'good' },
  violated: { label: 'Broken', tone: 'bad' },
  erased: { label: 'Erased', tone: 'mute' },
  unreadable: { label: 'Unreadable', tone: 'warn' },
};

/** Whether the last attempt kept each rule. */
function Proof(props: { lines: readonly ProofLine[]; scope: HistoryScope }) {
  return (
    <section aria-labelledby="proof" className="mb-4">
      <h3 id="proof" className="mb-2 font-semibold">
        Rules
      </h3>
      <ul className="flex flex-col gap-1.5">
        {props.lines.map(({ rule, verdict, text, event }) => (
          <li key={rule} className="grid grid-cols-[5.25rem_minmax(0,1fr)] items-start gap-2">
            <span>
              <Badge tone={VERDICTS[verdict].tone}>{VERDICTS[verdict].label}</Badge>
            </span>
            <p className="min-w-0 break-words first-letter:uppercase">
              {text}
              {event && (
                <>
                  <span className="text-ink-3"> · {event.by}</span>{' '}
                  <HistoryLink
                    change={toEvent(eventOf(event.id, props.scope), props.scope.admin)}
                    label={`Show the event: ${text}`}
                    className="link text-note"
                  >
                    Show the event
                  </HistoryLink>
                </>
              )}
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Steps(props: { story: ExplainView; scope: HistoryScope }) {
  const { scope } = props;
  const zone = useUserZone();
  return (
    <ol className="flex flex-col">
      {props.story.steps.map((step) => (
        <li
          key={`${step.event} ${step.topic} ${step.text}`}
          className="grid gap-x-4 gap-y-1 border-b py-3 first:pt-0 last:border-b-0 last:pb-0 sm:grid-cols-[11.5rem_minmax(0,1fr)]"
        >
          <div className="flex flex-wrap items-start gap-2 sm:flex-col sm:gap-1">
            <Badge tone="mute">{TOPICS[step.topic]}</Badge>
            <time dateTime={step.at} className="text-ink-3 text-note tabular-nums">
              {exactTime(zone, step.at)}
            </time>
          </div>
          <div className="min-w-0">
            <p className="break-words">
              {withTimes(zone, step.text)}
              <span className="text-ink-3"> · {step.by}</span>
            </p>
            <Facts facts={step.facts} />
            <HistoryLink
              change={toEvent(eventOf(step.event, scope), scope.admin)}
              label={`Show the event: ${withTimes(zone, step.text)}`}
              className="link text-note"
            >
              Show the event
            </HistoryLink>
          </div>
        </li>
      ))}
    </ol>
  );
}

const eventOf = (id: string, scope: HistoryScope) => ({
  id,
  stream: id.slice(0, id.lastIndexOf('@')),
  tenant: scope.tenant ?? '',
});

/** "textHash" as "text hash". */
const inWords = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

function Facts(props: { facts: ExplainStepView['facts'] }) {
  const known = Object.entries(props.facts).filter(([, value]) => value !== null && value !== '');
  if (known.length === 0) return null;
  return (
    <details className="my-1 text-note">
      <summary className="w-fit text-ink-2">Technical details</summary>
      <dl className="flex flex-wrap gap-x-4 gap-y-0.5">
        {known.map(([name, value]) => (
          <div key={name} className="flex min-w-0 gap-1.5">
            <dt className="text-ink-3">{inWords(name)}</dt>
            <dd className="min-w-0 break-all text-ink-2 tabular-nums">{String(value)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
