import { ChevronRight } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import type { PartnerView } from '../../../api/views.ts';
import { formatFollowers } from '../../../events/shared/format.ts';
import { PLATFORM_LABELS } from '../../../events/shared/options.ts';
import { Avatar } from '../../components/ui/Avatar.tsx';
import { classes } from '../../lib/classes.ts';
import { percent } from '../../lib/numbers.ts';
import { MatchScore } from './MatchScore.tsx';
import { EmailBadge, StatusBadge } from './PartnerBadges.tsx';

const COLUMNS =
  '@table:grid @table:grid-cols-[minmax(11rem,3fr)_minmax(5.25rem,1fr)_4rem_4.5rem_9rem_7.25rem_9.25rem] @table:gap-x-2.5';

const FACT = '@max-table:text-ink-2 @max-table:text-note';

/** The names of the columns, where the list is wide enough to have any. */
export function PartnerColumns(props: { leading?: boolean }) {
  return (
    <div
      aria-hidden
      className={classes(
        'hidden border-b bg-sunken py-1.5 pr-4 text-ink-3 text-note @table:grid',
        props.leading ? 'pl-12' : 'pl-3',
        COLUMNS,
      )}
    >
      <span className="pl-7">Partner</span>
      <span>Industry</span>
      <span className="text-right">Followers</span>
      <span className="text-right">Engagement</span>
      <span>Match</span>
      <span>Status</span>
      <span />
    </div>
  );
}

/** One partner: a line of the table, or a card of two lines on a phone. A press opens the details below. */
export function PartnerRow(props: {
  partner: PartnerView;
  expanded: boolean;
  onToggle: () => void;
  leading?: ReactNode;
  actions?: ReactNode;
  details: () => ReactNode;
}) {
  const { partner, expanded } = props;
  const detailsId = useId();
  const username = partner.username?.replace(/^@/, '');
  return (
    <>
      <div className={classes('flex items-start hover:bg-sunken', expanded && 'bg-sunken')}>
        {props.leading && <div className="py-5 pl-4">{props.leading}</div>}
        {/* biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the name is a real button; the rest of the row only widens it for the mouse. */}
        <div
          className={classes(
            'flex min-h-14.5 min-w-0 flex-1 cursor-pointer flex-wrap items-center gap-x-3 gap-y-1.5 py-2 pr-4 pl-3',
            COLUMNS,
          )}
          onClick={(event) => {
            const pressed = event.target;
            // A press inside a dialog of this row arrives here too, through React's portal.
            if (!(pressed instanceof Element) || !event.currentTarget.contains(pressed)) return;
            if (!pressed.closest('[data-own-press]')) props.onToggle();
          }}
        >
          <button
            type="button"
            aria-expanded={expanded}
            aria-controls={expanded ? detailsId : undefined}
            className="flex min-w-0 flex-1 basis-40 items-center gap-2.5 rounded-control text-left"
          >
            <ChevronRight
              aria-hidden
              className={classes('size-4 shrink-0 text-ink-3 transition-transform', expanded && 'rotate-90')}
            />
            <Avatar name={partner.name} src={partner.avatar} />
            <span className="min-w-0">
              <span dir="auto" className="block truncate text-left font-semibold leading-5">
                {partner.name ?? 'Erased'}
              </span>
              <span className="flex text-ink-3 text-note">
                {username && (
                  <>
                    <span className="truncate">@{username}</span>
                    <span className="shrink-0 whitespace-pre"> · </span>
                  </>
                )}
                <span className="shrink-0">{PLATFORM_LABELS[partner.platform]}</span>
              </span>
            </span>
          </button>
          <span
            title={partner.industry ?? undefined}
            className={classes('truncate @max-table:order-3', FACT, partner.industry === null && '@max-table:hidden')}
          >
            {partner.industry ?? '–'}
          </span>
          <span
            className={classes(
              'text-right tabular-nums @max-table:order-4',
              FACT,
              partner.followersCount === null && '@max-table:hidden',
            )}
          >
            {formatFollowers(partner.followersCount)}
            <span className="@table:sr-only"> followers</span>
          </span>
          <span
            className={classes(
              'text-right tabular-nums @max-table:order-5',
              FACT,
              partner.engagementRate === null && '@max-table:hidden',
            )}
          >
            {percent(partner.engagementRate)}
            <span className="@table:sr-only"> engagement</span>
          </span>
          <span className="@max-table:order-2 max-sm:[&_i]:hidden">
            <MatchScore score={partner.matchScore} />
          </span>
          <span aria-hidden className="order-2 hidden basis-full @max-table:block" />
          <span aria-hidden className="order-6 hidden basis-full @max-table:block" />
          <span className="flex flex-wrap gap-1 @max-table:order-7 @max-table:flex-1">
            <StatusBadge status={partner.status} />
            <EmailBadge partner={partner} />
          </span>
          <span data-own-press className="flex cursor-default justify-end gap-1.5 @max-table:order-8">
            {props.actions}
          </span>
        </div>
      </div>
      {expanded && (
        <section id={detailsId} aria-label={`About ${partner.name ?? 'this partner'}`}>
          {props.details()}
        </section>
      )}
    </>
  );
}
