import { cutText } from '../../shared/format.ts';
import type { MessageState } from '../messageState.ts';
import type { CheckedMessage } from './checkText.ts';
import type { KnownPartner } from './facts.ts';
import { figuresSaid, isPriced } from './figures.ts';
import type { Flaw, FlawRule } from './flaw.ts';
import { replyWithoutOrders } from './ordersToAi.ts';
import { said, saysWord, wordsOf } from './words.ts';

/** An answer may be short, goes under the subject of its thread, and is in the language of the reply. */
const NOT_OF_ANSWERS: ReadonlySet<FlawRule> = new Set<FlawRule>(['subject', 'length', 'language']);

/** A reply may vouch for these, because an answer speaks of the question. */
const OF_THEIRS: ReadonlySet<FlawRule> = new Set<FlawRule>(['claim', 'quote']);
const LONGEST_QUOTE = 80;
const hostile = (order: string): Flaw => ({ rule: 'hostile', quote: cutText(order, LONGEST_QUOTE) });

const YOU = /^(?:you|yours?)$/i;

/** Of a postcode or a size: "CA12", "M5V", "W32". No code of an offer is so short. */
const PART_OF_ADDRESS = /^(?:\p{Lu}{1,2}\d[\p{Lu}\d]?|\d\p{Lu}{1,2}|\d\p{Lu}\d)$/u;

/**
 * Finds the flaws of an AI draft of an answer. A stranger's reply may tell the AI what to write. So its words (`theirs`) count for the stranger only,
 * and for no offer, amount, link or sender. Their own email addresses (`addresses`) may be repeated. The mails of `ours` vouch for offers, too, as far
 * as they were sent. It blocks nothing: a person reads the draft and sends it.
 */
export function draftFlaws(
  check: (message: CheckedMessage) => Flaw[],
  body: string,
  partner: KnownPartner,
  ours: readonly Pick<MessageState, 'sentAt' | 'text'>[],
  theirs: string,
  addresses: readonly string[] = [],
): Flaw[] {
  const earlier = ours.flatMap(({ sentAt, text }) => (sentAt !== null && text ? [text.body] : []));
  const figures = figuresSaid(earlier).keys;
  // in a negotiation the user's newest offer is in the mails, and not in the campaign
  const isOffered = ({ rule, quote }: Flaw): boolean => {
    const offered = [...figuresSaid([quote]).keys];
    return rule === 'offer' && offered.length > 0 && offered.every((figure) => figures.has(figure));
  };
  const reply = said([theirs]);
  const isTheirs = ({ rule, quote }: Flaw): boolean =>
    (OF_THEIRS.has(rule) &&
      !isPriced(quote) &&
      wordsOf(quote).every(({ text }) => YOU.test(text) || saysWord(reply, text))) ||
    (rule === 'offer' && PART_OF_ADDRESS.test(quote) && saysWord(reply, quote)) ||
    (rule === 'link' && addresses.includes(quote.toLowerCase()));
  const flaws = check({ text: { subject: '', body }, partner, earlier, byPerson: false });
  const [order] = replyWithoutOrders(theirs).orders;
  return [
    ...(order && !flaws.some(({ rule }) => rule === 'hostile') ? [hostile(order)] : []),
    ...flaws.filter((flaw) => !NOT_OF_ANSWERS.has(flaw.rule) && !isOffered(flaw) && !isTheirs(flaw)),
  ];
}
