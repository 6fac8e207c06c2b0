/** The beginnings of a campaign's texts, so that the next one differs. */
import { tellsAi } from '../shared/hostile.ts';

/** The AI sees this many; more cost more than they help. */
export const MOST_OPENINGS = 12;

/** This many words show how a text begins. More would carry what one partner wrote into the text to another. */
const WORDS = 7;

const GREETING = /^(?:hi|hello|hey|dear|hallo|liebe[rs]?|bonjour|hola|ciao)(?:\s+[\p{L}\p{M}.'’-]+){0,5}\s*[,!]\s*/iu;
const QUOTED = /[“"„«][^”"“»]*[”"“»]/g;

/** The first words after the greeting, without quotations. null: none, or they tell an AI what to do. */
export function openingOf(body: string): string | null {
  const begun = body
    .trim()
    .split(/\n+/)
    .map((line) => line.replace(GREETING, '').trim())
    .find(Boolean);
  if (!begun || tellsAi(begun)) return null;
  const words = begun.replace(QUOTED, '…').split(/\s+/).slice(0, WORDS);
  return words.join(' ');
}
