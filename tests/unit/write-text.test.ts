import { expect, test } from 'vitest';
import type { CampaignState } from '../../events/campaigns/campaign.ts';
import { followUpPrompt, outreachMessagePrompt, replyDraftPrompt } from '../../worker/providers/openai/prompts.ts';
import { firstMailInput, followUpInput } from '../../worker/tasks/writeText.ts';
import { campaignOf, partiesOf, partnerOf } from '../evals/cases.ts';

const content = { staticSubject: 'A vest', invitationText: null, messagePrompt: 'Offer a vest.' };
const parties = partiesOf(partnerOf('maya'));

/** What the AI learns of the campaign, for a first email and for a follow-up. */
const told = (campaign: CampaignState) => [
  firstMailInput(parties, campaign, content).campaign,
  followUpInput(parties, campaign, {
    ...{ instructions: 'Ask again.', number: 1, count: 2, daysSince: 4, subject: 'A vest', thread: [] },
  }).campaign,
];

test('the AI is told how to address a partner, and nothing where the instructions say', () => {
  for (const address of ['formal', 'informal'] as const)
    for (const campaign of told({ ...campaignOf({}), address })) expect(campaign).toMatchObject({ address });
  for (const campaign of told(campaignOf({}))) expect(campaign).not.toHaveProperty('address');
});

test.each([
  ['first emails', outreachMessagePrompt],
  ['follow-ups', followUpPrompt],
  ['answers', replyDraftPrompt],
])('the prompt of %s says what both forms of address mean', (_, { instructions }) => {
  expect(instructions).toMatch(/campaign\.address.*"formal".*"informal"/s);
});

test.each([outreachMessagePrompt, followUpPrompt])(
  'the prompt $name keeps to its budget',
  ({ instructions, mostTokens }) => {
    // a token of such English text has about 4.2 characters
    expect(Math.ceil(instructions.length / 4.2)).toBeLessThanOrEqual(mostTokens);
  },
);

test('the AI reads the offer in slots, each fact once, and when it was seen', () => {
  const partner = partnerOf('maya');
  const seenAt = '2026-03-01T09:00:00.000Z';
  const evidence = [
    { id: 'e1', field: 'followers' as const, text: '8,400 followers', source: 'x', url: null, place: null, seenAt },
  ];
  if (!partner.person) throw new Error('no person');
  const known = partiesOf({ ...partner, person: { ...partner.person, evidence } });
  const offer = {
    what: 'A vest worth $80',
    commission: '15% of each sale',
    code: 'RIDGE15',
    link: 'https://n.example/a',
  };
  const input = firstMailInput(known, { ...campaignOf({}), offer }, content, { today: '2026-03-02', anyway: true });
  expect(input).toMatchObject({
    offer: { what: 'A vest worth {f1}', commission: '{f2} of each sale', code: '{code}', link: '{link}' },
    slots: { f1: '$80', f2: '15%', code: 'RIDGE15', link: 'https://n.example/a' },
    facts: [{ id: 'e1', field: 'followers', text: '8,400 followers', seenAt: '2026-03-01' }],
    ...{ today: '2026-03-02', anyway: true },
  });
  expect(input.partner).not.toHaveProperty('followersCount');
  expect(input.partner).not.toHaveProperty('industry');
});

test('a follow-up knows its number, the days gone by and the subject', () => {
  const following = { instructions: 'Ask again.', number: 2, count: 3, daysSince: 6, subject: 'A vest', thread: [] };
  const { facts: _, ...input } = followUpInput(parties, campaignOf({}), following);
  expect(input).toMatchObject({ number: 2, count: 3, daysSince: 6, subject: 'A vest', thread: [] });
});
