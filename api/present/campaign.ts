import type { CampaignRow } from '../../db/read/campaigns.ts';
import type { MessageRow } from '../../db/read/messages.ts';
import { showSettings } from '../../events/campaigns/settings.ts';
import { isAnswer } from '../../events/messages/answer.ts';
import { knownFacts } from '../../events/messages/check/facts.ts';
import type { Flaw } from '../../events/messages/check/flaw.ts';
import { CAME_BACK, deliveryText } from '../../events/messages/delivery.ts';
import { sequenceNumber } from '../../events/messages/followUp.ts';
import {
  DISPATCHED,
  isHeld,
  isWaiting,
  type MessageState,
  PLANNABLE,
  recipientOf,
} from '../../events/messages/messageState.ts';
import { isResend } from '../../events/messages/resend.ts';
import { steersOf } from '../../events/messages/steer.ts';
import type { Steer } from '../../events/messages/steerNames.ts';
import { isRough } from '../../events/partners/score.ts';
import { isMailboxHold } from '../../events/sending/sendBlockers.ts';
import type { SendWhy } from '../../events/sending/sendWhy.ts';
import type { HoldSign } from '../../events/shared/doNotContact.ts';
import { externalUrl } from '../../events/shared/externalUrl.ts';
import { capitalised, cutText } from '../../events/shared/format.ts';
import { pick } from '../../events/shared/named.ts';
import { responseRate } from '../../events/shared/rates.ts';
import { reasonSentence, reasonText } from '../../events/shared/reasons.ts';
import { readable } from '../../events/shared/unreadable.ts';
import type { CampaignView, HoldView, SendStatus, SendView } from '../views.ts';
import { avatarOf } from './avatar.ts';

/** `hold`: what keeps the tenant's mail; `nextSendWhy`: see sendWhy.ts. */
export function campaignView(
  {
    id,
    state,
    counts: {
      all: _,
      open,
      openPlanned: _planned,
      toFollow: _toFollow,
      runDoneCount,
      runFailedCount,
      toRead,
      flagged,
      unchecked,
      ...counts
    },
  }: CampaignRow,
  hold: HoldView | null,
  nextSendWhy: SendWhy | null,
): CampaignView {
  return {
    id,
    ...showSettings(state),
    name: readable(state, state.text?.name),
    status: state.status === 'none' || state.status === 'deleted' ? 'draft' : state.status,
    followUps: state.followUps.map(({ textId: _, ...one }) => one),
    abTest: state.abTest && { ...pick(state.abTest, ['varies', 'variantB']), chosen: state.chosenVariant },
    ...counts,
    texts: { toRead, flagged, checking: unchecked },
    responseRate: responseRate(counts.partnersReplied, counts.partnersWrittenTo),
    nextSendWhy,
    // Start names the open needs of a draft
    hold: open > 0 && (state.status !== 'draft' || (hold && isMailboxHold(hold))) ? hold : null,
    generation: state.generation
      ? { requested: state.generation.messageIds.length, done: runDoneCount, failed: runFailedCount }
      : null,
    archived: state.archived,
    createdAt: state.createdAt,
  };
}

export function wireStatus(state: Pick<MessageRow['state'], 'status' | 'replied'>): SendStatus {
  switch (state.status) {
    case 'dispatching':
      return 'sending';
    case 'sent':
      return state.replied ? 'replied' : 'sent';
    case 'unfit':
    case 'failed':
    case 'unknown':
    case 'cancelled':
      return state.status;
    case 'abandoned':
      return 'cancelled';
    default:
      return 'pending';
  }
}

/** The facts of a message that may have left; null for any other. */
function unknownFacts({ status, dispatch, reason }: MessageRow['state']): SendView['unknown'] {
  if (status !== 'unknown') return null;
  const answer = reason ? reasonText(reason) : 'The provider did not answer';
  if (reason?.code === 'restored') return { handedOverAt: null, answer };
  return dispatch && { handedOverAt: dispatch.at, answer };
}

const inUtc = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });

function unknownText(state: MessageRow['state']): string {
  const facts = unknownFacts(state);
  if (!facts) return 'We could not confirm whether this left';
  const { answer } = facts;
  if (facts.handedOverAt === null) return `We could not confirm whether this left. ${answer}.`;
  const when = inUtc.format(new Date(facts.handedOverAt));
  return `We could not confirm whether this left. It was handed to the email provider on ${when} UTC. ${answer}.`;
}

const READY = 'Ready for review';
/** Reasons that end when nothing is flagged. */
const OF_FLAWS: readonly (string | undefined)[] = ['text_flagged', 'no_longer_fits'];

function checkedDetail(state: MessageRow['state'], flaws: readonly Flaw[]): string {
  const { reason } = state;
  if (flaws.length === 0) return OF_FLAWS.includes(reason?.code) ? READY : detail(state);
  return reason?.code === 'no_longer_fits' ? `Flagged: ${reasonText(reason)}` : 'Flagged: read it before it goes out';
}

const couldNotBeWritten = ({ status, hasText, lastRun }: MessageRow['state']): boolean =>
  status === 'drafted' && !hasText && lastRun?.outcome === 'failed';

function detail(state: MessageRow['state']): string {
  const { lastRun } = state;
  const reason = state.reason && reasonText(state.reason);
  switch (state.status) {
    case 'drafted':
      if (!state.hasText)
        return lastRun?.outcome === 'failed' && lastRun.reason
          ? `Not generated: ${reasonSentence(lastRun.reason)}`
          : 'Not generated yet';
      return reason ? capitalised(reason) : READY;
    case 'unfit':
      return `No email: ${state.unfit?.reason ?? 'the AI sees reasons against it'}`;
    case 'approved':
      if (state.immediate) return 'Leaves in a moment';
      return reason ? `Approved; ${reason}` : 'Approved';
    case 'scheduled':
      return 'Scheduled';
    case 'claimed':
      return 'About to be sent';
    case 'dispatching':
      return 'Being sent';
    case 'deferred':
      return `Waiting to try again: ${reason ?? 'the provider asked to wait'}`;
    case 'unknown':
      return unknownText(state);
    case 'abandoned':
      return `Cancelled: you ${state.setAside ? 'dismissed it' : 'sent it again'}, and we never learned whether this one left`;
    case 'cancelled':
      return `Cancelled: ${reason ?? ''}`;
    case 'failed':
      return reason ?? 'Refused by the provider';
    default:
      if (state.replied) return 'Replied';
      if (state.delivery) return deliveryText(state.delivery);
      return state.markedSent ? 'Marked as sent by you; the provider never confirmed it' : 'Sent';
  }
}

function deliveryView({ delivery, status }: MessageRow['state']): SendView['delivery'] {
  // the refusal explains itself
  if (!delivery || status === 'failed') return null;
  const { report, at } = delivery;
  return { report, text: deliveryText(delivery), cameBack: CAME_BACK.includes(report), at };
}

function revisionView({ revision }: MessageRow['state']): SendView['revision'] {
  if (revision === null) return null;
  const { status, revised, reason } = revision;
  return {
    status,
    subject: revised?.subject ?? null,
    body: revised?.body ?? null,
    reason: reason && reasonSentence(reason),
  };
}

/** Longer facts are cut: the screen shows where a text comes from, not the whole profile. */
const LONGEST_FACT = 200;

function basedOn({ state, partner }: MessageRow): SendView['basedOn'] {
  const used = state.parts.flatMap(({ cites }) => cites);
  if (used.length === 0 || !partner) return [];
  return knownFacts(partner)
    .filter(({ id }) => used.includes(id))
    .map(({ id, text, url }) => ({ id, text: cutText(text, LONGEST_FACT), url: externalUrl(url) }));
}

/** `flaws`: null while it is being checked. */
type Checked = Partial<Pick<SendView, 'similarTo' | 'otherCampaignAt' | 'needsAddress'>> & {
  flaws?: readonly Flaw[] | null;
  sharesWith?: MessageRow['partner'] | undefined;
  held?: HoldSign | null;
};

function shownDetail(state: MessageRow['state'], { flaws, sharesWith, held }: Checked): string {
  if (held && isWaiting(state.status) && state.hasText) return capitalised(reasonText({ code: `held_${held}` }));
  if (isHeld(state)) return capitalised(reasonText({ code: 'on_hold' }));
  if (state.status === 'drafted' && flaws === null) return 'Being checked';
  if (state.status === 'drafted' && flaws) return checkedDetail(state, flaws);
  if (sharesWith === undefined || state.status !== PLANNABLE || state.immediate) return detail(state);
  // the plan gives it no time (worker/tasks/oneForEachAddress.ts)
  const name = sharesWith && readable(sharesWith, sharesWith.person?.name);
  return `Approved; ${name ?? 'another partner'} has the same address and gets the email`;
}

/**
 * `checked`: the check's result, if there is one. `sharesWith`: the partner with the same address who gets the email of the campaign. `held`: the
 * question about the person.
 */
/** A flagged text is read first, and an address that takes no email is replaced first. */
const steersFor = (state: MessageState, { flaws, needsAddress }: Checked): Steer[] =>
  steersOf(state).filter((act) => !(act === 'approve' && flaws?.length) && !(act === 'retry' && needsAddress));

export function sendView(row: MessageRow, checked: Checked = {}): SendView {
  const { id, state, partner } = row;
  return {
    id,
    campaignId: state.campaignId,
    recipientEmail: recipientOf(state, partner?.contact?.email),
    subject: readable(state, state.text?.subject),
    body: readable(state, state.text?.body),
    status: wireStatus(state),
    detail: shownDetail(state, checked),
    step: (sequenceNumber(state) ?? 0) + 1,
    followUp: state.followUp && { id: state.followUp.id, number: state.followUp.number },
    notBefore: state.notBefore,
    otherCampaignAt: checked.otherCampaignAt ?? null,
    variant: state.variant,
    answer: isAnswer(state.step) ? state.step : null,
    sentAgain: isResend(state.step),
    edited: state.edited,
    flaws: [...(checked.flaws ?? [])],
    checking: checked.flaws === null,
    unfit: state.unfit && { reason: state.unfit.reason },
    parts: [...state.parts],
    basedOn: basedOn(row),
    revision: revisionView(state),
    similarTo: checked.similarTo ?? null,
    approved: state.approvedHash !== null,
    nextSendAt: state.scheduledAt,
    steers: steersFor(state, checked),
    sentAt: state.sentAt,
    mediaKit: state.dispatch?.file && DISPATCHED.has(state.status) ? pick(state.dispatch.file, ['name', 'size']) : null,
    unknown: unknownFacts(state),
    markedSent: state.markedSent,
    delivery: deliveryView(state),
    needsAddress: checked.needsAddress ?? false,
    errorMessage:
      state.status === 'failed' || state.status === 'unknown' || couldNotBeWritten(state) ? detail(state) : null,
    partner: {
      id: state.partnerId,
      name: partner ? readable(partner, partner.person?.name) : null,
      username: partner?.person?.username ?? null,
      avatar: avatarOf(state.partnerId, partner),
      platform: partner?.platform ?? 'linkedin',
      industry: partner?.industry ?? null,
      bio: partner?.person?.bio ?? null,
      followersCount: partner?.followersCount ?? null,
      matchScore: partner?.score ?? null,
      roughScore: partner !== null && isRough(partner),
      contactInfo: { email: partner?.contact?.email ?? null },
    },
  };
}
