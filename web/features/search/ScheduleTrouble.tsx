import { Button } from '../../components/ui/Button.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { useSearchSchedule } from './schedule.ts';

/** Why scheduled searches stopped, or why the last one was skipped. */
export function ScheduleTrouble(props: { onOptions: () => void; className?: string }) {
  const schedule = useSearchSchedule().data;
  const { stopped = false, every = 'never', lastRun = null } = schedule ?? {};
  const isSkipped = every !== 'never' && lastRun?.result === 'skipped';
  if (!stopped && !isSkipped) return null;
  return (
    <Notice
      tone={stopped ? 'warn' : 'info'}
      className={props.className}
      action={<Button onClick={props.onOptions}>Change options</Button>}
    >
      <b>{stopped ? 'Scheduled searches stopped after 3 failures.' : 'The last scheduled search was skipped.'}</b>{' '}
      {lastRun?.reason} {stopped && 'Then choose again how often to search.'}
    </Notice>
  );
}
