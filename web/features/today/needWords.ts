import type { NeedView } from '../../../api/views.ts';
import { LABEL_TEXTS, type ReplyLabel } from '../../../events/messages/replyLabels.ts';
import type { TodayGroup } from '../../../events/today/needGroups.ts';
import type { BadgeTone } from '../../components/ui/Badge.tsx';

export const GROUPS: Record<TodayGroup, { title: string; note: string }> = {
  answer: { title: 'Answer', note: 'interested first' },
  read: { title: 'Read', note: 'flagged first' },
  fix: { title: 'Fix', note: 'accounts first' },
  look: { title: 'Look', note: 'requests first' },
  later: { title: 'Later', note: 'soonest first' },
};

type OwnReason = Exclude<NeedView['reason'], ReplyLabel>;

const OWN: Record<OwnReason, { text: string; tone: BadgeTone }> = {
  unlabeled: { text: 'Replied', tone: 'mute' },
  flagged: { text: 'Flagged', tone: 'bad' },
  text: { text: 'To read', tone: 'mute' },
  bounced: { text: 'Bounced', tone: 'bad' },
  failed: { text: 'Failed', tone: 'bad' },
  unknown: { text: 'Unconfirmed', tone: 'warn' },
  complained: { text: 'Reported as spam', tone: 'bad' },
  asked: { text: 'Asks you', tone: 'warn' },
  account: { text: 'On hold', tone: 'warn' },
  held: { text: 'On hold', tone: 'mute' },
};

/** Why a thing waits, if that is no label of a reply. */
export const ownReason = (reason: NeedView['reason']) =>
  reason in OWN ? OWN[reason as OwnReason] : { text: LABEL_TEXTS[reason as ReplyLabel], tone: 'mute' as const };

/** The pane of what is open. */
export const MIDDLE = 'flex min-w-0 flex-col bg-surface';
