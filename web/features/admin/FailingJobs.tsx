import type { FailingJobView } from '../../../api/views.ts';
import { Badge } from '../../components/ui/Badge.tsx';
import { Button } from '../../components/ui/Button.tsx';
import { timeUntil } from '../../lib/dates.ts';
import { useRetryJob, useWhose } from './api.ts';

/** The server names at most so many. */
const MOST = 50;

/** Jobs that failed permanently or are retried, each with a button that tries it now. */
export function FailingJobs(props: { jobs: readonly FailingJobView[]; now: number }) {
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
