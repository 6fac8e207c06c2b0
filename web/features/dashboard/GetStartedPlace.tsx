import { Check } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { Link } from 'wouter';
import type { CampaignView, OverviewView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Progress } from '../../components/ui/Progress.tsx';
import { Skeleton } from '../../components/ui/Skeleton.tsx';
import { classes } from '../../lib/classes.ts';
import { useBusinessProfile } from '../profile/api.ts';
import { useSendingAccounts } from '../sending/api.ts';
import { useCurrentUser } from '../session/api.ts';
import { APPROVALS_WANTED, type SetUpStep, setUpSteps } from './setUpSteps.ts';

/** The first steps of a new account, until all are done or the user hides them. All of it is known to the dashboard already. */
export function GetStartedPlace(props: {
  funnel: OverviewView['funnel'] | undefined;
  campaigns: readonly CampaignView[] | undefined;
}) {
  const { funnel, campaigns } = props;
  const [hidden, hide] = useHidden(useCurrentUser().data?.id ?? '');
  const profile = useBusinessProfile().data;
  const accounts = useSendingAccounts().data;
  const steps =
    funnel && campaigns && accounts && profile !== undefined
      ? setUpSteps({ profile, accounts, funnel, campaigns })
      : null;
  const done = steps !== null && Object.values(steps).every(Boolean);
  useEffect(() => {
    // its place is then not kept free while the next dashboard loads
    if (done) hide();
  }, [done, hide]);
  if (hidden || done) return null;
  return (
    <div className="mb-4 h-74 xl:h-42.5">
      {steps ? (
        <GetStarted steps={steps} approved={funnel?.approved ?? 0} onHide={hide} />
      ) : (
        <Skeleton className="h-full rounded-panel" />
      )}
    </div>
  );
}

const keyOf = (userId: string): string => `get-started:hidden:${userId}`;

/** Whether a user has hidden the first steps in this browser, and how to. */
function useHidden(userId: string): [boolean, () => void] {
  const [hidden, setHidden] = useState(() => stored(userId));
  const hide = useCallback(() => {
    setHidden(true);
    try {
      localStorage.setItem(keyOf(userId), 'true');
    } catch {
      // Private windows may refuse storage: it lasts until the reload.
    }
  }, [userId]);
  return [hidden, hide];
}

function stored(userId: string): boolean {
  try {
    return localStorage.getItem(keyOf(userId)) !== null;
  } catch {
    return false;
  }
}

type Step = { key: SetUpStep; title: string; note: string; href: string };

const stepsFor = (approved: number): Step[] => [
  {
    key: 'profile',
    title: 'Complete your profile',
    note: 'Your name, email and address sign every email.',
    href: '/settings',
  },
  {
    key: 'account',
    title: 'Connect an account',
    note: 'Emails leave from your own address.',
    href: '/settings/sending',
  },
  {
    key: 'approve',
    title: `Approve ${APPROVALS_WANTED} partners`,
    note: `${Math.min(approved, APPROVALS_WANTED)} of ${APPROVALS_WANTED} approved so far.`,
    href: '/discovery?status=pending',
  },
  {
    key: 'emails',
    title: 'Find their emails',
    note: 'Partners with an email can join a campaign.',
    href: '/approved?emailStatus=pending',
  },
  {
    key: 'campaign',
    title: 'Start a campaign',
    note: 'You read every message before it leaves.',
    href: '/campaigns',
  },
];

/** The steps of a new account before its first email leaves, each with its link. */
function GetStarted(props: {
  steps: Record<SetUpStep, boolean>;
  /** The number of approved partners. */
  approved: number;
  onHide: () => void;
}) {
  const { steps } = props;
  const all = stepsFor(props.approved);
  const done = all.filter(({ key }) => steps[key]).length;
  const next = all.find(({ key }) => !steps[key])?.key;
  return (
    <section aria-labelledby="get-started" className="panel flex h-full flex-col overflow-hidden">
      <header className="flex h-13 shrink-0 items-center gap-3 border-b pr-2 pl-4">
        <h2 id="get-started" className="mr-auto font-semibold">
          Get started
        </h2>
        <span className="whitespace-nowrap text-ink-3 text-note tabular-nums">
          {done} of {all.length} done
        </span>
        <Progress label="Steps done" value={done} max={all.length} className="w-24 max-sm:hidden" />
        <Button size="small" variant="ghost" onClick={props.onHide}>
          Hide
        </Button>
      </header>
      <ol
        aria-label="First steps"
        className="grid min-h-0 flex-1 auto-rows-fr divide-y xl:grid-cols-5 xl:divide-x xl:divide-y-0"
      >
        {all.map((step, index) => (
          <Row key={step.key} step={step} number={index + 1} done={steps[step.key]} current={step.key === next} />
        ))}
      </ol>
    </section>
  );
}

function Row(props: { step: Step; number: number; done: boolean; current: boolean }) {
  const { step, done, current } = props;
  return (
    <li aria-current={current ? 'step' : undefined} className="min-w-0">
      <Link
        href={step.href}
        className={classes(
          'group flex h-full items-center gap-3 px-4 -outline-offset-2 hover:bg-sunken xl:flex-col xl:items-start xl:gap-2 xl:py-4',
          current && 'bg-accent-soft/60',
        )}
      >
        <span
          aria-hidden
          className={classes(
            'grid size-6 shrink-0 place-items-center rounded-full font-semibold text-note tabular-nums',
            done && 'bg-good-soft text-good',
            current && 'bg-accent text-on-accent',
            !done && !current && 'text-ink-3 inset-ring inset-ring-line-strong',
          )}
        >
          {done ? <Check className="size-3.5" strokeWidth={3} /> : props.number}
        </span>
        <span className="min-w-0 flex-1 items-baseline gap-3 sm:flex xl:block">
          <span className={classes('block truncate sm:shrink-0', done ? 'text-ink-3' : 'font-semibold')}>
            {step.title}
            {done && <span className="sr-only">, done</span>}
          </span>
          <span className="truncate text-ink-3 text-note max-sm:hidden xl:line-clamp-2 xl:whitespace-normal">
            {step.note}
          </span>
        </span>
      </Link>
    </li>
  );
}
