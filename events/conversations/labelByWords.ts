import type { ReplyLabel } from '../messages/replyLabels.ts';

/** Labels by a person's words, if no AI reads them. In doubt nothing. `\b` fails beside "é". */
const SAID: readonly [ReplyLabel, RegExp][] = [
  [
    'referral',
    /(?<!\p{L})(wrong (person|contact|address)|not the right (person|contact)|no longer (work|with|at|handle)|left the (company|team)|falsche (person|ansprechpartner)|nicht (der|die) richtige)(?!\p{L})/iu,
  ],
  [
    'later',
    /(?<!\p{L})(not (right )?now|not at (the|this) moment|(next|later this|later in the) (month|quarter|year|season|spring|summer|autumn|fall|winter)|in a few (weeks|months)|circle back|too busy|fully booked|bad time|later, maybe|momentan nicht|später|im moment nicht)(?!\p{L})/iu,
  ],
  [
    'no',
    /(?<!\p{L})(not interested|no,? thank(s| you)|no interest|not for (me|us)|i['’]?ll pass|we['’]?ll pass|have to decline|must decline|kein interesse|nein,? danke|pas (\p{L}+ ){0,2}intéressée?s?|non merci|no me interesa)(?!\p{L})/iu,
  ],
  [
    'interested',
    /(?<!\p{L})(interested|sounds (good|great|interesting)|tell me more|more (info|information|details)|would love|i['’]?d love|love to|happy to|let['’]?s (talk|chat|do|meet)|send (me|it|one|over)|how does it work|schedule a call|klingt (gut|interessant)|gerne|intéressée?s?|me interesa)(?!\p{L})/iu,
  ],
];

export function labelByWords(newPart: string): ReplyLabel | null {
  const said = newPart.normalize('NFC');
  return SAID.find(([, words]) => words.test(said))?.[0] ?? null;
}
