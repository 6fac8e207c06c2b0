/** A person's reply stops emails in every campaign, and a program's "reply" lets them go on. */
import { describe, expect, test } from 'vitest';
import { campaign } from '../../events/campaigns/campaign.ts';
import { answeredSinceWanted, cancelAnswered, wasStopped } from '../../events/messages/answered.ts';
import { initialMessage, type MessageState } from '../../events/messages/messageState.ts';
import { resumeAnswered, type Stopped } from '../../events/messages/resumeAnswered.ts';

const day = (date: number, hour = 9): string => new Date(Date.UTC(2026, 2, date, hour)).toISOString();
const message = (change: Partial<MessageState>): MessageState => ({
  ...initialMessage,
  ...{ campaignId: 'c1', partnerId: 'p1', step: '1', status: 'sent', createdAt: day(2), sentAt: day(3) },
  ...change,
});
const answered = message({ replied: true, repliedAt: day(5), repliedBy: 'mailbox' });
const following = { id: 'f1', textId: 't1', afterDays: 3, number: 1, follows: 'c2.p1.1', notBefore: day(9) };
const waiting = (change: Partial<MessageState>) => message({ status: 'scheduled', sentAt: null, ...change });
const elsewhere = (change: Partial<MessageState>) => waiting({ campaignId: 'c2', ...change });

describe('a reply stops', () => {
  test.each<[string, MessageState, MessageState[], string | null]>([
    ['what the same campaign has planned', waiting({ step: '2', followUp: following }), [answered], 'replied'],
    ['a first message of another campaign', elsewhere({ createdAt: day(4) }), [answered], 'replied_elsewhere'],
    [
      'a follow-up of another campaign, even one that begins after it',
      elsewhere({ step: '2', followUp: following, createdAt: day(6) }),
      [answered, message({ campaignId: 'c2', createdAt: day(4) })],
      'replied_elsewhere',
    ],
    ['a Send Now that was asked for before it', elsewhere({ askedAt: day(5, 8) }), [answered], 'replied_elsewhere'],
    ['not one that was asked for after it', elsewhere({ createdAt: day(4), askedAt: day(5, 10) }), [answered], null],
    ['no partner who joins after it', elsewhere({ createdAt: day(6) }), [answered], null],
    [
      'nor the follow-ups of such a one',
      elsewhere({ step: '2', followUp: following, createdAt: day(7) }),
      [answered, message({ campaignId: 'c2', createdAt: day(6) })],
      null,
    ],
    ['no answer, which is written because they replied', waiting({ step: 'a1', askedAt: null }), [answered], null],
    ['nothing where there is none', elsewhere({}), [message({})], null],
  ])('%s', (_, state, others, reason) => expect(answeredSinceWanted(state, others)).toBe(reason));

  test('the last of several counts', () => {
    const asked = waiting({ step: 'r1', askedAt: day(6) });
    expect(answeredSinceWanted(asked, [answered])).toBeNull();
    expect(answeredSinceWanted(asked, [answered, message({ repliedAt: day(7) })])).toBe('replied');
  });

  test('what waits, and nothing that has left', () => {
    const events = cancelAnswered(elsewhere({}), answered, []);
    expect(events).toEqual([
      { type: 'MessageCancelled', data: { reason: { code: 'replied_elsewhere' }, removal: null } },
    ]);
    expect(cancelAnswered(elsewhere({ status: 'dispatching' }), answered, [])).toEqual([]);
    // only the reply that is looked at: another one is decided by its own job
    expect(cancelAnswered(elsewhere({}), message({}), [answered])).toEqual([]);
  });
});

describe('a program had written it', () => {
  const back = day(20, 0);
  const stopped = elsewhere({ status: 'cancelled', reason: { code: 'replied_elsewhere' } });
  const next = elsewhere({ ...stopped, step: '2', followUp: following });
  const first = message({ campaignId: 'c2' });
  const ready: Stopped = {
    campaign: { ...campaign.initial, status: 'active' },
    partner: { status: 'approved' },
    suppression: { suppressed: false },
    message: stopped,
    previous: undefined,
    others: [message({})],
  };
  const resumed = (change: Partial<Stopped>, away: string | null = null) =>
    resumeAnswered({ ...ready, ...change }, away);
  const types = ({ message, campaign }: ReturnType<typeof resumeAnswered>) =>
    [...message, ...campaign].map(({ type }) => type);

  test('what it had stopped goes on, in every campaign', () => {
    expect(types(resumed({}))).toEqual(['MessageRestored']);
    expect(types(resumed({ campaign: { ...ready.campaign, status: 'completed' } }))).toEqual([
      'MessageRestored',
      'CampaignResumed',
    ]);
  });

  test.each<[string, Partial<Stopped>]>([
    ['a first message', {}],
    ['a follow-up', { message: next, previous: first, others: [first, message({})] }],
  ])('%s waits until the person is back', (_, change) => {
    expect(resumed(change, back).message).toEqual([
      { type: 'MessageRestored', data: {} },
      { type: 'EmailPostponed', data: { notBefore: back, reason: 'automatic' } },
    ]);
  });

  test.each<[string, Partial<Stopped>]>([
    ['the person answered another mail', { others: [answered] }],
    ['it was stopped by hand', { message: { ...next, reason: { code: 'follow_ups_stopped' } }, previous: first }],
    ['it waits', { message: elsewhere({}) }],
    ['the mail before it was answered', { message: next, previous: { ...first, replied: true } }],
    ['the partner was removed', { partner: { status: 'rejected' } }],
    ['their address is on the list', { suppression: { suppressed: true } }],
    ['the campaign was deleted', { campaign: { ...ready.campaign, status: 'deleted' } }],
  ])('but not when %s', (_, change) => expect(types(resumed(change))).toEqual([]));

  test('a re-send or an answer is over', () => expect(wasStopped({ ...stopped, step: 'r1' })).toBe(false));
});
