/** Whether a program wrote a mail: by its headers (RFC 3834), its sender, or what programs write into subjects (decision 0010). */
import { AUTOMATIC, AUTOREPLY, AWAY, RECEIPT, REPLY, THANKS, YES_OR_NO } from './absenceWords.ts';
import { anyOf, fold } from './foldedWords.ts';
import { headerOf, isFromDaemon, type ParsedMail } from './incomingMail.ts';
import { speaksOfLabel } from './labelByWords.ts';
import { RESPONDERS, RULES_LOOP } from './responders.ts';
import { FROM, UNTIL } from './returnWords.ts';

/**
 * What a sign is worth:
 *
 *   program   sure
 *   hint      sure beside words of a program, asked without them, nothing beside an answer
 *   mention   sure beside a sentence that says so
 *   new       a subject of its own: asked beside such a sentence
 */
type Sign = 'program' | 'hint' | 'mention' | 'new' | null;

const withoutComments = (value: string): string => value.replace(/\([^()]*\)/g, ' ').trim();

function signOfHeaders(mail: ParsedMail, isAnswer: boolean): Sign | 'person' {
  const [submitted = ''] = withoutComments(headerOf(mail, 'auto-submitted')).split(/[\s;]/);
  if (submitted === 'no') return 'person';
  // help desks mark what their agents write, too
  if (submitted === 'auto-generated' && isAnswer) return 'hint';
  if (submitted !== '' || RESPONDERS.some(([name, values]) => values.test(headerOf(mail, name)))) return 'program';
  return headerOf(mail, RULES_LOOP) === '' ? null : 'hint';
}

const AUTO = anyOf(...AUTOMATIC);
const REPLIES = anyOf(...REPLY);
const PROGRAM = `(?:${anyOf(AUTOREPLY)}|${AUTO}[\\s-]*${REPLIES}|${REPLIES}[\\s-]*${AUTO})`;
const OWN_WORDS = `(?:${anyOf(...AWAY)}|auto(?=:))`;
/** What may follow, so that the words before are the whole of it. */
const ENDS = [
  `\\s*(?:(?:${fold('中|の|お知らせ|通知|중|입니다')})*\\s*(?:$|[:：,.!|()\\[\\]【】#–—/]|-(?!\\p{L})|\\d)`,
  `${anyOf(...UNTIL)}(?:\\s*\\S+){1,3}$`,
  `${anyOf(...UNTIL, ...FROM)}(?:\\s*\\S+)?\\s*\\d`,
  `${anyOf(...AWAY, ...REPLY)})`,
].join('|');
const ANSWER =
  /^(?:(?:re|aw|fwd?|wg|sv|vs|vb|antw|ant|res|enc|rv|tr|i|r|rif|odp|pd|ynt|ats|ha|απ|va|bls|hal|ref|回复|答复|回覆|转发)\s*[:：]\s*)+/;
export const isAnswerSubject = (subject: string): boolean => ANSWER.test(fold(subject));
const PROGRAM_SUBJECT = new RegExp(`^[\\[【(]?\\s*${PROGRAM}${ENDS}`, 'u');
/** A help desk's number, where no one writes by hand. */
const TICKET = `(?:ticket|case|request|anfrage|vorgang|demande|solicitud|zgłoszenie)[\\s:]*(?:#|no|nr|id|:)*[\\s.:]*\\d`;
const AWAY_SUBJECT = new RegExp(`^[\\[【(]?\\s*(?:${OWN_WORDS}${ENDS}|${PROGRAM}\\s+${anyOf(...FROM)}|${TICKET})`, 'u');
/** `Mara Oduya is out of the office`, `Ich bin im Urlaub` */
const SOMEBODY_AWAY = new RegExp(`^(?:auto: )?(?:[^\\s:?]+\\s){1,4}?${OWN_WORDS}${ENDS}`, 'u');
const RECEIPT_WORDS = new RegExp(anyOf(...RECEIPT, ...THANKS), 'u');
const PROGRAM_WORDS = new RegExp(`${PROGRAM}|${anyOf(...AWAY, ...RECEIPT)}`, 'u');
const SENTENCE = /[.!?;。！？\n]+\s*/;

function signOfSubject(subject: string): Sign {
  const whole = fold(subject).trim();
  const plain = whole.replace(ANSWER, '');
  const isAnswer = plain !== whole;
  if (PROGRAM_SUBJECT.test(plain)) return isAnswer ? 'hint' : 'program';
  if (AWAY_SUBJECT.test(plain)) return 'hint';
  if (isAnswer) return null;
  if (SOMEBODY_AWAY.test(plain) || RECEIPT_WORDS.test(plain)) return 'hint';
  return PROGRAM_WORDS.test(plain) ? 'mention' : 'new';
}

const saysSo = (text: string): boolean =>
  text.split(SENTENCE).some((one) => AWAY_SUBJECT.test(one) || SOMEBODY_AWAY.test(one));

/** The text of somebody who answers: a question, a yes or no, or what a label is for. */
const BEGINS_SO = new RegExp(`^\\s*${anyOf(YES_OR_NO)}`, 'u');
const answers = ({ newPart }: ParsedMail, text: string): boolean =>
  /\?(?=\s|$)/.test(text) || BEGINS_SO.test(text) || speaksOfLabel(newPart);

/** Longer ones are not looked through. */
const MOST_TEXT = 5_000;

/** true: a program wrote it, by a strong sign or two of different sources. `asks`: a weak sign says so. `proved`: the mail names one of ours. */
export function automaticOf(mail: ParsedMail, proved: boolean): boolean | 'asks' {
  const isAnswer = proved || mail.inReplyTo.length > 0 || mail.references.length > 0;
  // people answer as postmaster, too
  const isByHand = mail.inReplyTo.length > 0 && isAnswerSubject(mail.subject);
  if (mail.report !== null || (isFromDaemon(mail) && !isByHand)) return true;
  const byHeaders = signOfHeaders(mail, isAnswer);
  if (byHeaders === 'person') return false;
  const bySubject = signOfSubject(mail.subject);
  if (byHeaders === 'program' || bySubject === 'program') return true;
  const text = fold(mail.newPart.slice(0, MOST_TEXT));
  if (byHeaders === 'hint' || bySubject === 'hint') {
    const words = PROGRAM_WORDS.test(text);
    return answers(mail, text) ? words && 'asks' : words || 'asks';
  }
  if (bySubject === null || answers(mail, text) || !saysSo(text)) return false;
  if (bySubject === 'mention') return true;
  return isAnswer && 'asks';
}
