import { ChevronDown, CircleAlert, Clock } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { NeedView } from '../../../api/views.ts';
import { REPLY_LABELS, type ReplyLabel } from '../../../events/messages/replyLabels.ts';
import { subjectOf, TODAY_GROUPS, type TodayGroup } from '../../../events/today/needGroups.ts';
import { Avatar } from '../../components/ui/Avatar.tsx';
import { LoadFailed, Loading } from '../../components/ui/QueryState.tsx';
import { classes } from '../../lib/classes.ts';
import { clockIn, dayIn, timeIn } from '../../lib/dates.ts';
import { useNow } from '../../lib/now.ts';
import { counted } from '../../lib/numbers.ts';
import { upToMost } from '../../lib/total.ts';
import { LabelIcon } from '../inbox/LabelBadge.tsx';
import { useUserZone } from '../profile/api.ts';
import { useNeeds, whoOf } from './api.ts';
import { GROUPS, ownReason } from './needWords.ts';

/** The groups with what each shows first. Texts of a campaign that are folded into one row follow it once that is opened. */
export function useQueue() {
  const queries = {
    answer: useNeeds('answer'),
    read: useNeeds('read'),
    fix: useNeeds('fix'),
    look: useNeeds('look'),
    later: useNeeds('later'),
  } satisfies Record<TodayGroup, unknown>;
  const groups = TODAY_GROUPS.map((group) => {
    const list = queries[group];
    return { group, list, needs: list.data?.pages.flatMap(({ needs }) => needs) ?? [] };
  });
  return { groups, needs: groups.flatMap(({ needs }) => needs) };
}

export function TodayQueue(props: {
  groups: ReturnType<typeof useQueue>['groups'];
  counts: Readonly<Record<TodayGroup, number>> | undefined;
  current: string | null;
}) {
  // all at once: a group that came later would push the others down
  if (props.groups.some(({ list }) => list.isPending))
    return <Loading label="Loading what waits" rows={8} height="h-10" className="p-4" />;
  return props.groups.map(({ group, list, needs }) => {
    if (list.isError)
      return (
        <LoadFailed key={group} again={list} className="m-3">
          {GROUPS[group].title} could not be loaded. Please try again.
        </LoadFailed>
      );
    if (needs.length === 0) return null;
    const { title, note } = GROUPS[group];
    return (
      <section key={group} aria-label={title}>
        <h2 className="sticky top-0 z-1 flex h-6.5 items-center gap-1.5 border-b bg-sunken px-4 text-note">
          <b className="font-semibold text-ink-2">{title}</b>
          <span className="text-ink-3 tabular-nums">{upToMost(props.counts?.[group] ?? needs.length)}</span>
          <span className="ml-auto text-ink-3">{note}</span>
        </h2>
        <ul aria-label={title} className="divide-y border-b">
          {needs.map((need) => (
            <li key={need.id}>
              <NeedRow need={need} current={need.id === props.current} />
              {need.more > 0 && <Others need={need} current={props.current} />}
            </li>
          ))}
        </ul>
        {list.hasNextPage && (
          <button
            type="button"
            className="link block w-full border-b px-4 py-2 text-left text-note"
            onClick={() => void list.fetchNextPage()}
          >
            Show more
          </button>
        )}
      </section>
    );
  });
}

/** The other texts of a campaign that nothing sets apart. */
function Others(props: { need: NeedView; current: string | null }) {
  const { need } = props;
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        className="flex min-h-8 w-full items-center gap-2 border-t px-4 text-left text-ink-2 text-note hover:bg-sunken"
        onClick={() => setOpen(!open)}
      >
        <ChevronDown aria-hidden className={classes('ml-7 size-3.5 shrink-0', open && 'rotate-180')} />
        <span className="min-w-0 truncate">
          {upToMost(need.more)} more of <bdi>{need.campaign?.name ?? 'this campaign'}</bdi>, none flagged
        </span>
      </button>
      {open && <OtherTexts need={need} current={props.current} />}
    </>
  );
}

function OtherTexts(props: { need: NeedView; current: string | null }) {
  const { need } = props;
  const list = useNeeds('read', need.campaign?.id);
  const others = list.data?.pages.flatMap(({ needs }) => needs).filter(({ id }) => id !== need.id) ?? [];
  return (
    <ul aria-label={`More texts of ${need.campaign?.name ?? 'this campaign'}`} className="divide-y border-t">
      {others.map((one) => (
        <li key={one.id}>
          <NeedRow need={one} current={one.id === props.current} />
        </li>
      ))}
      {list.hasNextPage && (
        <li>
          <button
            type="button"
            className="link block w-full px-4 py-2 text-left text-note"
            onClick={() => void list.fetchNextPage()}
          >
            Show more
          </button>
        </li>
      )}
    </ul>
  );
}

const DAY_MS = 86_400_000;
const isLabel = (reason: NeedView['reason']): reason is Extract<NeedView['reason'], ReplyLabel> =>
  (REPLY_LABELS as readonly string[]).includes(reason);
const TONES: Partial<Record<string, string>> = { bad: 'text-bad', warn: 'text-signal', good: 'text-good' };

function NeedRow(props: { need: NeedView; current: boolean }) {
  const { need } = props;
  const { text, tone } = ownReason(need.reason);
  return (
    <Link
      href={`/today/${need.id}`}
      aria-current={props.current ? 'true' : undefined}
      className="flex min-h-11.5 items-center gap-3 border-transparent border-l-2 px-3.5 py-1 hover:bg-sunken aria-[current]:border-accent aria-[current]:bg-sunken max-sm:min-h-15"
    >
      <Avatar name={whoOf(need)} src={need.partner?.avatar ?? null} className="size-7" />
      <span className="min-w-0 flex-1">
        <span className="flex items-baseline gap-2">
          <bdi className="min-w-0 flex-1 truncate font-semibold">{whoOf(need)}</bdi>
          {need.reason !== 'held' && <When need={need} />}
        </span>
        <span className="flex items-center gap-1.5 text-note [&_svg]:size-3.5 [&_svg]:shrink-0">
          {isLabel(need.reason) ? (
            <LabelIcon label={need.reason} />
          ) : (
            <CircleAlert aria-hidden className={TONES[tone] ?? 'text-ink-3'} />
          )}
          <span className={classes('shrink-0', TONES[tone] ?? 'text-ink-2')}>
            {need.reason === 'held' && need.at !== null ? (
              <>
                Held since <Since at={need.at} />
              </>
            ) : (
              text
            )}
          </span>
          {subjectOf(need.id) !== 'mailbox' && (
            <span dir="auto" className="min-w-0 truncate text-ink-3">
              {need.text ?? 'Erased'}
            </span>
          )}
        </span>
      </span>
    </Link>
  );
}

/** Since when it waits; what was put off, until when. An answer that waits for a day says so. */
function When(props: { need: NeedView }) {
  const { at, until, reason } = props.need;
  const now = useNow();
  const zone = useUserZone();
  const look = 'shrink-0 text-note tabular-nums';
  if (until)
    return (
      <span className={classes(look, 'flex items-center gap-1 text-ink-3')}>
        <Clock aria-hidden className="size-3" />
        {until.moment === null ? 'until they answer' : clockIn(zone, until.moment, now)}
      </span>
    );
  if (at === null) return null;
  const days = Math.floor((now - Date.parse(at)) / DAY_MS);
  if (isLabel(reason) && days >= 1)
    return <span className={classes(look, 'text-signal')}>waits {counted(days, 'day')}</span>;
  return (
    <span className={classes(look, 'text-ink-3')}>
      <Since at={at} />
    </span>
  );
}

function Since({ at }: { at: string }) {
  const now = useNow();
  const zone = useUserZone();
  const day = dayIn(zone, at, now, 'short');
  return <time dateTime={at}>{day === 'today' ? timeIn(zone, at) : day}</time>;
}
