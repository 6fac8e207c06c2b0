import { CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { FailingJobView, InstallationHealthView } from '../../../api/views.ts';
import { capitalised } from '../../../events/shared/format.ts';
import { Badge } from '../../components/ui/Badge.tsx';
import { Button } from '../../components/ui/Button.tsx';
import { Card } from '../../components/ui/Card.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { LoadFailed, Loading } from '../../components/ui/QueryState.tsx';
import { timeAgo, timeUntil } from '../../lib/dates.ts';
import { useNow } from '../../lib/now.ts';
import { counted, wholeNumber } from '../../lib/numbers.ts';
import { useHealth, useRetryJob, useWhose } from './api.ts';
import { healthProblems } from './healthProblems.ts';

/** Whether all that keeps the installation going does so: what is wrong first, with what to do, then the details. */
export function HealthCard() {
  const health = useHealth();
  const now = useNow();
  const problems = health.data && healthProblems(health.data, now);
  return (
    <Card
      className="@container"
      title="Installation"
      note="Updates every 30 seconds."
      actions={
        problems &&
        (problems.length === 0 ? (
          <Badge tone="good">
            <CircleCheck aria-hidden />
            All systems normal
          </Badge>
        ) : (
          <Badge tone={problems.some(({ tone }) => tone === 'bad') ? 'bad' : 'warn'}>
            <TriangleAlert aria-hidden />
            {counted(problems.length, 'thing')} to look at
          </Badge>
        ))
      }
    >
      {health.isPending && <Loading label="Loading the state of the installation" height="h-28" className="p-4" />}
      {health.isError && !health.data && (
        <LoadFailed again={health} className="m-4">
          Error loading the state of the installation. Please try again.
        </LoadFailed>
      )}
      {problems && problems.length > 0 && (
        <ul aria-label="Problems" className="flex flex-col gap-2 p-4">
          {problems.map(({ tone, title, text }) => (
            <li key={title}>
              <Notice tone={tone}>
                <strong className="font-semibold">{title}</strong> {text}
              </Notice>
            </li>
          ))}
        </ul>
      )}
      {health.data && <Standing health={health.data} now={now} />}
      {health.data && health.data.queue.jobs.length > 0 && <FailingJobs jobs={health.data.queue.jobs} now={now} />}
    </Card>
  );
}

const TASK_WORDS: Readonly<Record<InstallationHealthView['aiModels'][number]['tasks'][number], string>> = {
  writing: 'writing',
  judging: 'judging',
  labels: 'labels of replies',
  search: 'search',
  embeddings: 'embeddings',
};
const MAILERS = { sendgrid: 'SendGrid', smtp: 'SMTP', sandbox: 'The outbox' } as const;

function Standing(props: { health: InstallationHealthView; now: number }) {
  const { now } = props;
  const { aiModels, sandbox, version, providers, mailer, queue, workers, log, seals } = props.health;
  const alive = workers.filter((worker) => worker.alive).length;
  const [lastSeen] = workers
    .map(({ lastBeatAt }) => lastBeatAt)
    .toSorted()
    .reverse();
  const ago = (at: string | null | undefined): string => (at ? timeAgo(at, now) : 'never');
  return (
    <>
      <dl
        aria-label="Health in detail"
        className="grid grid-cols-2 gap-px border-t bg-line first:border-t-0 @form:grid-cols-3 @table:grid-cols-6"
      >
        <Fact label="Providers" value={sandbox ? 'Sandbox' : 'Real'}>
          Version {version}
        </Fact>
        <Fact label="System mail" value={mailer.kind ? MAILERS[mailer.kind] : 'None'}>
          {mailer.kind === 'sandbox' ? 'Nothing leaves this machine' : mailer.kind ? 'Set up' : 'Not set up'}
          {mailer.mailed + mailer.failed > 0 &&
            `. In 24 hours ${wholeNumber(mailer.mailed)} mailed, ${wholeNumber(mailer.failed)} failed`}
        </Fact>
        <Fact label="Workers" value={wholeNumber(alive)}>
          {lastSeen ? `Seen ${ago(lastSeen)}` : 'None was seen today'}
        </Fact>
        <Fact label="Jobs waiting" value={wholeNumber(queue.waiting)}>
          {queue.oldestRunAt && `Oldest due ${ago(queue.oldestRunAt)}. `}
          {wholeNumber(queue.running)} running, {wholeNumber(queue.scheduled)} scheduled, {wholeNumber(queue.failed)}{' '}
          failed
        </Fact>
        <Fact label="Events" value={wholeNumber(log.events)}>
          Newest {ago(log.newestAt)}
          {log.relayLag > 0 && `, ${wholeNumber(log.relayLag)} to follow up`}
        </Fact>
        <Fact label="Unsealed events" value={wholeNumber(seals.unsealed)}>
          Last seal {ago(seals.lastAt)}.{' '}
          {seals.file === null
            ? 'SEAL_FILE is not set'
            : seals.file === 'ok'
              ? 'SEAL_FILE is kept'
              : 'SEAL_FILE is in trouble'}
          {seals.witnesses.asked > 0 &&
            `. ${seals.witnesses.current} of ${counted(seals.witnesses.asked, 'witness', 'witnesses')} confirmed it`}
          {seals.witnesses.mailedAt !== null && `. Checkpoint mailed ${ago(seals.witnesses.mailedAt)}`}
        </Fact>
      </dl>
      <ul aria-label="Providers" className="flex flex-wrap gap-x-5 gap-y-1.5 border-t px-4 py-3 text-small">
        {providers.map(({ name, setting, configured, trouble }) => {
          const sandboxed = sandbox && setting !== 'OIDC_ISSUER';
          return (
            <li key={setting} className="flex flex-wrap items-center gap-x-1.5">
              {trouble ? (
                <TriangleAlert aria-hidden className="size-4 shrink-0 text-bad" />
              ) : configured || sandboxed ? (
                <CircleCheck aria-hidden className="size-4 shrink-0 text-good" />
              ) : (
                <CircleDashed aria-hidden className="size-4 shrink-0 text-ink-3" />
              )}
              {name}
              <span className="wrap-anywhere text-ink-3">
                {trouble ? 'in trouble' : sandboxed ? 'sandbox' : configured ? 'configured' : `needs ${setting}`}
              </span>
            </li>
          );
        })}
      </ul>
      {aiModels.length > 0 && (
        <dl aria-label="AI models" className="flex flex-wrap gap-x-5 gap-y-1.5 border-t px-4 py-3 text-small">
          {aiModels.map(({ name, tasks }) => (
            <div key={name} className="flex flex-wrap gap-x-1.5">
              <dt className="text-ink-3">{capitalised(tasks.map((task) => TASK_WORDS[task]).join(', '))}</dt>
              <dd className="wrap-anywhere">{name}</dd>
            </div>
          ))}
        </dl>
      )}
    </>
  );
}

function Fact(props: { label: string; value: string; children: ReactNode }) {
  return (
    <div className="bg-surface px-4 py-3">
      <dt className="text-ink-3 text-note">{props.label}</dt>
      <dd className="font-semibold text-figure tabular-nums tracking-title">{props.value}</dd>
      <dd className="text-ink-3 text-note">{props.children}</dd>
    </div>
  );
}

/** The server names at most so many. */
const MOST = 50;

/** Jobs that failed permanently or are retried, each with a button that tries it now. */
function FailingJobs(props: { jobs: readonly FailingJobView[]; now: number }) {
  return (
    <section aria-label="Failing jobs" className="border-t">
      <h3 className="px-4 pt-3 font-semibold text-small">Failing jobs</h3>
      <ul className="divide-y">
        {props.jobs.map((job) => (
          <Job key={job.id} job={job} now={props.now} />
        ))}
      </ul>
      {props.jobs.length >= MOST && (
        <p className="border-t px-4 py-2 text-ink-3 text-note">These are the first {MOST}.</p>
      )}
    </section>
  );
}

function Job(props: { job: FailingJobView; now: number }) {
  const { job, now } = props;
  const retry = useRetryJob();
  const whose = useWhose(true);
  const forGood = job.attempts >= job.maxAttempts;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2.5">
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="font-medium">{sentenceOf(job.task)}</span>
          <Badge tone={forGood ? 'bad' : 'warn'}>{forGood ? 'Failed' : 'Tries again'}</Badge>
        </p>
        <p className="wrap-anywhere text-ink-3 text-note tabular-nums">
          {job.attempts} of {job.maxAttempts} tries
          {!forGood && `, the next ${timeUntil(job.runAt, now)}`}
          {job.lastError && ` · ${job.lastError}`}
          {job.tenant && ` · ${whose(job.tenant)}`}
        </p>
      </div>
      <Button
        size="small"
        pending={retry.isPending}
        aria-label={`Retry ${sentenceOf(job.task)}, job ${job.id}`}
        onClick={() => retry.mutate(job)}
      >
        Retry
      </Button>
    </li>
  );
}

/** "send-message" → "Send message". */
function sentenceOf(task: string): string {
  const words = task.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
