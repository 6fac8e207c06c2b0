import { type Answer, Input } from './inputs.ts';
import { judgeText } from './judge.ts';
import { planSearch, writePartnerProfile } from './plan.ts';
import { judgePartners } from './rubric.ts';
import { draftReply, labelReply, writeFollowUp, writeMessage } from './texts.ts';
import { discoverPeople, searchContact } from './web.ts';

/** The call is not one that the sandbox can answer; `param` is the field at fault. */
export class BadRequest extends Error {
  readonly param: string | null;
  constructor(message: string, param: string | null = null) {
    super(message);
    this.param = param;
  }
}

/** `site`: where the web pages lie; null: the model cannot search. */
const operations: Record<string, (input: Input, site: string | null) => Answer> = {
  partner_profile: (input) => ({ value: writePartnerProfile(input) }),
  search_plan: (input) => ({ value: planSearch(input) }),
  outreach_message: (input) => ({ value: writeMessage(input) }),
  follow_up: (input) => ({ value: writeFollowUp(input) }),
  reply_classification: (input) => ({ value: labelReply(input) }),
  text_judgment: (input) => ({ value: judgeText(input) }),
  reply_draft: (input) => ({ value: draftReply(input) }),
  partner_discovery: discoverPeople,
  contact_search: searchContact,
  partner_judgment: (input) => ({ value: judgePartners(input) }),
};

/** Answers one call by the name of its json_schema. Throws BadRequest for an unknown name or an unfit input. */
export const answer = (schemaName: string, input: unknown, site: string | null): Answer => {
  const operation = Object.hasOwn(operations, schemaName) ? operations[schemaName] : undefined;
  if (!operation)
    throw new BadRequest(
      `The sandbox knows no json_schema named "${schemaName}"; it knows ${Object.keys(operations).join(', ')}.`,
      'text.format.name',
    );
  const parsed = Input.safeParse(input);
  if (parsed.success) return operation(parsed.data, site);
  const issue = parsed.error.issues[0];
  throw new BadRequest(`INPUT of ${schemaName}: ${issue?.path.join('.')}: ${issue?.message}`, 'input');
};
