import type { FollowUpInput } from './inputs.ts';
import { sayInstructions } from './instructions.ts';
import { isTaken } from './openings.ts';
import { firstNameOf } from './prose.ts';
import { rewrite } from './revise.ts';

const OPENINGS = [
  'I wrote to you a few days ago, and I would still like to hear what you think.',
  'A short note in case my last email got lost in a full inbox.',
  'I know that your weeks are busy, so I keep this short.',
  'Did you have time to read my last email?',
  'My last email may have come at a bad moment.',
  'I have one more question about the idea in my last email.',
];
const LAST = 'This is my last note about this idea.';
const LAST_NUMBER = 4;

/** A short reminder that refers to the mail before it and carries out the instructions. */
export const writeFollowUp = (input: FollowUpInput): { body: string; factsUsed: string[] } => {
  if (input.revise) return { body: rewrite(input.revise).body, factsUsed: [] };
  const { business, partner, campaign, number, openings } = input;
  const first = firstNameOf(partner.name);
  const ordered = OPENINGS.map((_, at) => OPENINGS[(at + number - 1) % OPENINGS.length] ?? '');
  const opening = number === LAST_NUMBER ? LAST : (ordered.find((one) => !isTaken(one, openings)) ?? ordered[0]);
  const asks = sayInstructions(campaign.instructions).join(' ');
  const question = `Would a short call with ${business.businessName || 'us'} suit you, or is a reply by email easier?`;
  const body = [`Hi ${first || 'there'},`, opening, asks, question].filter(Boolean).join('\n\n');
  return { body, factsUsed: [] };
};
