import type { MessageState } from '../messageState.ts';
import type { CheckedMessage } from './checkText.ts';
import type { KnownPartner } from './facts.ts';
import { figuresSaid } from './figures.ts';
import type { Flaw, FlawRule } from './flaw.ts';

/** An answer may be short, goes under the subject of its thread, and is in the language of the reply. */
const NOT_OF_ANSWERS: ReadonlySet<FlawRule> = new Set<FlawRule>(['subject', 'length', 'language']);

/**
 * What speaks against an AI draft of an answer. A stranger's reply may tell the AI what to write, so its words vouch for nothing; those of
 * `ours` do, as far as they were sent. It blocks nothing: a person reads the draft and sends it.
 */
export function draftFlaws(
  check: (message: CheckedMessage) => Flaw[],
  body: string,
  partner: KnownPartner,
  ours: readonly Pick<MessageState, 'sentAt' | 'text'>[],
): Flaw[] {
  const earlier = ours.flatMap(({ sentAt, text }) => (sentAt !== null && text ? [text.body] : []));
  const figures = figuresSaid(earlier).keys;
  // in a negotiation the user's newest offer is in the mails, and not in the campaign
  const isOffered = ({ rule, quote }: Flaw): boolean => {
    const offered = [...figuresSaid([quote]).keys];
    return rule === 'offer' && offered.length > 0 && offered.every((figure) => figures.has(figure));
  };
  const flaws = check({ text: { subject: '', body }, partner, earlier, byPerson: false });
  return flaws.filter((flaw) => !NOT_OF_ANSWERS.has(flaw.rule) && !isOffered(flaw));
}
