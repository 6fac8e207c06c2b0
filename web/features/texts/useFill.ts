import { fillVariables, type VariableSource } from '../../../events/shared/variables.ts';
import { useBusinessProfile } from '../profile/api.ts';

export function useFill(partner: Pick<VariableSource, 'name' | 'platform'> | undefined): (text: string) => string {
  const profile = useBusinessProfile().data;
  const { businessName, userFullName, bookingLink } = profile ?? {};
  const source = { name: partner?.name, platform: partner?.platform, businessName, userFullName, bookingLink };
  return (text) => fillVariables(text, source);
}

type TextField = HTMLInputElement | HTMLTextAreaElement;

/** The text of a field, with variables filled in as soon as they are typed. The cursor stays behind them. */
export function filledIn(field: TextField, fill: (text: string) => string): string {
  const { value, selectionEnd } = field;
  const filled = fill(value);
  if (filled === value) return value;
  const cursor = fill(value.slice(0, selectionEnd ?? value.length)).length;
  field.value = filled;
  field.setSelectionRange(cursor, cursor);
  return filled;
}
