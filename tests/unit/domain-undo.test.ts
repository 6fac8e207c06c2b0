import { describe, expect, test } from 'vitest';
import { type PartnerEvent, partner, requestContactSearch, undoDecision } from '../../events/partner.ts';
import { aPerson } from '../support/samples.ts';
import { given } from '../support/scenario.ts';

const { facts, person } = aPerson();
const discovered: PartnerEvent = { type: 'PartnerDiscovered', data: { ...facts, searchId: 's1' }, personal: person };
const approved: PartnerEvent = { type: 'PartnerApproved', data: {} };
const rejected: PartnerEvent = { type: 'PartnerRejected', data: {} };
const deleted: PartnerEvent = { type: 'PartnerDeleted', data: {} };

describe('Undo', () => {
  test.each([
    ['approved', approved],
    ['rejected', rejected],
  ] as const)('takes an %s partner back to pending', (was, decision) => {
    given(partner, discovered, decision)
      .when((state) => undoDecision(state, false))
      .gives({ type: 'PartnerDecisionUndone', data: { was } });
    const undone = given(partner, discovered, decision, { type: 'PartnerDecisionUndone', data: { was } });
    expect(undone.state).toEqual(given(partner, discovered).state);
    undone.when((state) => requestContactSearch(state, 'c1', '2026-03')).refuses('illegal');
  });

  test('a second Undo, and one of a partner never decided on, is no event', () => {
    given(partner, discovered)
      .when((state) => undoDecision(state, true))
      .gives();
  });

  test('is refused once the partner is in a campaign', () => {
    for (const decision of [approved, rejected]) {
      given(partner, discovered, decision)
        .when((state) => undoDecision(state, true))
        .refuses('illegal', 'This partner is in a campaign already, so the decision stands.');
    }
  });

  test('of a deleted or unknown partner finds nobody', () => {
    for (const history of [[], [discovered, approved, deleted]]) {
      given(partner, ...history)
        .when((state) => undoDecision(state, false))
        .refuses('not_found', 'Partner not found');
    }
  });
});
