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
  followUpInput(parties, campaign, { instructions: 'Ask again.', number: 1, thread: [] }).campaign,
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
