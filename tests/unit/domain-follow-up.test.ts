import { describe, expect, test } from 'vitest';
import { profile } from '../../events/accounts/profile.ts';
import { type CampaignState, campaign, createCampaign, editCampaign } from '../../events/campaigns/campaign.ts';
import { campaignForm } from '../../events/campaigns/campaignInput.ts';
import type { FollowUpForm } from '../../events/campaigns/followUps.ts';
import {
  cancelUnfollowed,
  draftFollowUp,
  type Following,
  mayBeFollowed,
  needsText,
  numberAfter,
  sequenceNumber,
} from '../../events/messages/followUp.ts';
import { message } from '../../events/messages/message.ts';
import type { MessageEvent } from '../../events/messages/messageEvents.ts';
import { FOLLOW_UP_RUN, type MessageState } from '../../events/messages/messageState.ts';
import { requestResend } from '../../events/messages/resend.ts';
import { postponeEmail } from '../../events/messages/sendTime.ts';
import { type PartnerState, partner } from '../../events/partners/partner.ts';
import { suppression } from '../../events/privacy/suppression.ts';
import type { PlainCode } from '../../events/shared/reasons.ts';
import { drawnByDefault } from '../support/drawn.ts';
import { fold, given } from '../support/scenario.ts';

const FOLLOW_UPS = [
  { id: 'f1', afterDays: 3, writer: 'ai' as const, text: 'Ask whether they saw it.' },
  { id: 'f2', afterDays: 7, writer: 'user' as const, text: 'Shall I close this?' },
];
/** Ids in their order, such as t1, t2. */
const counter = (letter = 'n') => {
  let made = 0;
  return () => {
    made += 1;
    return `${letter}${made}`;
  };
};
const form = campaignForm.parse({
  ...{ name: 'Spring', subjectType: 'static', staticSubject: 'A vest', messagePrompt: 'Offer a vest.', dailyLimit: 5 },
  followUps: FOLLOW_UPS,
});
const ids = { campaignId: 'c1', partnerId: 'p1' };
const first: MessageState = {
  ...message.initial,
  ...ids,
  ...{ step: '1', status: 'sent', sentAt: '2026-03-02T10:00:00.000Z', hasText: true },
  text: { subject: 'A vest', body: 'Hello' },
};
const created = createCampaign(campaign.initial, form, counter('t'));
const running = { ...fold(campaign, created), status: 'active' as const };
const ready: Following = {
  campaign: running,
  partner: { ...partner.initial, status: 'approved' },
  suppression: suppression.initial,
  previous: first,
  others: [],
  next: message.initial,
};
const how = { zone: 'UTC', hashOf: () => 'hash', profile: profile.initial };
const draft = (change: Partial<Following> = {}, more: Partial<Parameters<typeof draftFollowUp>[2]> = {}) => {
  const following = { ...ready, ...change };
  const number = numberAfter(following.previous, [...following.others, following.next]);
  if (number === null) return [];
  return draftFollowUp(following, { number, follows: 'c1.p1.1' }, { ...how, ...more });
};
const followUp = {
  ...{ id: 'f1', textId: 't1', afterDays: 3 },
  ...{ number: 1, follows: 'c1.p1.1', notBefore: '2026-03-05T00:00:00.000Z' },
};
const drafted: MessageEvent = { type: 'MessageDrafted', data: { ...ids, step: '2', resendOf: null, followUp } };
const waiting = (...more: MessageEvent[]): MessageEvent[] => [
  drafted,
  { type: 'MessageEdited', data: {}, personal: { subject: 'Re: A vest', body: 'Hm?' } },
  { type: 'MessageApproved', data: { textHash: 'h', by: 'edit' } },
  ...more,
];
const scheduled: MessageEvent = {
  type: 'EmailScheduled',
  data: { at: '2026-03-05T11:00:00.000Z', seed: 1, day: '2026-03-05', ...drawnByDefault },
};

const ended = (code: PlainCode): MessageEvent[] => [
  drafted,
  {
    ...{ type: 'MessageGenerated', personal: { subject: 'Re: A vest', body: 'Hm?', parts: [] } },
    data: { runId: FOLLOW_UP_RUN, model: 'm', promptVersion: 'p' },
  },
  { type: 'MessageCancelled', data: { reason: { code }, removal: null } },
];
const endedBy = (code: PlainCode): MessageState => fold(message, ended(code));

describe('the follow-ups of a campaign', () => {
  test('are kept in two parts, and come back as one', () => {
    expect(created[0]).toMatchObject({
      data: {
        followUps: [
          { id: 'f1', textId: 't1', afterDays: 3, writer: 'ai' },
          { id: 'f2', textId: 't2', afterDays: 7, writer: 'user' },
        ],
      },
      personal: { followUpTexts: ['Ask whether they saw it.', 'Shall I close this?'] },
    });
    expect(running.followUps).toMatchObject(FOLLOW_UPS);
    expect(fold(campaign, [...created, { type: 'PersonErased', data: {} }]).followUps).toEqual([]);
  });

  test('change with the other fields, and stay when a patch does not name them', () => {
    expect(edit(FOLLOW_UPS)).toEqual([]);
    const named = editCampaign(running, { name: 'Summer' }, counter());
    expect(named[0]).toMatchObject({ data: { followUps: [{ afterDays: 3 }, { afterDays: 7 }] } });
    expect(edit([])[0]).toMatchObject({ data: { followUps: [] }, personal: { followUpTexts: [] } });
  });

  const edit = (followUps: FollowUpForm[], state: CampaignState = running) =>
    editCampaign(state, { followUps }, counter());
  const idsAfter = (followUps: FollowUpForm[], state?: CampaignState) =>
    fold(campaign, [...created, ...edit(followUps, state)]).followUps.map(({ id, textId }) => `${id} ${textId}`);
  const [ask, close] = FOLLOW_UPS as [(typeof FOLLOW_UPS)[number], (typeof FOLLOW_UPS)[number]];
  const fresh = { afterDays: 2, writer: 'user' as const, text: 'One more thing.' };

  test('keep their ids wherever they stand, and their text ids while the text is the same', () => {
    expect(idsAfter([fresh, close, ask])).toEqual(['n1 n2', 'f2 t2', 'f1 t1']);
    expect(idsAfter([{ ...ask, afterDays: 9 }])).toEqual(['f1 t1']);
    const [edited] = edit([{ ...ask, text: 'Ask again.' }]);
    expect(edited?.data).toMatchObject({ followUps: [{ id: 'f1', textId: 'n1' }] });
  });

  test('are known by their text where a call names no id, each once', () => {
    const { id: _, ...unnamed } = ask;
    expect(edit([unnamed, close])).toEqual([]);
    expect(idsAfter([unnamed, unnamed])).toEqual(['f1 t1', 'n1 n2']);
    expect(idsAfter([unnamed, ask])).toEqual(['n1 n2', 'f1 t1']);
  });

  test('an id that is not known is taken, so that the same call twice changes nothing', () => {
    const list = [ask, { ...fresh, id: 'of-the-screen' }];
    const after = fold(campaign, [...created, ...edit(list)]);
    expect(after.followUps.map(({ id }) => id)).toEqual(['f1', 'of-the-screen']);
    expect(editCampaign(after, { followUps: list }, counter())).toEqual([]);
  });

  test('a completed campaign that gets one more is paused; it loses one, or its text, as it is', () => {
    const completed = { ...running, status: 'completed' as const };
    const types = (followUps: FollowUpForm[]) => edit(followUps, completed).map(({ type }) => type);
    expect(edit([ask, close, fresh], completed)[1]).toEqual({
      type: 'CampaignPaused',
      data: { reason: 'follow_ups_added', figures: null },
    });
    expect(types([ask])).toEqual(['CampaignEdited']);
    expect(types([ask, { ...close, text: 'Bye.' }])).toEqual(['CampaignEdited']);
    expect(edit([ask, close, fresh])).toHaveLength(1);
  });

  test.each([
    [[ask, ask], 'Two follow-ups have the same id'],
    [[{ ...ask, id: 'a b' }], 'A follow-up has an invalid id'],
    [[{ afterDays: 0, writer: 'ai', text: 'x' }], 'Days must be between 1 and 60'],
    [[{ afterDays: 3, writer: 'ai', text: ' ' }], 'Say what the follow-up should say'],
    [[{ afterDays: 3, writer: 'user', text: 'Hi {{name}}' }], /nothing fills it in/],
    [[{ afterDays: 3, writer: 'ai', text: 'Greet {{firstName}}' }], 'Write out {{firstName}}: nothing fills it in'],
    [Array.from({ length: 5 }, () => FOLLOW_UPS[0]), 'A campaign has at most 4 follow-ups'],
  ])('the form refuses %j', (followUps, reason) => {
    const { error } = campaignForm.safeParse({ ...form, followUps });
    expect(error?.issues.map((issue) => issue.message).join()).toMatch(reason);
  });
});

describe('when a message was sent', () => {
  test('its follow-up begins, and waits for its day', () => {
    expect(draft()).toEqual([drafted]);
    expect(needsText(fold(message, [drafted]))).toBe(true);
  });

  test.each([
    ['Hi Ana, shall I close this?', ['MessageDrafted', 'MessageEdited', 'MessageApproved'], 'Ana Lima'],
    // the check flags it, so a person reads it first
    ['Hi {{firstName}}, shall I close this?', ['MessageDrafted', 'MessageEdited'], 'A. Lima'],
  ])('the user’s own text has its variables filled in: %s', (body, types, name) => {
    const followUps = [
      { id: 'f2', textId: 't2', afterDays: 7, writer: 'user' as const, text: 'Hi {{firstName}}, shall I close this?' },
    ];
    const person = { name } as PartnerState['person'];
    const events = draft({ campaign: { ...running, followUps }, partner: { ...ready.partner, person } });
    expect(events.map(({ type }) => type)).toEqual(types);
    expect(events).toContainEqual(expect.objectContaining({ personal: { subject: 'Re: A vest', body } }));
  });

  test('the next one is counted from the one before it, and the user’s own text is approved', () => {
    const second = { ...first, step: '2', followUp, text: { subject: 'Re: A vest', body: 'Hm?' } };
    expect(draft({ previous: second, others: [first] })).toEqual([
      {
        type: 'MessageDrafted',
        data: expect.objectContaining({
          step: '3',
          followUp: {
            ...{ id: 'f2', textId: 't2', afterDays: 7 },
            ...{ number: 2, follows: 'c1.p1.1', notBefore: '2026-03-09T00:00:00.000Z' },
          },
        }),
      },
      {
        ...{ type: 'MessageEdited', data: { fromCampaign: true } },
        personal: { subject: 'Re: A vest', body: 'Shall I close this?' },
      },
      { type: 'MessageApproved', data: { textHash: 'hash', by: 'follow_up' } },
    ]);
  });

  test('a re-send counts as what it sends again', () => {
    const states = { message: message.initial, earlier: { ...first, step: '2', followUp, status: 'failed' as const } };
    const [again] = requestResend(states, { id: 'c1.p1.2', state: states.earlier }, 'r1', 'h');
    expect(again).toMatchObject({ data: { step: 'r1', followUp } });
    expect(sequenceNumber(fold(message, [again as MessageEvent]))).toBe(1);
    expect(draft({ previous: { ...first, step: 'r1' } })).toEqual([drafted]);
  });

  test('somebody who is away is written to when they are back, and not before its day', () => {
    const notBefore = (awayUntil: string) =>
      draft({}, { awayUntil })[0]?.data as { followUp: { notBefore: string } } | undefined;
    expect(notBefore('2026-03-12T00:00:00.000Z')?.followUp.notBefore).toBe('2026-03-12T00:00:00.000Z');
    expect(notBefore('2026-03-03T00:00:00.000Z')?.followUp.notBefore).toBe(followUp.notBefore);
  });

  test.each<[string, Partial<Following>]>([
    ['is unconfirmed', { previous: { ...first, status: 'unknown' } }],
    ['failed', { previous: { ...first, status: 'failed' } }],
    ['was answered', { previous: { ...first, replied: true } }],
    [
      'came back',
      { previous: { ...first, delivery: { report: 'bounced', reason: null, at: '2026-03-02T00:00:00.000Z' } } },
    ],
    ['is of a person who was erased', { previous: { ...first, erased: true } }],
    ['is an answer', { previous: { ...first, step: 'a1' } }],
    [
      'is the last one',
      {
        campaign: { ...running, followUps: running.followUps.slice(0, 1) },
        previous: { ...first, step: '2', followUp },
      },
    ],
    ['is of a deleted campaign', { campaign: { ...running, status: 'deleted' } }],
    ['has its follow-up already', { next: fold(message, [drafted]) }],
    ['had one that the user stopped', { next: endedBy('follow_ups_stopped') }],
  ])('none begins after one that %s', (_, change) => expect(draft(change)).toEqual([]));

  test('a text of the user’s own that the person got before waits for a review', () => {
    const campaign = { ...running, followUps: running.followUps.slice(1) };
    const had = { ...first, campaignId: 'c2', text: { subject: 'Hi', body: ' shall I CLOSE\n this? ' } };
    const types = (others: MessageState[]) => draft({ campaign, others }).map(({ type }) => type);
    expect(types([had])).toEqual(['MessageDrafted', 'MessageEdited']);
    expect(types([{ ...had, status: 'failed' }])).toContain('MessageApproved');
  });

  test.each(['not_followed', 'dropped', 'replaced'] as const)(
    'one that ended because %s begins again, after the email that arrived',
    (reason) => {
      const next = endedBy(reason);
      const later = { ...first, step: 'r1', sentAt: '2026-03-04T10:00:00.000Z' };
      const begun = { ...followUp, notBefore: '2026-03-07T00:00:00.000Z' };
      expect(draft({ next, previous: later })).toEqual([{ type: 'MessageReopened', data: { followUp: begun } }]);
      const state = fold(message, [...ended(reason), ...draft({ next, previous: later })]);
      expect(state).toMatchObject({ status: 'drafted', followUp: begun, notBefore: begun.notBefore, hasText: false });
      expect(needsText(state)).toBe(true);
    },
  );

  test.each<[string, Partial<Following>]>([
    ['the partner was removed from your list', { partner: { ...partner.initial, status: 'rejected' } }],
    ['this person unsubscribed', { suppression: { suppressed: true, reason: 'unsubscribed' } }],
    ['this partner has replied', { others: [{ ...first, repliedAt: '2026-03-02T11:00:00.000Z' }] }],
  ])('it ends at once: %s', (_reason, change) => {
    expect(draft(change).map(({ type }) => type)).toEqual(['MessageDrafted', 'MessageCancelled']);
  });
});

describe('a follow-up that waits', () => {
  test('waits longer for somebody who is away, and gives back the time that it had', () => {
    const back = '2026-03-12T00:00:00.000Z';
    const postponed = { type: 'EmailPostponed', data: { notBefore: back, reason: 'automatic' } } as const;
    const postpone = (state: MessageState) => postponeEmail(state, back);
    given(message, ...waiting())
      .when(postpone)
      .gives(postponed);
    given(message, ...waiting(scheduled))
      .when(postpone)
      .gives(postponed, { type: 'EmailUnscheduled', data: { reason: { code: 'away' } } });
    given(message, ...waiting(postponed))
      .when(postpone)
      .gives();
    given(message, ...waiting({ type: 'SendNowRequested', data: {} }))
      .when(postpone)
      .gives();
    expect(fold(message, waiting(postponed)).notBefore).toBe(back);
    const firstEmail: MessageEvent = { type: 'MessageDrafted', data: { ...ids, step: '1', resendOf: null } };
    given(message, firstEmail).when(postpone).gives(postponed);
    given(message, { ...firstEmail, data: { ...firstEmail.data, step: 'a1' } })
      .when(postpone)
      .gives();
  });
});

describe('a follow-up ends', () => {
  const state = fold(message, waiting());
  const cancelled = (code: PlainCode) => [{ type: 'MessageCancelled', data: { reason: { code }, removal: null } }];

  test('when the mail before it turns out not to have arrived; a reply says so itself', () => {
    const returned = { ...first, delivery: { report: 'blocked' as const, reason: null, at: '' } };
    expect(cancelUnfollowed(state, returned)).toEqual(cancelled('not_followed'));
    expect(cancelUnfollowed(state, { ...first, status: 'failed' })).toHaveLength(1);
    expect(cancelUnfollowed(state, { ...first, replied: true })).toEqual([]);
    expect(cancelUnfollowed(state, first)).toEqual([]);
  });
});

test('what left and was neither answered nor returned may be followed', () => {
  expect(mayBeFollowed(first)).toBe(true);
  expect(
    mayBeFollowed({ ...first, delivery: { report: 'complained', reason: null, at: '2026-03-02T00:00:00.000Z' } }),
  ).toBe(true);
});
