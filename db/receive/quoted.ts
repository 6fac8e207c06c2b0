import type { QuotedMail } from '../../events/conversations/incomingMail.ts';
import { tokensIn } from '../vault/unsubscribeLink.ts';
import { idsInText } from './mailIds.ts';

const MOST = 10;
const MOST_TEXT = 100_000;

/** "To:" in the headers that mail programs write above what they quote. */
const TO =
  /^[>\s*]{0,20}(?:to|an|à|para|a|aan|till|til|vastaanottaja|do|komu|кому|címzett|kime|către|宛先|收件人|받는 사람)\s?\*?\s?[:：]\*?(.{1,1000})$/gimu;
const ADDRESS = /[^\s<>()[\]"',;:=|]{1,64}@(?:[a-z\d_-]{1,63}\.){1,8}[a-z\d-]{2,63}/gi;

/** Our email as a reply quotes it. A link to unsubscribe is signed, so it proves which one. */
export function quotedIn(text: string, html: string): QuotedMail {
  const to = [...text.matchAll(TO)].flatMap(([, line = '']) => line.match(ADDRESS) ?? []);
  const only = (found: readonly string[]) => [...new Set(found)].slice(0, MOST);
  return {
    ids: only(idsInText(text, false)),
    unsubscribeTokens: only([text, html.slice(0, MOST_TEXT)].flatMap(tokensIn)),
    to: only(to.map((address) => address.toLowerCase())),
  };
}
