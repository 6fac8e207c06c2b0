/**
 * Proves from the log alone that each email that left kept the rules. The events of a workspace are folded in the order in which they were written.
 * Each dispatch is judged by the states before it, with the functions that decided then. db/verify/mailProof.ts and db/audit/mailProof.ts read.
 */
import { aggregateOf, type StateOf } from '../catalog.ts';
import { isAnswer } from '../messages/answer.ts';
import { approvedKit } from '../messages/mediaKit.ts';
import { message as messages } from '../messages/message.ts';
import type { MessageEvent, MessageText } from '../messages/messageEvents.ts';
import { addressOf, type MessageState } from '../messages/messageState.ts';
import { holdsClaim } from '../messages/sendAttempt.ts';
import type { PartnerState } from '../partners/partner.ts';
import {
  domainEntryOf,
  entryForPerson,
  entryThatHolds,
  heldFor,
  heldOfPartner,
  type SuppressionState,
  suppression,
} from '../privacy/suppression.ts';
import { daysAround, type QuotaState, quota, quotaDay, quotaUsed, takeQuota } from '../sending/quota.ts';
import { campaignLimitOf, holdOfStep } from '../sending/sendPolicy.ts';
import { capOfDay } from '../sending/sendShares.ts';
import { insideWindow, windowIn } from '../sending/sendWindow.ts';
import { type AnyEvent, type Kind, kindOf, type Recorded } from '../shared/event.ts';

/** Each rule, and what is said when it was kept or broken. */
export const PROOF_RULES = {
  one_attempt: {
    ok: 'no attempt before it had left',
    violated: 'it left although an attempt before it had left, or was not claimed',
  },
  text_approved: {
    ok: 'its text and file are the approved ones',
    violated: 'its text or file is not the approved one',
  },
  approved_by: {
    ok: 'a user of the workspace approved it, or ordered that',
    violated: 'no user of the workspace approved it, nor ordered that',
  },
  address: { ok: 'it left to the approved address', violated: 'it left to another address than the approved one' },
  not_suppressed: {
    ok: 'its recipient was not on the do-not-contact list, nor held',
    violated: 'its recipient was on the do-not-contact list or held',
  },
  campaign_limit: {
    ok: 'its campaign had a place left that day, or it needs none',
    violated: 'its campaign had no place left that day',
  },
  mailbox_limit: { ok: 'its mailbox had a place left that day', violated: 'its mailbox had no place left that day' },
  hours: {
    ok: 'it left within the sending hours, or they do not hold for it',
    violated: 'it left outside the sending hours',
  },
} as const;
export type ProofRule = keyof typeof PROOF_RULES;

/** `erased`, `unreadable`: the texts that would prove it are gone, or do not open. */
export type Verdict = 'ok' | 'violated' | 'erased' | 'unreadable';

/** A rule's line in words. */
export const proofText = (rule: ProofRule, { verdict }: Pick<ProofLine, 'verdict'>): string => {
  if (verdict === 'erased') return 'not provable: erased';
  if (verdict === 'unreadable') return 'not provable: the key or the text is damaged';
  return PROOF_RULES[rule][verdict];
};

/** The kinds of streams that a proof rests on. */
export const PROOF_KINDS = [
  'message',
  'partner',
  'campaign',
  'profile',
  'mailbox',
  'quota',
  'suppression',
  'batch',
] as const;
type ProofKind = (typeof PROOF_KINDS)[number];

export type ProofEvent = Recorded<AnyEvent> & { stream: string; version: number };
export type ProofPlace = Pick<ProofEvent, 'stream' | 'version' | 'at' | 'actor'>;
/** `event`: what the verdict rests on; null: no event, such as a default or a list without an entry. */
export type ProofLine = { verdict: Verdict; event: ProofPlace | null };
export type MailProof = { message: string; dispatch: ProofPlace; lines: Record<ProofRule, ProofLine> };

/** In the order of PROOF_RULES. */
export const linesOfProof = ({ lines }: MailProof) =>
  (Object.keys(PROOF_RULES) as ProofRule[]).map((rule) => [rule, lines[rule]] as const);

/** Who did what it rests on. */
export const actorsOfProof = (proof: MailProof | null): string[] =>
  proof === null ? [] : linesOfProof(proof).flatMap(([, { event }]) => event?.actor ?? []);

/** What a proof asks outside of the log. `users`: of the workspace. */
export type ProofMeans = {
  users: ReadonlySet<string>;
  addressHmac: (email: string) => string;
  textHash: (to: string | null, text: MessageText | null, file: { hash: string } | null) => string | null;
};

/** Commits that only read a stream take no lock on it. So a change this shortly before a dispatch may have come after its decision. */
const AT_ONCE_MS = 1_000;

/** A stream that a dispatch only reads. `before`: its state before the changes of the last moments. */
type Read<S> = { state: S; place: ProofPlace | null; before: { state: S; at: string } | null };

type Mail = {
  state: MessageState;
  approved: { place: ProofPlace; by: string } | null;
  addressed: ProofPlace | null;
  asked: ProofPlace | null;
  /** The sandbox's gap replaced the hours when its time was drawn. */
  anyHour: boolean;
  /** A dispatch that was not turned back. */
  left: ProofPlace | null;
};

type Dispatched = Extract<MessageEvent, { type: 'EmailDispatched' }>;
type Open = Omit<MailProof, 'lines'> & { lines: Partial<MailProof['lines']> };

const line = (holds: boolean, event: ProofPlace | null): ProofLine => ({ verdict: holds ? 'ok' : 'violated', event });
const placeOf = ({ stream, version, at, actor }: ProofEvent): ProofPlace => ({ stream, version, at, actor });
const idIn = (stream: string): string => stream.slice(stream.indexOf('-') + 1);

/** The proofs of one workspace. `see` takes each event in the order of writing, and answers the proofs that it completes. */
export function mailProofs({ users, addressHmac, textHash }: ProofMeans) {
  const mails = new Map<string, Mail>();
  const reads = new Map<string, Read<unknown>>();
  const lists = new Map<string, { state: SuppressionState; place: ProofPlace }>();
  /** By partner: entries that a question about them holds, or held. */
  const heldAt = new Map<string, Set<string>>();
  const quotas = new Map<string, Map<string, QuotaState>>();
  const open = new Map<string, Open>();
  let started: ProofPlace | null = null;
  const starts = new Map<string, ProofPlace>();

  const isUser = (actor: string) => actor.startsWith('user:') && users.has(actor.slice('user:'.length));

  function readOf<K extends Kind>(kind: K, id: string): Read<StateOf<K>> {
    const known = reads.get(`${kind}-${id}`) as Read<StateOf<K>> | undefined;
    return known ?? { state: aggregateOf(kind).initial as StateOf<K>, place: null, before: null };
  }

  /** The states that a dispatch at that time may have seen, the newest first. */
  function statesOf<S>({ state, place, before }: Read<S>, at: string): S[] {
    const recent = place !== null && before !== null && Date.parse(at) - Date.parse(place.at) < AT_ONCE_MS;
    return recent ? [state, before.state] : [state];
  }

  function seeRead(kind: Exclude<ProofKind, 'message' | 'quota' | 'suppression' | 'batch'>, event: ProofEvent): void {
    const known = readOf(kind, idIn(event.stream));
    const next = aggregateOf(kind).evolve(known.state as never, event as never) as typeof known.state;
    // nothing of these is asked, and there may be many partners
    const state = kind === 'partner' ? { ...(next as PartnerState), person: null, why: null, judgment: null } : next;
    const goesOn = known.before !== null && Date.parse(event.at) - Date.parse(known.before.at) < AT_ONCE_MS;
    const before = goesOn ? known.before : { state: known.state, at: event.at };
    reads.set(event.stream, { state, place: placeOf(event), before });
    if (kind === 'campaign' && ['CampaignStarted', 'CampaignResumed'].includes(event.type) && isUser(event.actor))
      starts.set(idIn(event.stream), placeOf(event));
  }

  function seeList(event: ProofEvent): void {
    const hmac = idIn(event.stream);
    const { evolve, initial } = suppression;
    const state = evolve(lists.get(hmac)?.state ?? initial, event as never);
    lists.set(hmac, { state, place: placeOf(event) });
    for (const conversation of Object.keys(state.held)) {
      const partnerId = conversation.split('.')[1] ?? '';
      heldAt.set(partnerId, (heldAt.get(partnerId) ?? new Set()).add(hmac));
    }
  }

  function seeQuota(event: ProofEvent): MailProof[] {
    const owner = idIn(event.stream).slice(0, -11);
    const day = event.stream.slice(-10);
    const days = quotas.get(owner) ?? new Map<string, QuotaState>();
    quotas.set(owner, days);
    const { evolve, initial } = quota;
    const before = days.get(day) ?? initial;
    days.set(day, evolve(before, event as never));
    if (event.type !== 'QuotaTaken') return [];
    const taken = event.data as Parameters<typeof takeQuota>[1];
    const [campaignId = '', , step = ''] = taken.messageId.split('.');
    const key = `${taken.messageId}.${taken.attempt}`;
    const proof = open.get(key);
    if (!proof) return [];
    const fits = (limit: number) => takeQuota(before, { ...taken, limit }) !== 'full';
    if (owner === campaignId) {
      const limits = statesOf(readOf('campaign', campaignId), event.at).map((state) => campaignLimitOf(state, step));
      const holds = limits.some((limit) => limit === null || fits(limit));
      proof.lines.campaign_limit = line(holds, placeOf(event));
    } else {
      // the ramp-up alone counts the days, since there may be many
      const daysSent = () => [...days].filter(([other, state]) => other < day && quotaUsed(state) > 0).length;
      const holds = statesOf(readOf('mailbox', owner), event.at).some(({ rules }) =>
        fits(capOfDay(rules.mailboxDailyCap, rules.rampUp, rules.rampUp ? daysSent() : 0)),
      );
      const now = Date.parse(event.at);
      const isDay = statesOf(readOf('profile', profileId), event.at).some(({ timezone }) => {
        const zone = timezone ?? 'UTC';
        const begun = daysAround(now, zone).flatMap((other) => {
          const begunIn = (other === day ? before : days.get(other))?.zone;
          return begunIn ? [{ day: other, zone: begunIn }] : [];
        });
        return quotaDay(now, zone, begun).day === day;
      });
      proof.lines.mailbox_limit = line(holds && isDay, placeOf(event));
    }
    return completed(key, proof);
  }

  function completed(key: string, { lines, ...proof }: Open): MailProof[] {
    const rules = Object.keys(PROOF_RULES) as ProofRule[];
    if (!rules.every((rule) => lines[rule])) return [];
    open.delete(key);
    return [{ ...proof, lines: lines as MailProof['lines'] }];
  }

  let profileId = '';

  function seeMessage(event: ProofEvent): void {
    const id = idIn(event.stream);
    const { evolve, initial } = messages;
    const known: Mail = mails.get(id) ?? {
      ...{ state: initial, approved: null, addressed: null, asked: null, anyHour: false, left: null },
    };
    const own = event as Recorded<MessageEvent> & ProofEvent;
    if (own.type === 'EmailDispatched') prove(id, known, own);
    const place = placeOf(event);
    const state = evolve(known.state, own);
    const next: Mail = { ...known, state: { ...state, parts: [], revision: null, copy: null } };
    if (own.type === 'MessageApproved') next.approved = { place, by: own.data.by };
    if (own.type === 'AnswerAddressed') next.addressed = place;
    if (own.type === 'SendNowRequested') next.asked = place;
    if (own.type === 'EmailScheduled') next.anyHour = own.data.gapSeconds !== null;
    if (own.type === 'EmailDispatched') next.left = place;
    if (own.type === 'EmailDeferred') next.left = null;
    // its text is not asked again
    if (own.type === 'EmailSent') next.state = { ...next.state, text: null };
    mails.set(id, next);
  }

  function prove(id: string, mail: Mail, event: Dispatched & ProofEvent): void {
    const { state } = mail;
    const { data, personal, at } = event;
    const lost: Verdict = event.unreadable ? 'unreadable' : 'erased';
    const place = placeOf(event);
    const approval = mail.approved?.place ?? null;
    const original = state.resendOf === null ? null : mails.get(state.resendOf);
    const held = holdsClaim(state, { attempt: data.attempt, worker: state.claim?.worker ?? '', now: at });
    const campaign = readOf('campaign', state.campaignId);
    const partner = readOf('partner', state.partnerId);

    const file = data.file ?? null;
    const isApproved = data.textHash === state.approvedHash && approvedKit(data.textHash)?.hash === file?.hash;
    const isText = (sent: NonNullable<typeof personal>) =>
      textHash(sent.to, state.text, file) === data.textHash &&
      sent.subject === state.text?.subject &&
      sent.text.startsWith(state.text.body);
    const expected = statesOf(partner, at).map((now) => addressOf(state, now));
    const isAddress = (to: string) => expected.includes(to) && addressHmac(to) === data.addressHmac;
    const unlessLost = (holds: (sent: NonNullable<typeof personal>) => boolean, rests: ProofPlace | null): ProofLine =>
      personal ? line(holds(personal), rests) : { verdict: lost, event: rests };

    open.set(`${id}.${data.attempt}`, {
      message: id,
      dispatch: place,
      lines: {
        one_attempt: line(mail.left === null && held && original?.state.status !== 'sent', mail.left ?? place),
        text_approved: isApproved ? unlessLost(isText, approval) : line(false, approval),
        approved_by: approvedBy(state, mail),
        address: unlessLost(({ to }) => isAddress(to), state.addressedTo ? mail.addressed : partner.place),
        not_suppressed: suppressionLine(state, event, lost),
        hours: hoursLine(mail, campaign, readOf('mailbox', data.mailbox), at),
        ...(isAnswer(state.step) && { campaign_limit: line(true, null) }),
      },
    });
  }

  /** A worker approves what a user ordered: the start of its campaign, or an act on many. */
  function approvedBy({ campaignId }: MessageState, { approved }: Mail): ProofLine {
    if (!approved) return line(false, null);
    const { place, by } = approved;
    if (!place.actor.startsWith('worker:')) return line(isUser(place.actor), place);
    const order = by === 'start' || by === 'follow_up' ? (starts.get(campaignId) ?? null) : started;
    return line(order !== null, order ?? place);
  }

  function suppressionLine(state: MessageState, event: Dispatched & ProofEvent, lost: Verdict): ProofLine {
    const { data, personal } = event;
    const { initial } = suppression;
    const entryOf = (hmac: string | null) => (hmac === null ? undefined : lists.get(hmac));
    const present = readOf('partner', state.partnerId).state.contact?.email ?? null;
    const own = entryOf(data.addressHmac);
    const domain = entryOf(personal ? addressHmac(domainEntryOf(personal.to)) : null);
    const former = [...(heldAt.get(state.partnerId) ?? [])].filter((hmac) => {
      const entry = lists.get(hmac);
      return entry && Object.keys(heldOfPartner(entry.state, state.partnerId)).length > 0;
    });
    if (personal && present && present !== personal.to) former.push(addressHmac(present));
    const others = former.flatMap((hmac) => (hmac === data.addressHmac ? [] : (lists.get(hmac) ?? [])));
    const entry = entryForPerson(
      entryThatHolds(own?.state ?? initial, domain?.state ?? initial),
      others.map((one) => one.state),
      state.partnerId,
    );
    const rests = own ?? domain ?? others[0];
    if (entry.suppressed || holdOfStep(heldFor(entry), state.step)) return line(false, rests?.place ?? null);
    return { verdict: personal ? 'ok' : lost, event: own?.place ?? null };
  }

  function hoursLine(
    { state, asked, anyHour }: Mail,
    campaign: Read<StateOf<'campaign'>>,
    mailbox: Read<StateOf<'mailbox'>>,
    at: string,
  ): ProofLine {
    if (state.immediate) return line(true, asked);
    const profiles = statesOf(readOf('profile', profileId), at);
    const isInside = statesOf(campaign, at).some(({ sendWindow }) =>
      statesOf(mailbox, at).some(({ rules }) =>
        profiles.some(({ timezone }) =>
          insideWindow(Date.parse(at), windowIn(timezone ?? 'UTC', sendWindow ?? rules.window)),
        ),
      ),
    );
    return line(anyHour || isInside, campaign.state.sendWindow ? campaign.place : mailbox.place);
  }

  return {
    see(event: ProofEvent): MailProof[] {
      const kind = kindOf(event.stream) as ProofKind;
      if (kind === 'quota') return seeQuota(event);
      if (kind === 'message') seeMessage(event);
      else if (kind === 'suppression') seeList(event);
      else if (kind === 'batch') {
        if (event.type === 'BatchStarted' && isUser(event.actor)) started = placeOf(event);
      } else {
        if (kind === 'profile') profileId = idIn(event.stream);
        seeRead(kind, event);
      }
      return [];
    },
    /** Emails without their place of the day. */
    rest: (): MailProof[] =>
      [...open.values()].map(({ lines, ...proof }) => {
        const none = line(false, null);
        return { ...proof, lines: { campaign_limit: none, mailbox_limit: none, ...lines } as MailProof['lines'] };
      }),
  };
}
