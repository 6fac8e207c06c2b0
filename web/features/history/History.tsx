import { Button } from '../../components/ui/Button.tsx';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { Loading } from '../../components/ui/QueryState.tsx';
import { classes } from '../../lib/classes.ts';
import { onDemand } from '../../lib/onDemand.tsx';
import { Erasures } from '../erasures/Erasures.tsx';
import { FindEmails } from './FindEmails.tsx';
import { HistoryLink } from './HistoryLink.tsx';
import { useHistoryUrl } from './historyUrl.ts';
import { NumberEvents } from './NumberEvents.tsx';
import { StoryDialog } from './StoryDialog.tsx';
import type { HistoryScope } from './scope.ts';
import { Timeline } from './Timeline.tsx';

const Moment = onDemand(() => import('./Moment.tsx').then((module) => module.Moment));

const VIEWS = [
  { title: 'Events', shows: 'events' },
  { title: 'Time travel', shows: 'moment' },
  { title: 'Erasures', shows: 'erasures' },
] as const;

const EMAILS = { title: 'Emails to a person', shows: 'emails' } as const;

const NO_DETAILS = { number: null, campaign: null, span: null, variant: null, open: null, story: null };

/** The history of one tenant, or for admins of all: events, the screens at a moment, and the source of a number. */
export function History(props: { scope: HistoryScope; onChooseUser?: () => void }) {
  const { scope } = props;
  const { view, change } = useHistoryUrl();
  const { number, story } = view;
  const ofAll = scope.admin && scope.tenant === null;
  const ofOne = view.shows === 'moment' || (view.shows === 'events' && number !== null);
  return (
    <div className="flex flex-col gap-4">
      <nav aria-label="Views of the history" className="flex gap-5 border-b">
        {(scope.admin ? [...VIEWS, EMAILS] : VIEWS).map(({ title, shows }) => (
          <HistoryLink
            key={title}
            change={{ ...NO_DETAILS, view: shows === 'events' ? null : shows }}
            current={view.shows === shows}
            className={classes(
              '-mb-px border-b-2 py-2 font-medium',
              view.shows === shows ? 'border-accent text-ink' : 'border-transparent text-ink-2 hover:text-ink',
            )}
          >
            {title}
          </HistoryLink>
        ))}
      </nav>
      {ofOne && ofAll ? (
        <Notice tone="info" action={<Button onClick={props.onChooseUser}>Choose a user</Button>}>
          This shows the data of one user.
        </Notice>
      ) : (
        <>
          {view.shows === 'events' && number === null && <Timeline view={view} scope={scope} change={change} />}
          {view.shows === 'events' && number !== null && (
            <NumberEvents view={{ ...view, number }} scope={scope} change={change} />
          )}
          {view.shows === 'moment' && (
            <FetchedPart fallback={<Loading label="Loading the history" height="h-56" className="panel p-4" />}>
              <Moment view={view} scope={scope} change={change} />
            </FetchedPart>
          )}
          {view.shows === 'erasures' && <Erasures scope={scope} />}
          {view.shows === 'emails' && scope.admin && <FindEmails view={view} scope={scope} change={change} />}
        </>
      )}
      {story !== null && !ofAll && (
        <StoryDialog messageId={story} scope={scope} onClose={() => change({ story: null })} />
      )}
    </div>
  );
}
