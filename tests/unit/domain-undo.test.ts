import { describe, expect, test } from 'vitest';
import { message } from '../../events/messages/message.ts';
import { cancelMessage } from '../../events/messages/messageEnd.ts';
import type { MessageEvent } from '../../events/messages/messageEvents.ts';
import { restoreMessage } from '../../events/messages/restoreMessage.ts';
import { claimSend, dispatchEmail } from '../../events/messages/sendAttempt.ts';
import { requestContactSearch } from '../../events/partners/contact.ts';
import {
  changePartnerStatus,
  type PartnerEvent,
  partner,
  removalOf,
  undoDecision,
} from '../../events/partners/partner.ts';
import { aPerson } from '../support/samples.ts';
import { given } from '../support/scenario.ts';

const { facts, person } = aPerson();
const discovered: PartnerEvent = {
  type: 'PartnerDiscovered',
  data: { ...facts, searchId: 's1', keys: [] },
  personal: person,
};
const added: PartnerEvent = { type: 'PartnerAdded', data: { ...facts, by: 'url', keys: [] }, personal: person };
const approved: PartnerEvent = { type: 'PartnerApproved', data: {} };
const rejected: PartnerEvent = { type: 'PartnerRejected', data: {} };
const deleted: PartnerEvent = { type: 'PartnerDeleted', data: {} };
const undone = (was: 'approved' | 'rejected', now: 'pending' | 'approved' | 'rejected'): PartnerEvent => ({
  type: 'PartnerDecisionUndone',
  data: { was, now },
});
/** The newest decision of a history. */
const newest = (...history: PartnerEvent[]) => given(partner, ...history).state.decisionNumber;

describe('Undo of a decision', () => {
  test.each([
    ['approved', 'pending', [discovered, approved]],
    ['rejected', 'pending', [discovered, rejected]],
    ['rejected', 'approved', [discovered, approved, rejected]],
    ['approved', 'rejected', [discovered, rejected, approved]],
    ['approved', 'rejected', [discovered, { type: 'PartnerRejected', data: { reason: 'topic' } }, approved]],
  ] as const)('an %s partner is %s again, as before', (was, now, history) => {
    given(partner, ...history)
      .when((state) => undoDecision(state, newest(...history), false))
      .gives(undone(was, now));
    const before = given(partner, ...history.slice(0, -1)).state;
    const after = given(partner, ...history, undone(was, now)).state;
    expect(after).toEqual({ ...before, decisionNumber: before.decisionNumber + 2, before: null });
    expect(after.decidedAt).toBe(before.decidedAt);
  });

  test('the same Undo again is no event', () => {
    const history = [discovered, approved, rejected];
    given(partner, ...history, undone('rejected', 'approved'))
      .when((state) => undoDecision(state, newest(...history), false))
      .gives();
  });

  test.each([
    ['it was decided again', [rejected]],
    ['it was undone and decided again', [undone('approved', 'pending'), approved]],
    ['that was undone, too', [rejected, undone('rejected', 'approved')]],
    ['the partner was deleted and added again', [deleted, added]],
  ] as const)('is refused when %s', (_name, since) => {
    given(partner, discovered, approved, ...since)
      .when((state) => undoDecision(state, newest(discovered, approved), false))
      .refuses('conflict', 'This partner was decided on again, so nothing was undone.');
  });

  test('of an approval is refused once a campaign has the partner; of a rejection never', () => {
    given(partner, discovered, approved)
      .when((state) => undoDecision(state, newest(discovered, approved), true))
      .refuses('illegal', 'This partner is in a campaign already, so the decision cannot be undone.');
    given(partner, discovered, approved, rejected)
      .when((state) => undoDecision(state, newest(discovered, approved, rejected), true))
      .gives(undone('rejected', 'approved'));
  });

  test('who waits for review again has no email looked for', () => {
    given(partner, discovered, approved, undone('approved', 'pending'))
      .when((state) => requestContactSearch(state, 'c1', '2026-03'))
      .refuses('illegal');
  });

  test('of a deleted or unknown partner finds nobody', () => {
    for (const history of [[], [discovered, approved, deleted]]) {
      given(partner, ...history)
        .when((state) => undoDecision(state, state.decisionNumber, false))
        .refuses('not_found', 'Partner not found');
    }
  });
});

test('a rejected partner can be approved', () => {
  given(partner, discovered, approved, rejected)
    .when((state) => changePartnerStatus(state, 'approved'))
    .gives(approved);
});

describe('what a removal cancelled', () => {
  /** In the partner's history: approved at 09:01. */
  const joinedAt = '2026-03-02T09:01:30.000Z';
  const removal = 3;
  const drafted: MessageEvent = {
    type: 'MessageDrafted',
    data: { campaignId: 'c1', partnerId: 'p1', step: '1', resendOf: null },
  };
  const edited: MessageEvent = { type: 'MessageEdited', data: {}, personal: { subject: 'Hi', body: 'Hello' } };
  const textApproved: MessageEvent = { type: 'MessageApproved', data: { textHash: 'h1', by: 'edit' } };
  const withdrawn: MessageEvent = { type: 'MessageApprovalWithdrawn', data: { reason: { code: 'address_changed' } } };
  const sendNow: MessageEvent = { type: 'SendNowRequested', data: {} };
  const claimed: MessageEvent = { type: 'SendClaimed', data: { attempt: 1, worker: 'w1', leaseUntil: '2999' } };
  const cancelled = (by: number | null): MessageEvent => ({
    type: 'MessageCancelled',
    data: { reason: { code: 'partner_removed' }, removal: by },
  });
  const restored: MessageEvent = { type: 'MessageRestored', data: {} };

  test('belongs to the decision that ended the approval under which it joined', () => {
    const of = (...history: PartnerEvent[]) => removalOf(given(partner, discovered, ...history).state, joinedAt);
    expect(of(approved, rejected)).toBe(removal);
    expect(of(approved), 'still approved').toBeNull();
    expect(of(approved, deleted), 'no Undo brings a deleted partner back').toBeNull();
    expect(of(approved, rejected, approved, rejected), 'approved again since').toBeNull();
    expect(of(approved, undone('approved', 'pending')), 'the approval was undone').toBeNull();
    expect(of(approved, rejected, undone('rejected', 'approved'), rejected), 'the same approval').toBe(5);
  });

  test.each([
    ['an empty one', [drafted]],
    ['a text', [drafted, edited]],
    ['an approved text', [drafted, edited, textApproved]],
    ['a text whose approval was withdrawn', [drafted, edited, textApproved, withdrawn]],
  ] as const)('comes back as it was: %s', (_name, history) => {
    const before = given(message, ...history).state;
    const ended = given(message, ...history, cancelled(removal));
    ended.when((state) => restoreMessage(state, removal, 'h1')).gives(restored);
    expect(given(message, ...history, cancelled(removal), restored).state).toEqual(before);
  });

  test('waits for review when the address was changed meanwhile', () => {
    given(message, drafted, edited, textApproved, cancelled(removal))
      .when((state) => restoreMessage(state, removal, 'h2'))
      .gives(restored, {
        type: 'MessageApprovalWithdrawn',
        data: { reason: { code: 'address_changed' } },
      });
  });

  test('comes back without its time, to be planned again, and not as a Send Now', () => {
    const { state } = given(message, drafted, edited, textApproved, sendNow, claimed, cancelled(removal), restored);
    expect(state).toMatchObject({ status: 'approved', approvedHash: 'h1', immediate: false, claim: null, attempt: 1 });
    given(message, drafted, edited, textApproved, sendNow, claimed, cancelled(removal), restored)
      .when((now) => dispatchEmail(now, { ...dispatch, now: '2026' }))
      .refuses('conflict', 'The claim on this message was lost.');
    expect(claimSend(state, { worker: 'w2', now: '2999', leaseUntil: '3000' }), 'only a plan sends it').toEqual([]);
  });

  const dispatch = {
    attempt: 1,
    worker: 'w1',
    sendId: 's1',
    mailbox: 'mailbox-main',
    day: '2026-03-02',
    addressHmac: 'f00',
    textHash: 'h1',
    to: 'ada@lindqvist.example',
    from: 'sam@northwind.example',
    subject: 'Hi',
    text: 'Hello',
  };
  const dispatched: MessageEvent = {
    type: 'EmailDispatched',
    data: { attempt: 1, sendId: 's1', mailbox: 'mailbox-main', day: '2026-03-02', addressHmac: 'f00', textHash: 'h1' },
    personal: { to: 'a@b.example', from: 'c@d.example', subject: 'Hi', text: 'Hello' },
  };
  const sent: MessageEvent = { type: 'EmailSent', data: { attempt: 1, providerMessageId: null } };
  const unknown: MessageEvent = {
    type: 'EmailOutcomeUnknown',
    data: { attempt: 1, reason: { code: 'answer_not_seen' } },
  };

  test.each([
    ['cancelled by another removal', [cancelled(1)]],
    ['cancelled for another reason', [cancelled(null)]],
    ['restored before', [cancelled(removal), restored]],
    ['restored and cancelled again', [cancelled(removal), restored, cancelled(null)]],
    ['erased', [cancelled(removal), { type: 'PersonErased', data: {} }]],
    ['on its way', [claimed, dispatched]],
    ['sent', [claimed, dispatched, sent]],
    ['of unknown fate', [claimed, dispatched, unknown]],
    [
      'cancelled while it was tried again, and proved sent',
      [
        claimed,
        dispatched,
        { type: 'EmailDeferred', data: { attempt: 1, until: '2026', reason: { code: 'kept_putting_off' } } },
        cancelled(removal),
        sent,
      ],
    ],
  ] as [string, MessageEvent[]][])('does not come back: %s', (_name, history) => {
    given(message, drafted, edited, textApproved, ...history)
      .when((state) => restoreMessage(state, removal, 'h1'))
      .gives();
  });

  test('does not come back: a re-send, which leaves at once or not at all', () => {
    const resend: MessageEvent = { ...drafted, data: { ...drafted.data, step: 'r1' } };
    given(message, resend, edited, textApproved, sendNow, cancelled(removal))
      .when((state) => restoreMessage(state, removal, 'h1'))
      .gives();
  });

  test('a mail that was handed over is not cancelled, whatever removes the partner', () => {
    given(message, drafted, edited, textApproved, claimed, dispatched)
      .when((state) => cancelMessage(state, { code: 'partner_removed' }, removal))
      .gives();
  });
});
