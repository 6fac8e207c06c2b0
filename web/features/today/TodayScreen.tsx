import { Check, ChevronDown, ChevronUp, Reply, SkipForward, StickyNote, Sun, Undo2 } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import type { NeedView } from '../../../api/views.ts';
import { isSettledByDone, subjectOf } from '../../../events/today/needGroups.ts';
import { useTitle } from '../../app/title.ts';
import { BackLink } from '../../components/ui/BackLink.tsx';
import { Badge } from '../../components/ui/Badge.tsx';
import { Button } from '../../components/ui/Button.tsx';
import { EmptyState } from '../../components/ui/EmptyState.tsx';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { Kbd } from '../../components/ui/Kbd.tsx';
import { DETAIL_AND_MORE, MasterDetail, PHONE } from '../../components/ui/MasterDetail.tsx';
import { classes } from '../../lib/classes.ts';
import { wholeNumber } from '../../lib/numbers.ts';
import { onDemand } from '../../lib/onDemand.tsx';
import { ariaKeys, useShortcuts } from '../../lib/shortcuts.ts';
import { upToMost } from '../../lib/total.ts';
import { useMedia } from '../../lib/useMedia.ts';
import { PartnerLink, partnerHref } from '../partners/PartnerLink.tsx';
import { ZoneNote } from '../profile/ZoneNote.tsx';
import { AccountThing } from './AccountThing.tsx';
import { useDecideNeed, whoOf } from './api.ts';
import { useTodayCount } from './count.ts';
import { ownReason } from './needWords.ts';
import { Snooze } from './Snooze.tsx';
import { TodayQueue, useQueue } from './TodayQueue.tsx';
import { undoNewest, useUndoable } from './undo.ts';

const NoteDialog = onDemand(() => import('./NoteDialog.tsx').then((m) => m.NoteDialog));
const ConversationThing = onDemand(() => import('./ConversationThing.tsx').then((m) => m.ConversationThing));
const MessageThing = onDemand(() => import('./MessageThing.tsx').then((m) => m.MessageThing));

/** What waits for the user, over all campaigns: the queue, the thing, and its person. Nothing leaves the queue by being seen. */
export function TodayScreen(props: { needId?: string | null }) {
  const count = useTodayCount().data;
  const { groups, needs } = useQueue();
  const phone = useMedia(PHONE);
  const asked = props.needId ?? null;
  const waiting = groups.flatMap(({ group, needs: own }) => (group === 'later' ? [] : own));
  const opened = needs.find(({ id }) => id === asked) ?? (phone || asked !== null ? undefined : waiting[0]);
  const stay = useSuccessor(needs, asked);
  const place = usePlace(needs, opened, {
    total: count && count.total + count.groups.later,
    stay,
  });
  const loaded = groups.every(({ list }) => !list.isPending);
  useTitle(opened ? `${whoOf(opened)} · Today` : 'Today');
  // also after the last thing
  useShortcuts(useUndoable() ? { undoToday: undoNewest } : {});
  return (
    <div data-panes className="flex flex-1 flex-col">
      {asked !== null && <h1 className="sr-only sm:hidden">Today</h1>}
      <MasterDetail
        framed
        open={asked !== null}
        list={
          <>
            <header className="flex h-13 shrink-0 items-center gap-2 border-b px-4">
              <h1 className="font-semibold text-title">Today</h1>
              {count && <p className="text-ink-3 text-note">{upToMost(count.total)} to do</p>}
              <ZoneNote className="ml-auto truncate" />
            </header>
            <div className="min-h-0 flex-1 overflow-y-auto">
              <TodayQueue groups={groups} counts={count?.groups} current={opened?.id ?? null} />
              {phone && loaded && waiting.length === 0 && <AllDone />}
            </div>
          </>
        }
      >
        {opened ? (
          <Opened key={opened.id} need={opened} {...place} />
        ) : (
          <div className={classes('max-sm:hidden', DETAIL_AND_MORE)}>
            {loaded && (asked === null ? <AllDone /> : <Gone next={waiting[0]} />)}
          </div>
        )}
      </MasterDetail>
    </div>
  );
}

/** Opens what takes the place of a thing, once its decision has settled it. News above that does not replace it, because it has its own address. */
function useSuccessor(needs: readonly NeedView[], asked: string | null): (at: number) => void {
  const [, navigate] = useLocation();
  const [left, setLeft] = useState<{ id: string; at: number } | null>(null);
  const isGone = left !== null && left.id === asked && !needs.some(({ id }) => id === asked);
  const successor = isGone ? needs[Math.min(left.at, needs.length - 1)]?.id : undefined;
  useEffect(() => {
    if (!successor) return;
    // an Undo leads back to it
    setLeft(null);
    navigate(`/today/${successor}`, { replace: true });
  }, [successor, navigate]);
  return (at) => setLeft(asked === null ? null : { id: asked, at });
}

/** Where the open thing is in the queue, and the ways to the ones beside it. `stay`: what takes its place is opened next. */
function usePlace(
  needs: readonly NeedView[],
  opened: NeedView | undefined,
  { total = needs.length, stay }: { total: number | undefined; stay: (at: number) => void },
) {
  const [, navigate] = useLocation();
  const at = needs.findIndex(({ id }) => id === opened?.id);
  const go = (to: number): void => {
    const next = needs[to];
    navigate(next ? `/today/${next.id}` : '/today');
  };
  return {
    at,
    count: Math.max(total, needs.length),
    isLast: at >= needs.length - 1,
    previous: () => go(Math.max(0, at - 1)),
    next: () => go(Math.min(needs.length - 1, at + 1)),
    follow: () => stay(at),
    /** After a decision the next one opens at the same place. */
    leave: () => {
      const next = needs[at + 1] ?? needs[at - 1];
      navigate(next ? `/today/${next.id}` : '/today');
    },
  };
}

type Place = ReturnType<typeof usePlace>;

function Opened(props: { need: NeedView } & Place) {
  const { need, at, count, isLast, previous, next, leave, follow } = props;
  const { mutate } = useDecideNeed();
  const undoable = useUndoable();
  const [noting, setNoting] = useState(false);
  const [, navigate] = useLocation();
  const subject = subjectOf(need.id);
  const done = (): void => {
    leave();
    mutate({ need, decision: { kind: 'done' } });
  };
  const settled = isSettledByDone(need.reason) ? { finish: done } : { skip: next };
  // an erased person has no record
  const partner = need.partner?.name ? { ...need.partner, name: need.partner.name } : null;
  const first = (): void => document.querySelector<HTMLElement>('[data-first]')?.click();
  useShortcuts({
    ...{ previous, next, first, ...settled },
    ...(partner && { openPartner: () => navigate(partnerHref(partner.id)), note: () => setNoting(true) }),
  });
  const bar = (
    <>
      {'finish' in settled ? (
        <Button aria-keyshortcuts={ariaKeys('finish')} onClick={done}>
          <Check aria-hidden />
          Done
          <Kbd of="finish" />
        </Button>
      ) : (
        <Button aria-keyshortcuts={ariaKeys('skip')} disabled={isLast} onClick={next}>
          <SkipForward aria-hidden />
          Skip
          <Kbd of="skip" />
        </Button>
      )}
      {need.reason !== 'held' && (
        <Snooze
          answers={subject !== 'mailbox'}
          onSnooze={(until) => {
            leave();
            mutate({ need, decision: { kind: 'snooze', until } });
          }}
        />
      )}
      {partner && (
        <Button variant="ghost" aria-keyshortcuts={ariaKeys('note')} onClick={() => setNoting(true)}>
          <StickyNote aria-hidden />
          Note
          <Kbd of="note" />
        </Button>
      )}
      {partner && noting && (
        <FetchedPart onLost={() => setNoting(false)}>
          <NoteDialog {...partner} onClose={() => setNoting(false)} />
        </FetchedPart>
      )}
      {undoable && (
        <Button variant="ghost" aria-label="Undo" aria-keyshortcuts={ariaKeys('undoToday')} onClick={undoNewest}>
          <Undo2 aria-hidden />
          <Kbd of="undoToday" />
        </Button>
      )}
    </>
  );
  const head = <ThingHead {...{ need, at, count, isLast, previous, next }} />;
  if (subject === 'mailbox') return <AccountThing need={need} head={head} foot={<Foot>{bar}</Foot>} />;
  if (subject === 'message') return <MessageThing need={need} head={head} actions={bar} onLeave={follow} />;
  return (
    <ConversationThing
      need={need}
      head={head}
      onSend={follow}
      foot={
        <Foot>
          <Button
            data-first
            variant="primary"
            aria-keyshortcuts={ariaKeys('first')}
            onClick={() => document.querySelector<HTMLElement>('[data-answer]')?.focus()}
          >
            <Reply aria-hidden />
            Answer
            <Kbd of="first" on="accent" />
          </Button>
          {bar}
        </Foot>
      }
    />
  );
}

function ThingHead(props: { need: NeedView } & Pick<Place, 'at' | 'count' | 'isLast' | 'previous' | 'next'>) {
  const { need, at, count } = props;
  const { text, tone } = ownReason(need.reason);
  return (
    <header className="sticky top-(--bar) z-5 flex min-h-13 items-center gap-2 border-b bg-surface px-4">
      <div className="sm:hidden">
        <BackLink href="/today" to="Today" />
      </div>
      <h2 data-screen-heading tabIndex={-1} className="min-w-0 truncate font-semibold text-lead outline-none">
        {need.partner ? (
          <PartnerLink partner={need.partner} className="block truncate leading-6 hover:underline" />
        ) : (
          <bdi>{whoOf(need)}</bdi>
        )}
      </h2>
      <Badge tone={tone}>{text}</Badge>
      {need.campaign && (
        <Link href={`/campaigns/${need.campaign.id}`} className="link min-w-0 truncate text-note max-md:hidden">
          <bdi>{need.campaign.name ?? 'Campaign'}</bdi>
        </Link>
      )}
      <span className="ml-auto flex shrink-0 items-center">
        <span className="px-1 text-ink-3 text-note tabular-nums max-md:hidden">
          {wholeNumber(at + 1)} of {upToMost(count)}
        </span>
        <Button
          variant="ghost"
          size="icon"
          aria-label="Previous"
          aria-keyshortcuts={ariaKeys('previous')}
          disabled={at <= 0}
          onClick={props.previous}
        >
          <ChevronUp aria-hidden />
        </Button>
        <Button
          variant="ghost"
          size="icon"
          aria-label="Next"
          aria-keyshortcuts={ariaKeys('next')}
          disabled={props.isLast}
          onClick={props.next}
        >
          <ChevronDown aria-hidden />
        </Button>
      </span>
    </header>
  );
}

/** The actions, in the same places for every kind. */
const Foot = (props: { children: ReactNode }) => (
  <footer
    data-foot
    className="sticky bottom-(--tab-bar) z-5 flex flex-wrap items-center gap-2 border-t bg-surface px-4 py-2.5 max-sm:[&>button]:flex-1 max-sm:[&>button]:px-1.5"
  >
    {props.children}
  </footer>
);

function AllDone() {
  return (
    <EmptyState icon={<Sun aria-hidden className="size-6 text-good" />} title="Nothing waits for you">
      Emails leave automatically, and replies appear here.
    </EmptyState>
  );
}

function Gone(props: { next: NeedView | undefined }) {
  const { next } = props;
  const [, navigate] = useLocation();
  const open = (): void => navigate(next ? `/today/${next.id}` : '/today');
  useShortcuts({ next: open, first: open });
  return (
    <EmptyState
      title="This no longer waits"
      action={
        <Link href={next ? `/today/${next.id}` : '/today'} className="link">
          {next ? 'Open the next one' : 'Back to Today'}
        </Link>
      }
    >
      It was done, or it changed in the meantime.
    </EmptyState>
  );
}
