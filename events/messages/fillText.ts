import type { ProfileState } from '../accounts/profile.ts';
import type { PartnerState } from '../partners/partner.ts';
import { Refused } from '../shared/refused.ts';
import { fillVariables, type VariableSource, variableIn } from '../shared/variables.ts';
import type { MessageText } from './messageEvents.ts';

export type ProfileTexts = Pick<ProfileState, 'businessName' | 'userFullName' | 'bookingLink'>;

export const variableSource = (
  partner: Pick<PartnerState, 'person' | 'platform'> | null,
  { businessName, userFullName, bookingLink }: ProfileTexts,
): VariableSource => ({
  ...{ name: partner?.person?.name, platform: partner?.platform },
  ...{ businessName, userFullName, bookingLink },
});

/** Fills in the variables of a text that a person typed for one partner. Refuses a text that would have a hole. */
export function fillText(text: MessageText, source: VariableSource): MessageText {
  const filled = { subject: fillVariables(text.subject, source), body: fillVariables(text.body, source) };
  for (const field of ['subject', 'body'] as const) {
    const variable = variableIn(filled[field]);
    if (variable) throw new Refused({ code: 'variable_empty', variable, field });
  }
  return filled;
}
