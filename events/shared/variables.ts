/** The variables of a text that a person types: `{{firstName}}`. They are filled in before the text is checked and approved. */
import { PLATFORM_LABELS, type Platform } from './options.ts';

/** What fills them in: of the partner, and of the business profile. */
export type VariableSource = {
  name: string | null | undefined;
  platform: Platform | null | undefined;
  businessName: string | null | undefined;
  userFullName: string | null | undefined;
  bookingLink: string | null | undefined;
};

const TITLE = /^(?:dr|prof|mr|mrs|ms|mx|herr|frau|mme|sra?|ing|mag)\.?$/i;
const LETTERS = /\p{L}{2}|\p{Script=Han}|\p{Script=Hangul}/u;

/** The first word of a name apart from titles. An initial is none, nor is the last name in "Lima, Ana". */
function firstNameOf(name: string): string | null {
  const first = name.split(/\s+/).find((word) => !TITLE.test(word)) ?? '';
  return LETTERS.test(first) && !first.endsWith(',') ? first : null;
}

const PARTNER = 'is not known for this partner';
const PROFILE = 'is empty in your business profile';

const variable = (label: string, empty: string, of: (source: VariableSource) => string | null | undefined) => ({
  label,
  empty,
  of,
});

export const VARIABLES = {
  firstName: variable('First name', PARTNER, ({ name }) => name && firstNameOf(name)),
  partnerName: variable('Full name', PARTNER, ({ name }) => name),
  platform: variable('Platform', PARTNER, ({ platform }) => platform && PLATFORM_LABELS[platform]),
  businessName: variable('Your business', PROFILE, ({ businessName }) => businessName),
  senderName: variable('Your name', PROFILE, ({ userFullName }) => userFullName),
  bookingLink: variable('Your booking link', PROFILE, ({ bookingLink }) => bookingLink),
};
export type VariableName = keyof typeof VARIABLES;

const byName = new Map(Object.keys(VARIABLES).map((name) => [name.toLowerCase(), name as VariableName]));
const IN_TEXT = /\{\{\s*(\w{1,40})\s*\}\}/g;

const nameIn = (name: string): VariableName | undefined => byName.get(name.toLowerCase());

/** Fills in what has a value. The rest stays as it is typed. */
export const fillVariables = (text: string, source: VariableSource): string =>
  text.replace(IN_TEXT, (typed, name: string) => {
    const known = nameIn(name);
    return (known && VARIABLES[known].of(source)?.replace(/\s+/g, ' ').trim()) || typed;
  });

/** The first variable of a text. Once they are filled in: one without a value. */
export function variableIn(text: string): VariableName | null {
  for (const [, name = ''] of text.matchAll(IN_TEXT)) {
    const known = nameIn(name);
    if (known) return known;
  }
  return null;
}

export const withoutVariables = (text: string): string =>
  text.replace(IN_TEXT, (typed, name: string) => (nameIn(name) ? ' ' : typed));

export const emptyVariable = (name: VariableName): string => `{{${name}}} ${VARIABLES[name].empty}`;
