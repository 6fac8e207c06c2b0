/** People's requests: each names its answer, and the state afterwards. */
import {
  approvalOf,
  dayOf,
  freshMessage,
  held,
  isDeferredByPolicy,
  isFinal,
  isResend,
  type Model,
  type ModelMessage,
  type Rules,
  takeOut,
  usedOn,
} from './state.ts';

/** The names of answers; of refusals those that the program gives them. */
export type Answer =
  | 'ok'
  | 'accepted'
  | 'invalid'
  | 'signed out'
  | 'not_found'
  | 'conflict'
  | 'illegal'
  | 'limit'
  | 'joined'
  | 'not approved'
  | 'do not contact'
  | 'already in this campaign';

type ModelRequest = (model: Model) => Answer;
const isGone = ({ campaign }: Model) => campaign.status === 'none' || campaign.status === 'deleted';
const all = (model: Model): ModelMessage[] => [...model.messages.values()];

/** A paused account is signed out, and nothing that it asks for is done. */
const signedIn =
  (ask: ModelRequest): ModelRequest =>
  (model) =>
    model.account === 'paused' ? 'signed out' : ask(model);

const ofCampaign = (ask: ModelRequest): ModelRequest => signedIn((model) => (isGone(model) ? 'not_found' : ask(model)));

const ofMessage = (key: string, ask: (message: ModelMessage, model: Model) => Answer): ModelRequest =>
  signedIn((model) => {
    const message = model.messages.get(key);
    return message ? ask(message, model) : 'not_found';
  });

export const create = (rules: Rules): ModelRequest =>
  signedIn((model) => {
    Object.assign(model.campaign, { status: 'draft', ...rules });
    Object.assign(model, { messages: new Map(), places: new Map(), claims: [], mails: [], writing: null });
    return 'ok';
  });

export const editCampaign = (rules: Rules): ModelRequest =>
  ofCampaign(({ campaign }) => {
    Object.assign(campaign, rules);
    return 'ok';
  });

export const addPartner = (partner: number): ModelRequest =>
  ofCampaign((model) => {
    const key = `${partner}.1`;
    const known = model.messages.get(key);
    const who = model.partners[partner];
    if (!who?.approved) return 'not approved';
    if (model.suppressed.has(who.address)) return 'do not contact';
    // who was cancelled before any mail was on its way starts again
    if (known && (known.status !== 'cancelled' || known.dispatched)) return 'already in this campaign';
    // the open run of writing has dealt with it, if it has
    const { attempt = 0, run = null } = known ?? {};
    model.messages.set(key, { ...freshMessage(partner, '1'), attempt, run });
    if (model.campaign.status === 'completed') model.campaign.status = 'paused';
    return 'joined';
  });

export const start: ModelRequest = ofCampaign((model) => {
  const { campaign } = model;
  if (campaign.status === 'active') return 'ok';
  const there = all(model).filter(({ status }) => status !== 'cancelled');
  if (campaign.status === 'completed' || there.length === 0 || model.writing) return 'illegal';
  if (there.some(({ text }) => text === null)) return 'illegal';
  if (held(model) && model.hold?.until === null) return 'illegal';
  for (const message of there) {
    if (message.status !== 'drafted' || isResend(message)) continue;
    message.status = 'approved';
    message.approvedFor = approvalOf(model, message);
  }
  campaign.status = 'active';
  return 'ok';
});

export const pause: ModelRequest = ofCampaign(({ campaign }) => {
  if (campaign.status !== 'active') return campaign.status === 'paused' ? 'ok' : 'illegal';
  campaign.status = 'paused';
  return 'ok';
});

export const remove: ModelRequest = ofCampaign((model) => {
  model.campaign.status = 'deleted';
  model.writing = null;
  return 'ok';
});

export const askForTexts = (wish: { again: boolean; includeEdited: boolean }): ModelRequest =>
  ofCampaign((model) => {
    if (model.writing) return 'accepted';
    if (wish.again && model.campaign.status !== 'draft') return 'illegal';
    if (model.campaign.status === 'completed') return 'illegal';
    const keys = [...model.messages]
      .filter(([, { status, text, edited }]) =>
        wish.again
          ? (status === 'drafted' || status === 'approved') && (!(text && edited) || wish.includeEdited)
          : status === 'drafted' && text === null,
      )
      .map(([key]) => key);
    if (keys.length === 0) return 'invalid';
    model.runs += 1;
    model.writing = { run: model.runs, keys, includeEdited: wish.again && wish.includeEdited, askedAt: model.now };
    return 'accepted';
  });

export const editText = (key: string, text: string): ModelRequest =>
  ofMessage(key, (message, model) => {
    if (['claimed', 'dispatching', 'sent', 'unknown', 'abandoned'].includes(message.status)) return 'conflict';
    if (message.status === 'cancelled') return 'illegal';
    // the same text is only approved
    if (text !== message.text) Object.assign(message, { text, edited: true, editedAt: model.now });
    message.approvedFor = approvalOf(model, message);
    if (message.status === 'drafted') message.status = 'approved';
    return 'ok';
  });

/** The obstacle of an email now. null: none. */
function notToday(model: Model): Answer | null {
  if (held(model)) return model.hold?.until === null ? 'illegal' : 'limit';
  return usedOn(model, dayOf(model.now)) >= model.campaign.limit ? 'limit' : null;
}

export const sendNow = (key: string): ModelRequest =>
  ofMessage(key, (message, model) => {
    const { status } = message;
    if (isGone(model)) return 'not_found';
    if (['sent', 'unknown', 'abandoned'].includes(status)) return 'conflict';
    if (status === 'cancelled') return 'illegal';
    const tried = message.immediate && !isDeferredByPolicy(message);
    const goes = tried || status === 'claimed' || status === 'dispatching';
    if (!goes && message.text === null) return 'illegal';
    if (status === 'failed') return 'conflict';
    const no = notToday(model);
    if (no) return no;
    // a provider asked it to wait: it is told so
    if (goes) return status === 'deferred' ? 'illegal' : 'accepted';
    takeOut(message, 'approved');
    Object.assign(message, { immediate: true, askedAt: model.now, approvedFor: approvalOf(model, message) });
    return 'accepted';
  });

const isUndecided = ({ status }: ModelMessage) => status === 'unknown' || status === 'abandoned';

export const resend = (key: string): ModelRequest =>
  ofMessage(key, (message, model) => {
    if (!['sent', 'failed', 'unknown', 'abandoned'].includes(message.status)) return 'illegal';
    if (isGone(model)) return 'not_found';
    if (model.hold?.until === null) return 'illegal';
    const no = notToday(model);
    if (no) return no;
    const earlier = all(model).filter((one) => one.partner === message.partner && isResend(one));
    const open = earlier.find(({ immediate }) => immediate);
    if (open && open.text !== message.text) return 'conflict';
    if (open) return open.status === 'deferred' ? 'illegal' : 'accepted';
    const again = freshMessage(message.partner, `r${earlier.length + 1}`);
    Object.assign(again, { status: 'approved', text: message.text, edited: true, editedAt: model.now });
    Object.assign(again, { immediate: true, askedAt: model.now, resendOf: isUndecided(message) ? key : null });
    again.approvedFor = approvalOf(model, again);
    model.messages.set(`${again.partner}.${again.step}`, again);
    return 'accepted';
  });

export const markSent = (key: string): ModelRequest =>
  ofMessage(key, (message) => {
    if (message.status === 'sent') return 'ok';
    if (message.status !== 'unknown') return 'illegal';
    Object.assign(message, { status: 'sent', marked: true });
    return 'ok';
  });

/** Its outcome no longer matters, since its campaign is gone. */
export const setAside = (key: string): ModelRequest =>
  ofMessage(key, (message, { campaign }) => {
    if (campaign.status !== 'deleted') return 'illegal';
    if (!isUndecided(message)) return 'illegal';
    message.status = 'abandoned';
    return 'ok';
  });

export const markReplied = (key: string): ModelRequest =>
  ofMessage(key, (message, model) => {
    if (message.repliedAt !== null) return 'ok';
    if (message.status !== 'sent') return 'illegal';
    message.repliedAt = model.now;
    return 'ok';
  });

export const suppress = (partner: number): ModelRequest =>
  signedIn((model) => {
    model.suppressed.add(model.partners[partner]?.address ?? '');
    return 'ok';
  });

export const lift = (partner: number): ModelRequest =>
  signedIn((model) => (model.suppressed.delete(model.partners[partner]?.address ?? '') ? 'ok' : 'not_found'));

export const moveAway = (partner: number, address: string): ModelRequest =>
  signedIn((model) => {
    const who = model.partners[partner];
    if (who) who.address = address;
    return 'ok';
  });

export const reject = (partner: number): ModelRequest =>
  signedIn((model) => {
    const who = model.partners[partner];
    if (who?.approved) Object.assign(who, { approved: false, removals: who.removals + 1 });
    return 'ok';
  });

/** Undo of the last rejection: what it cancelled is there again, without a time. */
export const undoRejection = (partner: number): ModelRequest =>
  signedIn((model) => {
    const { campaign } = model;
    const who = model.partners[partner];
    if (!who || who.approved) return 'ok';
    who.approved = true;
    if (model.suppressed.has(who.address) || isGone(model)) return 'ok';
    for (const message of all(model)) {
      if (message.partner !== partner || message.status !== 'cancelled' || isResend(message)) continue;
      if (message.removedBy !== who.removals) continue;
      if (message.approvedFor !== approvalOf(model, message)) message.approvedFor = null;
      takeOut(message, message.approvedFor === null ? 'drafted' : 'approved');
      if (campaign.status === 'completed') campaign.status = 'active';
    }
    return 'ok';
  });

/** `newKey`: another key is typed; without one the settings are saved as they are. */
export const saveSettings = (newKey: boolean): ModelRequest =>
  signedIn((model) => {
    if (newKey) model.key += 1;
    if (model.hold && (newKey || model.hold.until === null)) Object.assign(model, { hold: null, troubles: 0 });
    return 'ok';
  });

/** A campaign's counts in the list: how many of its messages are in each state. */
export function countsOf(model: Model) {
  const called = all(model).filter(({ status }) => status !== 'cancelled');
  const mayReplace = (message: ModelMessage) => message.status === 'failed' || isResend(message);
  // a failed one for which a later re-send stands counts no more
  const there = called.filter(
    (message, index) =>
      message.status !== 'failed' ||
      !called.slice(index + 1).some((later) => later.partner === message.partner && mayReplace(later)),
  );
  const sent = there.filter(({ status }) => status === 'sent');
  return {
    wantedCount: there.length,
    sentCount: sent.length,
    responseCount: sent.filter(({ repliedAt }) => repliedAt !== null).length,
    failedCount: there.filter(({ status }) => status === 'failed').length,
    unknownCount: there.filter(({ status }) => status === 'unknown').length,
    open: there.filter((message) => !isFinal(message)).length,
  };
}

/** The people whose emails are on their way, as the answers to Pause and Delete name them. */
export const onTheirWay = (model: Model): string[] =>
  [...model.messages].filter(([, { status }]) => status === 'dispatching').map(([key]) => key);
