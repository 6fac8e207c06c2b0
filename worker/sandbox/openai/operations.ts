import type { z } from 'zod';
import { searchContact } from './contact.ts';
import { discoverPeople } from './discovery.ts';
import { writeFollowUp } from './followUp.ts';
import { type Answer, inputSchemas as schemas } from './inputs.ts';
import { writeMessage } from './message.ts';
import { writePartnerProfile } from './profile.ts';
import { draftReply, labelReply } from './reply.ts';
import { planSearch } from './search-plan.ts';

/** The call is not one that the sandbox can answer; `param` is the field at fault. */
export class BadRequest extends Error {
  readonly param: string | null;
  constructor(message: string, param: string | null = null) {
    super(message);
    this.param = param;
  }
}

const read = <T>(schema: z.ZodType<T>, name: string, input: unknown): T => {
  const parsed = schema.safeParse(input);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new BadRequest(`INPUT of ${name}: ${issue?.path.join('.')}: ${issue?.message}`, 'input');
};

/** `site`: where the web pages lie; null: the model cannot search. */
const operations: Record<string, (input: unknown, site: string | null) => Answer> = {
  partner_profile: (input) => ({
    value: writePartnerProfile(read(schemas.partner_profile, 'partner_profile', input)),
  }),
  search_plan: (input) => ({ value: planSearch(read(schemas.search_plan, 'search_plan', input)) }),
  outreach_message: (input) => ({ value: writeMessage(read(schemas.outreach_message, 'outreach_message', input)) }),
  follow_up: (input) => ({ value: writeFollowUp(read(schemas.follow_up, 'follow_up', input)) }),
  reply_classification: (input) => ({
    value: labelReply(read(schemas.reply_classification, 'reply_classification', input)),
  }),
  reply_draft: (input) => ({ value: draftReply(read(schemas.reply_draft, 'reply_draft', input)) }),
  partner_discovery: (input, site) => discoverPeople(read(schemas.partner_discovery, 'partner_discovery', input), site),
  contact_search: (input, site) => searchContact(read(schemas.contact_search, 'contact_search', input), site),
};

/** Answers one call by the name of its json_schema. Throws BadRequest for an unknown name or an unfit input. */
export const answer = (schemaName: string, input: unknown, site: string | null): Answer => {
  const operation = Object.hasOwn(operations, schemaName) ? operations[schemaName] : undefined;
  if (!operation)
    throw new BadRequest(
      `The sandbox knows no json_schema named "${schemaName}"; it knows ${Object.keys(operations).join(', ')}.`,
      'text.format.name',
    );
  return operation(input, site);
};
