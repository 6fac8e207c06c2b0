import { describe, expect, test } from 'vitest';
import { refusalOf } from '../../api/sending/sendRefusal.ts';
import { campaign } from '../../events/campaigns/campaign.ts';
import { initialMessage, type MessageState } from '../../events/messages/messageState.ts';
import { partner } from '../../events/partners/partner.ts';
import { suppression } from '../../events/privacy/suppression.ts';
import { blockSend } from '../../events/sending/blockSend.ts';
import { mailbox } from '../../events/sending/mailbox.ts';
import { quota } from '../../events/sending/quota.ts';
import { checkSend, SEND_REASONS, type SendFacts, type SendReason } from '../../events/sending/sendPolicy.ts';
import type { Reason } from '../../events/shared/reasons.ts';
import { sendGridConnected } from '../support/accountEvents.ts';
import { fold } from '../support/scenario.ts';

/** A Monday at noon. */
const NOW = '2026-03-02T12:00:00.000Z';
const LATER = '2026-03-02T13:00:00.000Z';
const MIDNIGHT = '2026-03-03T00:00:00.000Z';

const publicUrl = 'https://pilot.northwind.com';
const sender = {
  account: 'active' as const,
  from: { sandbox: false, publicUrl, frozen: null, linkCheck: { publicUrl, works: true } },
  postalAddress: '12 Ridge Road',
  mailbox: fold(mailbox, [
    { type: 'EmailProviderChosen', data: { provider: 'sendgrid' } },
    sendGridConnected('k', 'sam@northwind.com'),
  ]),
};
const state: MessageState = {
  ...initialMessage,
  status: 'claimed',
  step: '1',
  attempt: 1,
  text: { subject: 'Packs', body: 'Hello.' },
  hasText: true,
  approvedHash: 'hash',
};
const approved = { ...partner.initial, status: 'approved' as const, contact: { email: 'maren@trail.com' } as never };
const message = {
  id: 'm',
  state,
  campaign: {
    ...campaign.initial,
    status: 'active' as const,
    followUps: [{ id: 'f1', textId: 't1', afterDays: 3, writer: 'ai' as const, text: 'Ask again.' }],
  },
  partner: approved,
  suppression: suppression.initial,
  others: [] as MessageState[],
  sharing: [] as Pick<MessageState, 'status' | 'dispatch'>[],
  previous: undefined as MessageState | undefined,
  original: undefined as { status: MessageState['status'] } | undefined,
  recipientUnreadable: false,
  textHash: 'hash' as string | null,
  kitMissing: false,
  flaws: [] as { rule: 'offer'; quote: string }[],
  zone: 'UTC',
  otherCampaignAt: null as string | null,
  minDaysBetweenCampaigns: 2,
  mailbox: 'm1',
  unread: null as Reason | null,
  anyHour: false,
  via: 'the account' as string | null,
};
const quotas = {
  today: { day: '2026-03-02', zone: 'UTC', endsAt: Date.parse(MIDNIGHT) },
  campaignDay: quota.initial,
  campaignLimit: 1,
  mailboxDay: quota.initial,
  mailboxLimit: 1,
  workspace: { used: 0, limit: 1 },
};
const full = { ...quota.initial, taken: { other: 1 } };
const held = (until: string | null) => ({
  ...sender,
  mailbox: {
    ...sender.mailbox,
    hold: { reason: until ? ('rate_limited' as const) : ('key_refused' as const), until, times: 1, since: NOW },
  },
});

const followUp = { id: 'f1', textId: 't1', afterDays: 3, number: 1, follows: 'c.p.1' };
const answerable = { ...initialMessage, status: 'sent' as const, step: '1' };

type Facts = { sender: typeof sender; message: typeof message; quotas: typeof quotas };
const ready: Facts = { sender, message, quotas };
/** Everything that keeps a mail of the plan, in the order of the checks. */
const CASES: [SendReason, Partial<{ [K in keyof Facts]: object }>][] = [
  ['original_sent', { message: { original: { status: 'sent' } } }],
  ['campaign_deleted', { message: { campaign: { ...message.campaign, status: 'deleted' } } }],
  ['campaign_paused', { message: { campaign: { ...message.campaign, status: 'paused' } } }],
  ['partner_removed', { message: { partner: { ...approved, status: 'rejected' } } }],
  ['recipient_unreadable', { message: { recipientUnreadable: true } }],
  ['suppressed', { message: { suppression: { ...suppression.initial, suppressed: true, reason: 'bounced' } } }],
  ['held_legal_request', { message: { suppression: { ...suppression.initial, held: { c2: 'legal_request' } } } }],
  ['held_unsubscribe', { message: { suppression: { ...suppression.initial, held: { c2: 'unsubscribe' } } } }],
  ['held_bounce', { message: { suppression: { ...suppression.initial, held: { c2: 'bounce' } } } }],
  ['held_automatic', { message: { suppression: { ...suppression.initial, held: { c2: 'automatic' } } } }],
  [
    'undeliverable',
    {
      message: {
        partner: { ...approved, contact: { email: 'maren@trail.com', verification: { status: 'undeliverable' } } },
      },
    },
  ],
  ['same_address', { message: { sharing: [{ status: 'sent' }] } }],
  ['replied', { message: { others: [{ ...state, repliedAt: NOW }] } }],
  [
    'dropped',
    {
      message: {
        state: { ...state, followUp: { ...followUp, notBefore: NOW } },
        previous: answerable,
        campaign: { ...message.campaign, followUps: [] },
      },
    },
  ],
  [
    'replaced',
    {
      message: {
        state: { ...state, followUp: { ...followUp, textId: 't0', notBefore: NOW } },
        previous: answerable,
      },
    },
  ],
  [
    'not_followed',
    { message: { state: { ...state, followUp: { ...followUp, notBefore: NOW } }, previous: undefined } },
  ],
  ['sender_blocked', { sender: { account: 'paused' } }],
  ['mailbox_held', { sender: held(LATER) }],
  ['other_account', { message: { state: { ...state, mailbox: 'm1' }, mailbox: 'm2' } }],
  [
    'replies_unread',
    {
      message: {
        state: { ...state, followUp: { ...followUp, notBefore: NOW } },
        previous: answerable,
        unread: { code: 'replies_not_read_yet' },
      },
    },
  ],
  ['not_due', { message: { state: { ...state, notBefore: LATER } } }],
  ['other_campaign', { message: { otherCampaignAt: NOW } }],
  ['sample_address', { message: { partner: { ...approved, contact: { email: 'maren@trail.example' } } } }],
  ['incomplete', { message: { via: null } }],
  ['address_changed', { message: { textHash: 'other' } }],
  ['media_kit_changed', { message: { textHash: 'hash+kit' } }],
  ['media_kit_missing', { message: { kitMissing: true } }],
  ['text_flagged', { message: { flaws: [{ rule: 'offer', quote: '90%' }] } }],
  ['outside_hours', { message: { zone: 'Asia/Tokyo' } }],
  ['campaign_full', { quotas: { campaignDay: full } }],
  ['mailbox_full', { quotas: { mailboxDay: full } }],
  ['workspace_full', { quotas: { workspace: { used: 1, limit: 1 } } }],
];
const factsOf = (change: Partial<{ [K in keyof Facts]: object }>): SendFacts<string> & Facts => ({
  now: NOW,
  sender: { ...ready.sender, ...change.sender },
  message: { ...ready.message, ...change.message },
  quotas: { ...ready.quotas, ...change.quotas },
});
const check = (change: Partial<{ [K in keyof Facts]: object }>) => checkSend<string>(factsOf(change));

describe('whether a claimed message leaves', () => {
  test('it does when nothing keeps it, and takes its places of the day', () => {
    expect(check({})).toMatchObject({
      allowed: true,
      to: 'maren@trail.com',
      via: 'the account',
      campaignDay: [{ type: 'QuotaTaken', data: { messageId: 'm', limit: 1 } }],
      mailboxDay: [{ type: 'QuotaTaken' }],
    });
  });

  test('every reason has a case', () => {
    expect(CASES.map(([reason]) => reason)).toEqual(Object.keys(SEND_REASONS));
  });

  test.each([
    ['Maren@Trail.com', false],
    ['maren.old@trail.com', true],
    [null, false],
  ])('of another partner with the same address counts the address that the email went to: %s', (to, allowed) => {
    const dispatch = { to } as MessageState['dispatch'];
    expect(check({ message: { sharing: [{ status: 'sent', dispatch }] } }).allowed).toBe(allowed);
    expect(check({ message: { sharing: [{ status: 'failed', dispatch }] } }).allowed).toBe(true);
  });

  test('planned emails keep their distance from other campaigns in local days, and Send Now does not', () => {
    const asked = (otherCampaignAt: string, more: object = {}) => check({ message: { otherCampaignAt, ...more } });
    const saturday = '2026-02-28T23:50:00.000Z';
    expect(asked(saturday)).toMatchObject({ allowed: true });
    // already Sunday in Berlin
    expect(asked(saturday, { zone: 'Europe/Berlin' })).toMatchObject({
      ...{ reason: 'other_campaign', until: '2026-03-02T23:00:00.000Z' },
    });
    expect(asked(saturday, { minDaysBetweenCampaigns: 3 })).toMatchObject({ until: MIDNIGHT });
    expect(asked(NOW, { minDaysBetweenCampaigns: 0 })).toMatchObject({ allowed: true });
    expect(asked(NOW, { state: { ...state, immediate: true, askedAt: NOW } })).toMatchObject({ allowed: true });
  });

  test.each(CASES)('%s', (reason, change) => {
    const blocked = check(change);
    expect(blocked).toMatchObject({ allowed: false, reason, effect: SEND_REASONS[reason] });
  });

  test('of two reasons the first one counts', () => {
    for (const [index, [reason, first]] of CASES.entries())
      for (const [, second] of CASES.slice(index + 1)) {
        const both = {
          sender: { ...second.sender, ...first.sender },
          message: { ...second.message, ...first.message },
          quotas: { ...second.quotas, ...first.quotas },
        };
        expect(check(both)).toMatchObject({ allowed: false, reason });
      }
  });

  test('a follow-up is what its campaign would send now, unless it was edited or asked for', () => {
    const old = { ...state, followUp: { ...followUp, textId: 't0', notBefore: NOW } };
    const changed = (change: object) => check({ message: { state: { ...old, ...change }, previous: answerable } });
    const blocked = { reason: 'replaced', why: { code: 'replaced' }, effect: 'cancel' };
    expect(changed({})).toMatchObject(blocked);
    expect(changed({ edited: true, fromCampaign: true })).toMatchObject(blocked);
    expect(changed({ edited: true }).allowed).toBe(true);
    expect(changed({ immediate: true, askedAt: NOW }).allowed).toBe(true);
  });

  test('an answer leaves to no address that receives no email, either', () => {
    const [, change] = CASES.find(([name]) => name === 'undeliverable') ?? ['', {}];
    const answer = { ...state, step: 'a1', immediate: true, askedAt: NOW };
    expect(check({ message: { ...change.message, state: answer } })).toMatchObject({ reason: 'undeliverable' });
  });

  test('a Send Now leaves at any hour and from a paused campaign', () => {
    const now = { ...state, immediate: true, askedAt: NOW };
    const paused = { ...message.campaign, status: 'paused' };
    expect(check({ message: { state: now, campaign: paused, zone: 'Asia/Tokyo' } }).allowed).toBe(true);
  });
});

describe('what becomes of a message that may not leave', () => {
  const sendNow = { ...state, immediate: true, askedAt: NOW };
  const resend = { ...sendNow, step: 'r1' };
  const becomes = (reason: SendReason, as: MessageState, now = NOW) => {
    const [, change] = CASES.find(([name]) => name === reason) ?? ['', {}];
    const blocked = check(change);
    if (blocked.allowed) throw new Error('it may leave');
    const { events, deferred } = blockSend(as, blocked, now);
    return deferred ? 'deferred' : events.map(({ type, data }) => [type, 'until' in data ? data.until : null]);
  };
  const cancelled = [['MessageCancelled', null]];
  const released = (until: string | null) => [['SendReleased', until]];

  test.each([
    ['campaign_deleted', cancelled, cancelled],
    ['recipient_unreadable', [['EmailFailed', null]], [['EmailFailed', null]]],
    ['address_changed', [['MessageApprovalWithdrawn', null]], [['MessageApprovalWithdrawn', null]]],
    ['media_kit_changed', [['MessageApprovalWithdrawn', null]], [['MessageApprovalWithdrawn', null]]],
    ['media_kit_missing', [['MessageApprovalWithdrawn', null]], [['MessageApprovalWithdrawn', null]]],
    ['undeliverable', [['MessageApprovalWithdrawn', null]], [['MessageApprovalWithdrawn', null]]],
    ['sender_blocked', released(null), released('2026-03-02T12:05:00.000Z')],
    ['mailbox_held', released(null), released(LATER)],
    ['campaign_full', released(null), 'deferred'],
  ] as const)('%s: a mail of the plan, a Send Now, and a re-send, which is over', (reason, planned, immediate) => {
    expect(becomes(reason, state)).toEqual(planned);
    expect(becomes(reason, sendNow)).toEqual(immediate);
    expect(becomes(reason, resend)).toEqual(cancelled);
  });

  test('a Send Now is over a day after it was asked for', () => {
    expect(becomes('campaign_full', sendNow, '2026-03-03T12:00:00.000Z')).toEqual(released(null));
  });
});

describe('how a call is refused', () => {
  const refused = (facts: Omit<SendFacts, 'now'>) => {
    const blocked = checkSend({ now: NOW, ...facts });
    return blocked.allowed ? null : refusalOf(blocked, NOW);
  };

  test('the start of a campaign: only by what does not end by itself', () => {
    expect(refused({ sender: held(LATER), starting: true })).toBeNull();
    expect(refused({ sender: held(null), starting: true })).toMatchObject({ refusal: 'illegal' });
  });

  test('Send Now: until the hold or the day ends', () => {
    expect(refused({ sender: held(LATER), quotas })).toMatchObject({
      refusal: 'limit',
      details: { retryAfterSeconds: 3600 },
    });
    expect(refused({ sender, quotas: { ...quotas, mailboxDay: full } })).toMatchObject({
      refusal: 'limit',
      message: 'The daily limit of 1 for your mailbox is used up. Wait until tomorrow.',
      details: { retryAfterSeconds: 12 * 3600, limit: 1 },
    });
    expect(refused({ sender, quotas })).toBeNull();
  });

  test('by what an administrator must set: it says that nothing was sent', () => {
    const from = { ...sender.from, linkCheck: null };
    expect(refused({ sender: { ...sender, from } })).toMatchObject({
      refusal: 'not_configured',
      message: expect.stringMatching(/Nothing was sent\.$/),
    });
  });
});
