/** The worker's jobs: each names its result, and the state afterwards. */
import {
  addressOf,
  approvalOf,
  cancel,
  DAY,
  dayOf,
  HOUR,
  held,
  isFinal,
  isOpen,
  isResend,
  isStoppable,
  MINUTE,
  type Model,
  type ModelMessage,
  removalOf,
  takeOut,
  usedOn,
} from './state.ts';

const LEASE = 90_000;
const GRACE = 30_000;
const LATE = 2 * MINUTE;
const MOST_LAPSES = 4;

const all = (model: Model): ModelMessage[] => [...model.messages.values()];
const trouble = (model: Model) => {
  if (model.hold?.until !== null) model.troubles += 1;
};

export function claim(model: Model, key: string): 'claimed' | 'nothing' {
  const message = model.messages.get(key);
  if (!message) return 'nothing';
  const { status, at, immediate, leaseEnd } = message;
  if (status === 'dispatching' && (leaseEnd ?? 0) + GRACE < model.now) {
    takeOut(message, 'unknown');
    trouble(model);
    return 'nothing';
  }
  const due = (status === 'scheduled' || status === 'deferred') && at !== null && at <= model.now;
  if (due && !immediate && model.now - at > LATE) {
    takeOut(message, 'approved');
    return 'nothing';
  }
  const lapsed = status === 'claimed' && leaseEnd !== null && leaseEnd <= model.now;
  if (lapsed && message.lapses === MOST_LAPSES) {
    takeOut(message, 'failed');
    return 'nothing';
  }
  if (lapsed && !immediate && model.now - leaseEnd > LATE) {
    takeOut(message, 'approved');
    return 'nothing';
  }
  if (!due && !lapsed && !(status === 'approved' && immediate)) return 'nothing';
  message.lapses = lapsed ? message.lapses + 1 : 0;
  Object.assign(message, { status: 'claimed', attempt: message.attempt + 1, leaseEnd: model.now + LEASE });
  model.claims.push({ message: key, attempt: message.attempt });
  return 'claimed';
}

const originalOf = ({ messages }: Model, { resendOf }: ModelMessage) => messages.get(resendOf ?? '');

/** The obstacle of a claimed email, in the order of the rules of sending. null: none. */
function obstacle(model: Model, message: ModelMessage): 'removed' | 'cancel' | 'release' | 'review' | 'full' | null {
  const { campaign, suppressed, now } = model;
  if (originalOf(model, message)?.status === 'sent') return 'cancel';
  if (campaign.status === 'deleted') return 'cancel';
  if (!message.immediate && campaign.status !== 'active') return 'release';
  if (removalOf(model, message) !== null) return 'removed';
  if (suppressed.has(addressOf(model, message))) return 'cancel';
  const { askedAt } = message;
  const answered = all(model).some(
    ({ partner, repliedAt }) =>
      partner === message.partner && repliedAt !== null && (askedAt === null || askedAt <= repliedAt),
  );
  if (answered) return 'cancel';
  if (model.account === 'paused' || held(model)) return 'release';
  if (message.approvedFor !== approvalOf(model, message)) return 'review';
  if (!message.immediate && !isOpen(campaign, now)) return 'release';
  const day = dayOf(now);
  const has = model.places.get(day)?.has(`${message.partner}.${message.step}`);
  return !has && usedOn(model, day) >= campaign.limit ? 'full' : null;
}

/** The next try of a deferred Send Now. null: on the next day, at a drawn time. */
function retryAt(model: Model, { askedAt }: ModelMessage, full: boolean): number | null {
  if (full) return null;
  if (model.account === 'active' && held(model)) return model.hold?.until ?? (askedAt ?? model.now) + DAY;
  return model.now + 5 * MINUTE;
}

/** `leaves`, or the obstacle. `later`: a Send Now whose next time only the draw knows. */
export function dispatch(
  model: Model,
  { message: key, attempt }: Model['claims'][number],
): 'leaves' | 'stays' | 'later' {
  const message = model.messages.get(key);
  if (message?.status !== 'claimed' || message.attempt !== attempt) return 'stays';
  if ((message.leaseEnd ?? 0) <= model.now) return 'stays';
  const why = obstacle(model, message);
  const day = dayOf(model.now);
  if (why === null) {
    const original = originalOf(model, message);
    if (original?.status === 'unknown') original.status = 'abandoned';
    Object.assign(message, { status: 'dispatching', dispatched: { attempt } });
    model.places.set(day, new Map(model.places.get(day)).set(key, attempt));
    model.mails.push({ message: key, attempt, day, key: model.key });
    return 'leaves';
  }
  if (why === 'removed') {
    cancel(message, removalOf(model, message));
  } else if (why === 'cancel' || isResend(message)) {
    cancel(message);
  } else if (why === 'review') {
    takeOut(message, 'drafted');
    message.approvedFor = null;
  } else if (!message.immediate || model.now - (message.askedAt ?? 0) >= DAY) {
    takeOut(message, 'approved');
  } else {
    const at = retryAt(model, message, why === 'full');
    Object.assign(message, { status: 'deferred', leaseEnd: null, at });
    if (at === null) return 'later';
  }
  return 'stays';
}

/** SendGrid's word, or its silence. */
export type Word = 'taken' | 'refused' | 'wait 10 minutes' | 'wrong key' | 'not reached' | 'error';

function returnPlace(model: Model, { message, attempt, day }: Model['mails'][number]): void {
  if (model.places.get(day)?.get(message) === attempt) model.places.get(day)?.delete(message);
}

function hearSign(model: Model, word: Word, key: number): void {
  const { hold, now } = model;
  if (hold?.until === null) return;
  if (word === 'wrong key') {
    if (key === model.key) Object.assign(model, { hold: { until: null }, troubles: 0 });
  } else if (word === 'wait 10 minutes') {
    if (!hold || hold.until < now + 10 * MINUTE)
      Object.assign(model, { hold: { until: now + 10 * MINUTE }, troubles: 0 });
  } else if (word === 'error' || word === 'not reached') model.troubles += 1;
  else if (hold && hold.until <= now) Object.assign(model, { hold: null, troubles: 0 });
  else model.troubles = 0;
}

/** `later`: it is tried again at a time that only the draw knows. */
export function settle(model: Model, mail: Model['mails'][number], word: Word): 'done' | 'later' {
  hearSign(model, word, mail.key);
  const message = model.messages.get(mail.message);
  if (!message || message.attempt !== mail.attempt) return 'done';
  const onItsWay = message.status === 'dispatching';
  const unconfirmed = message.status === 'unknown' || message.status === 'abandoned' || message.marked;
  const proved = word === 'taken' && message.status !== 'sent' && message.dispatched?.attempt === mail.attempt;
  if (!onItsWay && !unconfirmed && !proved) return 'done';
  if (word === 'error') {
    if (onItsWay) takeOut(message, 'unknown');
    return 'done';
  }
  if (word !== 'taken') returnPlace(model, mail);
  if (word === 'taken' || word === 'refused' || !onItsWay) {
    takeOut(message, word === 'taken' ? 'sent' : 'failed');
    message.marked = false;
    return 'done';
  }
  // nothing else leaves now either: a mail of the plan gets another time
  if (word !== 'not reached' && !message.immediate) {
    takeOut(message, 'approved');
    return 'done';
  }
  const { hold, now } = model;
  if (message.immediate && now - (message.askedAt ?? 0) >= DAY) {
    takeOut(message, isResend(message) ? 'cancelled' : 'approved');
    return 'done';
  }
  const wrongKey = hold?.until === null ? (message.askedAt ?? now) + DAY : now + 5 * MINUTE;
  const at = word === 'not reached' ? null : word === 'wrong key' ? wrongKey : now + 10 * MINUTE;
  Object.assign(message, { status: 'deferred', leaseEnd: null, at });
  return at === null ? 'later' : 'done';
}

/** Until when nothing leaves: forever while a person has to mend it, 0: it may leave. */
function keptUntil(model: Model): number {
  if (model.account === 'paused') return Number.POSITIVE_INFINITY;
  return held(model) ? (model.hold?.until ?? Number.POSITIVE_INFINITY) : 0;
}

const WAITING: ReadonlySet<string> = new Set(['scheduled', 'deferred', 'claimed']);

/** `drawn`: the times that the plan gave, by message; answers what is wrong with them. */
export function plan(model: Model, drawn: ReadonlyMap<string, number>): string[] {
  const { campaign, now, hold } = model;
  if (campaign.status === 'none') return [];
  if (campaign.status === 'deleted') {
    cancelDeleted(model);
    return [];
  }
  if (campaign.status !== 'active') {
    for (const message of all(model)) if (message.status === 'scheduled') takeOut(message, 'approved');
    return [];
  }
  if (keptUntil(model) === Number.POSITIVE_INFINITY) return [];
  const wrong: string[] = [];
  const others = all(model).flatMap(({ status, at }) => (WAITING.has(status) && at ? [at] : []));
  for (const [key, message] of model.messages) {
    if (message.status !== 'approved' || message.immediate || isResend(message)) continue;
    const at = drawn.get(key);
    if (at === undefined) {
      wrong.push(`${key} got no time`);
      continue;
    }
    if (at < now + MINUTE || at < (hold?.until ?? 0)) wrong.push(`${key} leaves too early`);
    if (!isOpen(campaign, at)) wrong.push(`${key} leaves outside the hours`);
    if (others.some((other) => Math.abs(other - at) < HOUR / 10)) wrong.push(`${key} leaves too close to another`);
    others.push(at);
    Object.assign(message, { status: 'scheduled', at, drawnBy: { limit: campaign.limit, hours: campaign.hours } });
    const onDay = all(model).filter(
      ({ status, at: other }) => status === 'scheduled' && other && dayOf(other) === dayOf(at),
    );
    const used = dayOf(at) === dayOf(now) ? usedOn(model, dayOf(at)) : 0;
    if (used + onDay.length > campaign.limit) wrong.push(`${key} is one too many on its day`);
  }
  return wrong;
}

/** Rules or holds have changed: times that no longer stand are taken back. */
export function replan(model: Model): void {
  const { campaign, now } = model;
  if (campaign.status !== 'active') return;
  const scheduled = all(model).filter(({ status }) => status === 'scheduled');
  const holdEnd = keptUntil(model);
  // a new limit leaves today's times alone where they still fit
  const stands = ({ at, drawnBy }: ModelMessage) =>
    (at ?? 0) >= holdEnd &&
    drawnBy?.hours === campaign.hours &&
    (drawnBy.limit === campaign.limit || dayOf(at ?? 0) === dayOf(now));
  for (const message of scheduled) if (!stands(message)) takeOut(message, 'approved');
  for (const day of new Set(scheduled.map(({ at }) => (at ? dayOf(at) : '')))) {
    const used = day === dayOf(now) ? usedOn(model, day) : 0;
    const onDay = scheduled.filter(({ status, at }) => status === 'scheduled' && at && dayOf(at) === day);
    onDay.sort((a, b) => (a.at ?? 0) - (b.at ?? 0));
    for (const message of onDay.slice(Math.max(0, campaign.limit - used))) takeOut(message, 'approved');
  }
}

/** A hold has ended: each Send Now that waits is tried at once. */
export function resume(model: Model): void {
  if (held(model)) return;
  for (const message of all(model))
    if (message.status === 'deferred' && message.immediate) Object.assign(message, { status: 'approved', at: null });
}

export function complete(model: Model): void {
  const { campaign, messages } = model;
  if (campaign.status === 'active' && messages.size > 0 && all(model).every(isFinal)) campaign.status = 'completed';
}

/** A text was written for a message of the open run; `body`: what the AI wrote. */
export function write(model: Model, key: string, body: string | null): void {
  const message = model.messages.get(key);
  if (!message || !model.writing) return;
  const takes = (message.status === 'drafted' || message.status === 'approved') && !message.immediate;
  message.run = model.writing.run;
  const { includeEdited, askedAt } = model.writing;
  if (takes && (!message.edited || (includeEdited && (message.editedAt ?? 0) <= askedAt))) {
    takeOut(message, 'drafted');
    Object.assign(message, { text: body, edited: false, editedAt: null, approvedFor: null });
  }
  const done = model.writing.keys.every((one) => model.messages.get(one)?.run === model.writing?.run);
  if (done) model.writing = null;
}

export function cancelSuppressed(model: Model): void {
  for (const message of all(model)) if (model.suppressed.has(addressOf(model, message))) cancel(message);
}

export function cancelRejected(model: Model, partner: number): void {
  if (model.partners[partner]?.approved) return;
  for (const message of all(model)) if (message.partner === partner) cancel(message, removalOf(model, message));
}

export function cancelDeleted(model: Model): void {
  for (const message of all(model)) cancel(message);
}

export function cancelAnswered(model: Model, key: string): void {
  const replied = model.messages.get(key);
  if (!replied || replied.repliedAt === null) return;
  for (const message of all(model)) {
    const asked = message.askedAt !== null && message.askedAt > replied.repliedAt;
    if (message !== replied && message.partner === replied.partner && !asked) cancel(message);
  }
}

export function withdraw(model: Model, partner: number): void {
  for (const message of all(model)) {
    if (message.partner !== partner || message.approvedFor === null || !isStoppable(message)) continue;
    if (message.approvedFor === approvalOf(model, message)) continue;
    if (isResend(message)) cancel(message);
    else {
      takeOut(message, 'drafted');
      message.approvedFor = null;
    }
  }
}
