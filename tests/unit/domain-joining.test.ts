import { describe, expect, test } from 'vitest';
import { type CampaignEvent, campaign, mustBeDeleted } from '../../events/campaigns/campaign.ts';
import { cancelRemoved } from '../../events/messages/cancelRemoved.ts';
import { joinCampaign } from '../../events/messages/joinCampaign.ts';
import { message } from '../../events/messages/message.ts';
import type { MessageEvent } from '../../events/messages/messageEvents.ts';
import type { MessageState } from '../../events/messages/messageState.ts';
import { requestResend, resendableText } from '../../events/messages/resend.ts';
import { mustBeShownAddress, mustHaveLeft } from '../../events/messages/sendRequest.ts';
import { textsToWrite } from '../../events/messages/textsToWrite.ts';
import {
  alreadyListed,
  mustBeKnown,
  mustNotBeListed,
  type PartnerEvent,
  partner,
} from '../../events/partners/partner.ts';
import { type SuppressionEvent, suppressAddress, suppression } from '../../events/privacy/suppression.ts';
import { Refused } from '../../events/shared/refused.ts';
import { aPerson } from '../support/samples.ts';
import { fold, given } from '../support/scenario.ts';

const { facts, person } = aPerson();
const email = 'maren@run.example';
const found: PartnerEvent = {
  type: 'PartnerDiscovered',
  data: { ...facts, searchId: 's1', keys: [] },
  personal: person,
};
const approved: PartnerEvent = { type: 'PartnerApproved', data: {} };
const rejected: PartnerEvent = { type: 'PartnerRejected', data: {} };
const removed: PartnerEvent = { type: 'PartnerDeleted', data: {} };
const withAddress: PartnerEvent = {
  type: 'ContactEdited',
  data: { confidence: 1 },
  personal: { email, socialProfiles: [] },
};
const takesNone: PartnerEvent = {
  type: 'ContactVerified',
  data: { status: 'undeliverable', reason: 'no_mailbox', by: 'hunter' },
};
const text = { subject: 'Hello', body: 'Dear Maren' };
const drafted: MessageEvent = {
  type: 'MessageDrafted',
  data: { campaignId: 'c1', partnerId: 'p1', step: '1', resendOf: null },
};
const generated: MessageEvent = {
  type: 'MessageGenerated',
  data: { runId: 'r1', model: 'm', promptVersion: '1' },
  personal: { ...text, parts: [] },
};
const cancelled: MessageEvent = {
  type: 'MessageCancelled',
  data: { reason: { code: 'partner_removed' }, removal: null },
};
const refusal = (act: () => unknown) => {
  try {
    act();
  } catch (error) {
    if (error instanceof Refused) return [error.refusal, error.message];
    throw error;
  }
  return null;
};

const running = { ...campaign.initial, status: 'draft' as const };
const suppressed: SuppressionEvent[] = suppressAddress(suppression.initial, { reason: 'user', source: 'user', email });
const ids = { campaignId: 'c1', partnerId: 'p1' };
const states = (
  partnerHistory: PartnerEvent[],
  messages: MessageEvent[] = [],
  objections: SuppressionEvent[] = [],
) => ({
  campaign: running,
  partner: fold(partner, partnerHistory),
  message: fold(message, messages),
  suppression: fold(suppression, objections),
});

describe('a partner joins a campaign', () => {
  test('approved and with an address they get an empty message', () => {
    given(message)
      .when(() => joinCampaign(states([found, withAddress, approved]), ids, email))
      .gives(drafted);
  });

  test('a message that was cancelled before it left starts again', () => {
    expect(joinCampaign(states([found, withAddress, approved], [drafted, cancelled]), ids, email)).toEqual([
      { type: 'MessageReopened', data: {} },
    ]);
  });

  test.each([
    ['not found', states([]), email],
    ['not found', states([found, withAddress, approved, removed]), email],
    ['not approved', states([found, withAddress]), email],
    ['not approved', states([found, withAddress, approved, rejected]), email],
    ['no email', states([found, approved]), null],
    ['address takes no email', states([found, withAddress, approved, takesNone]), email],
    ['changed at the same moment, try again', states([found, withAddress, approved]), 'old@run.example'],
    ['do not contact', states([found, withAddress, approved], [], suppressed), email],
    ['already in this campaign', states([found, withAddress, approved], [drafted]), email],
  ])('%s', (reason, now, address) => {
    expect(refusal(() => joinCampaign(now, ids, address))).toEqual(['illegal', reason]);
  });

  test('there is no campaign to join', () => {
    const gone = { ...states([found, withAddress, approved]), campaign: campaign.initial };
    expect(refusal(() => joinCampaign(gone, ids, email))).toEqual(['not_found', 'Campaign not found']);
  });
});

describe('what a removal cancels', () => {
  // a history is recorded a minute an event from 9:00, the message at 9:00
  const waiting = fold(message, [drafted, generated]);
  test('what joined before', () => {
    const cause = fold(partner, [found, withAddress, approved, rejected]);
    expect(cancelRemoved({ ...waiting, createdAt: cause.before?.decidedAt ?? '' }, cause)).toMatchObject([
      { type: 'MessageCancelled', data: { removal: cause.decisionNumber } },
    ]);
  });
  test('not what joined under the approval that holds now', () => {
    const again = fold(partner, [found, withAddress, approved, rejected, approved]);
    expect(cancelRemoved({ ...waiting, createdAt: again.decidedAt ?? '' }, again)).toEqual([]);
    expect(cancelRemoved(waiting, again)).toMatchObject([{ type: 'MessageCancelled' }]);
  });
});

describe('a message is sent again', () => {
  const shown = (status: MessageState['status'], more: Partial<MessageState> = {}) => ({
    id: 'c1.p1.1',
    state: { ...fold(message, [drafted, generated]), status, ...more },
  });
  const resend = (of: ReturnType<typeof shown>, now = of.state, hash: string | null = 'h1') =>
    requestResend({ message: message.initial, earlier: now }, of, 'r1', hash);

  test.each(['sent', 'failed', 'unknown', 'abandoned'] as const)('one that is %s', (status) => {
    const resendOf = status === 'unknown' || status === 'abandoned' ? 'c1.p1.1' : null;
    expect(resend(shown(status))[0]).toEqual({ type: 'MessageDrafted', data: { ...ids, step: 'r1', resendOf } });
  });
  test.each(['drafted', 'approved', 'scheduled', 'claimed', 'dispatching', 'deferred', 'cancelled'] as const)(
    'not one that is %s',
    (status) => expect(refusal(() => resendableText(shown(status).state))?.[0]).toBe('illegal'),
  );
  test('not without a text, a readable person or an address', () => {
    expect(refusal(() => resend(shown('sent', { text: null })))).toEqual([
      'illegal',
      'This person was erased; nothing can be sent.',
    ]);
    expect(refusal(() => resend(shown('sent', { unreadable: true })))?.[0]).toBe('illegal');
    expect(refusal(() => resend(shown('sent'), undefined, null))).toEqual([
      'illegal',
      'This person has no email address; nothing can be sent.',
    ]);
  });
  test('not when it changed since it was shown, unless it was sent again', () => {
    const of = shown('unknown');
    expect(refusal(() => resend(of, { ...of.state, status: 'sent' }))?.[0]).toBe('conflict');
    expect(resend(of, { ...of.state, status: 'abandoned' })).not.toEqual([]);
  });
  test('a second click joins the first', () => {
    const of = shown('sent');
    const first = fold(message, resend(of));
    expect(requestResend({ message: first, earlier: of.state }, of, 'r1', 'h1')).toEqual([]);
  });
  test('but not that of another text, which would never leave', () => {
    const first = fold(message, resend(shown('sent')));
    const join = (of: ReturnType<typeof shown>) =>
      refusal(() => requestResend({ message: first, earlier: of.state }, of, 'r1', 'h1'))?.[0];
    expect(join(shown('failed', { text: { subject: 'A vest', body: 'Edited' } }))).toBe('conflict');
    const followUp = {
      id: 'f1',
      textId: 't1',
      afterDays: 3,
      number: 1,
      follows: 'c1.p1.1',
      notBefore: '2026-03-05T10:00:00.000Z',
    };
    expect(join(shown('sent', { step: '2', followUp }))).toBe('conflict');
  });
});

describe('what a person is asked and told', () => {
  test('an address that changed since it was shown is refused', () => {
    expect(refusal(() => mustBeShownAddress('old@run.example', email))?.[0]).toBe('conflict');
    expect(refusal(() => mustBeShownAddress(email, null))?.[0]).toBe('conflict');
    expect([
      refusal(() => mustBeShownAddress(email, email)),
      refusal(() => mustBeShownAddress(undefined, email)),
    ]).toEqual([null, null]);
  });
  test.each([
    ['sent', null],
    ['unknown', 'conflict'],
    ['deferred', 'illegal'],
    ['failed', 'illegal'],
    ['cancelled', 'illegal'],
  ] as const)('a message that is %s after Send Now: %s', (status, expected) => {
    const refused = refusal(() => mustHaveLeft({ ...message.initial, status, reason: { code: 'mailbox_full' } }));
    expect(refused?.[0] ?? null).toBe(expected);
    // it is shown as it is
    expect(refused?.[1] ?? 'Sent').toMatch(/^[A-Z]/);
  });
  test('only a message of a deleted campaign is set aside', () => {
    const deletion: CampaignEvent = { type: 'CampaignDeleted', data: {} };
    expect(refusal(() => mustBeDeleted(running))?.[0]).toBe('illegal');
    expect(refusal(() => mustBeDeleted(fold(campaign, [deletion])))).toBeNull();
  });
  test('who is listed is not added again, and who never was is not erased', () => {
    expect(refusal(() => mustNotBeListed(fold(partner, [found]), 'url'))).toEqual([
      'conflict',
      alreadyListed('url').message,
    ]);
    expect(refusal(() => mustNotBeListed(fold(partner, [found, removed]), 'import'))).toBeNull();
    expect(refusal(() => mustBeKnown(partner.initial))).toEqual(['not_found', 'Partner not found']);
    expect(refusal(() => mustBeKnown(fold(partner, [found, removed])))).toBeNull();
  });
});

test('a run writes what is missing, and on request also what was written or edited', () => {
  const edited: MessageEvent = { type: 'MessageEdited', data: {}, personal: text };
  const ok: MessageEvent = { type: 'MessageApproved', data: { textHash: 'h1', by: 'edit' } };
  const messages = Object.entries({
    blank: [drafted],
    written: [drafted, generated],
    edited: [drafted, edited, ok],
    erased: [drafted, { type: 'PersonErased', data: {} } satisfies MessageEvent],
    cancelled: [drafted, generated, cancelled],
  }).map(([id, history]) => ({ id, state: fold(message, history) }));
  expect(textsToWrite(messages, false)).toMatchObject({ missing: ['blank'], written: ['written'], edited: [] });
  expect(textsToWrite(messages, true)).toMatchObject({ missing: ['blank'], written: ['written'], edited: ['edited'] });
});
