/**
 * The legal order of events, written from the design and not from the product's code. Each type has the states before it and the state after it
 * (`same`: no change).
 */
type Move = { from: readonly string[]; to: string };
type Table = Readonly<Record<string, Move>>;

const WAITING = ['approved', 'scheduled', 'deferred'];
/** The provider never answered; an answer that comes after all still counts. */
const UNCONFIRMED = ['unknown', 'marked', 'abandoned'];
const anyBut = (states: readonly string[], ...but: string[]) => states.filter((state) => !but.includes(state));

const MESSAGE_STATES = [
  'none',
  'drafted',
  // the AI advised against writing
  'unfit',
  ...WAITING,
  'claimed',
  'dispatching',
  'sent',
  'failed',
  'unknown',
  // a person said that it counts as sent
  'marked',
  'abandoned',
  'cancelled',
];
const message: Table = {
  MessageDrafted: { from: ['none'], to: 'drafted' },
  EmailPostponed: { from: ['drafted', ...WAITING, 'claimed'], to: 'same' },
  FollowUpWaitChanged: { from: ['drafted', ...WAITING, 'claimed'], to: 'same' },
  MessageReopened: { from: ['cancelled'], to: 'drafted' },
  TextCheckOverridden: { from: ['drafted', 'approved', 'scheduled', 'deferred'], to: 'same' },
  // a suggestion, which changes nothing; its answer may come when the mail has left
  TextRevisionRequested: { from: ['drafted', ...WAITING, 'failed'], to: 'same' },
  TextRevised: { from: anyBut(MESSAGE_STATES, 'none'), to: 'same' },
  TextCopyRequested: { from: anyBut(MESSAGE_STATES, 'none'), to: 'same' },
  TextCopySent: { from: anyBut(MESSAGE_STATES, 'none'), to: 'same' },
  TextCopyFailed: { from: anyBut(MESSAGE_STATES, 'none'), to: 'same' },
  TextRevisionFailed: { from: anyBut(MESSAGE_STATES, 'none'), to: 'same' },
  MessageGenerated: { from: ['drafted', 'approved'], to: 'drafted' },
  MessageUnfit: { from: ['drafted', 'approved'], to: 'unfit' },
  // the AI reads a text that may change or leave meanwhile
  MessageJudged: { from: anyBut(MESSAGE_STATES, 'none'), to: 'same' },
  UnfitOverridden: { from: ['unfit'], to: 'drafted' },
  MessageGenerationFailed: { from: anyBut(MESSAGE_STATES, 'none'), to: 'same' },
  MessageEdited: { from: ['drafted', 'unfit', ...WAITING, 'failed'], to: 'drafted if unfit' },
  MessageApproved: { from: ['drafted', ...WAITING, 'failed'], to: 'approved unless further' },
  MessageApprovalWithdrawn: { from: [...WAITING, 'claimed'], to: 'drafted' },
  EmailScheduled: { from: ['approved'], to: 'scheduled' },
  EmailUnscheduled: { from: ['scheduled', 'deferred'], to: 'approved' },
  AnswerAddressed: { from: ['approved', 'drafted'], to: 'same' },
  EmailHeld: { from: ['drafted', ...WAITING], to: 'same' },
  EmailHoldEnded: { from: ['drafted', ...WAITING], to: 'same' },
  SendNowRequested: { from: WAITING, to: 'approved' },
  SendNowResumed: { from: ['deferred'], to: 'approved' },
  SendClaimed: { from: [...WAITING, 'claimed'], to: 'claimed' },
  SendReleased: { from: ['claimed'], to: 'approved or deferred' },
  EmailDispatched: { from: ['claimed'], to: 'dispatching' },
  // proof that it was taken counts whatever its answer had said
  EmailSent: { from: ['dispatching', ...UNCONFIRMED, ...WAITING, 'drafted', 'failed', 'cancelled'], to: 'sent' },
  DraftCreated: { from: ['dispatching'], to: 'same' },
  DraftDeletionStarted: { from: [...UNCONFIRMED, ...WAITING, 'drafted', 'claimed', 'failed', 'cancelled'], to: 'same' },
  // from unknown: its draft was found unsent
  EmailDeferred: { from: ['dispatching', 'unknown'], to: 'deferred' },
  // from a claim: it could never be prepared
  EmailFailed: { from: ['dispatching', ...UNCONFIRMED, 'claimed'], to: 'failed' },
  // after a restore, of what waited
  EmailOutcomeUnknown: { from: ['dispatching', 'drafted', ...WAITING, 'claimed', 'unknown'], to: 'unknown' },
  EmailMarkedSent: { from: ['unknown'], to: 'marked' },
  MessageAbandoned: { from: ['unknown'], to: 'abandoned' },
  // the same call records that the email was taken, or, of a failed one, that a mail server knows no such address
  DeliveryReported: { from: ['sent', 'marked', 'failed'], to: 'same' },
  DeliveryLabeled: { from: ['sent', 'marked'], to: 'same' },
  DeliveryUnlabeled: { from: ['sent', 'marked'], to: 'same' },
  ReplyReceived: { from: ['sent', 'marked'], to: 'same' },
  ReplyDiscounted: { from: ['sent', 'marked'], to: 'same' },
  MessageCancelled: { from: ['drafted', ...WAITING, 'claimed'], to: 'cancelled' },
  MessageRestored: { from: ['cancelled'], to: 'approved or drafted' },
  PersonErased: { from: anyBut(MESSAGE_STATES, 'none'), to: 'same' },
};

const CAMPAIGN_STATES = ['none', 'draft', 'active', 'paused', 'completed', 'deleted'];
const there = anyBut(CAMPAIGN_STATES, 'none', 'deleted');
const campaign: Table = {
  CampaignCreated: { from: ['none'], to: 'draft' },
  CampaignEdited: { from: there, to: 'same' },
  MessagesRequested: { from: ['draft', 'active', 'paused'], to: 'same' },
  MessagesFinished: { from: anyBut(CAMPAIGN_STATES, 'none'), to: 'same' },
  VariantChosen: { from: ['active', 'paused', 'completed'], to: 'same' },
  CampaignStarted: { from: ['draft'], to: 'active' },
  CampaignPaused: { from: ['active', 'completed'], to: 'paused' },
  // from completed: a message of it was restored
  CampaignResumed: { from: ['paused', 'completed'], to: 'active' },
  CampaignCompleted: { from: ['active'], to: 'completed' },
  CampaignArchived: { from: ['paused', 'completed'], to: 'same' },
  CampaignUnarchived: { from: ['paused', 'completed'], to: 'same' },
  CampaignDeleted: { from: there, to: 'deleted' },
};

/** After these no text is approved. */
const UNAPPROVED = ['MessageReopened', 'MessageGenerated', 'MessageUnfit', 'MessageApprovalWithdrawn'];

export type Step = { type: string; attempt: number | null; until: string | null };

/** Folds the events of a message or campaign stream. It answers the first illegal one in words, or null. */
export function illegalStep(kind: 'message' | 'campaign', steps: readonly Step[]): string | null {
  const table = kind === 'message' ? message : campaign;
  let state = 'none';
  let attempt = 0;
  let approved = false;
  for (const [index, step] of steps.entries()) {
    const move = table[step.type];
    const at = `${step.type} as event ${index + 1}`;
    if (!move) return `${at}: the checker knows no such event; write it into its table of transitions`;
    if (!move.from.includes(state)) return `${at} while ${state}`;
    if (step.type === 'SendClaimed') {
      if (step.attempt !== attempt + 1) return `${at}: attempt ${step.attempt} after ${attempt}`;
      attempt += 1;
    } else if (step.attempt !== null && step.attempt !== attempt) {
      return `${at}: attempt ${step.attempt}, but ${attempt} is claimed`;
    }
    if (step.type === 'MessageApproved') approved = true;
    else if (UNAPPROVED.includes(step.type)) approved = false;
    if (move.to === 'approved unless further') state = state === 'drafted' ? 'approved' : state;
    else if (move.to === 'approved or deferred') state = step.until === null ? 'approved' : 'deferred';
    else if (move.to === 'approved or drafted') state = approved ? 'approved' : 'drafted';
    else if (move.to === 'drafted if unfit') state = state === 'unfit' ? 'drafted' : state;
    else if (move.to !== 'same') state = move.to;
  }
  return null;
}
