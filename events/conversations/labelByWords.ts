import type { ReplyLabel } from '../messages/replyLabels.ts';

/** Words that a person answers with. `\b` fails beside "é". */
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

/** Whole phrases of other languages: programs that answer for somebody seldom write these. */
const SAID_ELSEWHERE: readonly [ReplyLabel, RegExp][] = [
  [
    'referral',
    /(?<!\p{L})(non sono la persona giusta|pas la bonne personne|no soy la persona (adecuada|indicada)|não sou a pessoa certa|verkeerde persoon|fel person|nie jestem właściwą osobą|left the practice|(ist|sind) (herr|frau) \p{L}+ zuständig)(?!\p{L})/iu,
  ],
  [
    'later',
    /(?<!\p{L})(ask me again in|try me (again )?(in|after)|recontactez-moi (en|dans|après)|hör av dig igen i|al momento non riesco|vuelva a escribirme en|melden sie sich (im|nach|wieder))(?!\p{L})/iu,
  ],
  [
    'no',
    /(?<!\p{L})((not|n't|no longer|never|hardly) (\p{L}+ ){0,3}interested|ne m['’]intéresse pas|no,? gracias|no,? grazie|non (mi interessa|sono interessat\p{L})|não,? obrigad[oa]|não tenho interesse|nee,? (bedankt|dank je|dank u)|geen interesse|nej,? (tack|tak)|inte intresserad|ikke interesseret|nie,? dziękuję|nie jestem zainteresowan\p{L}|ilgilenmiyorum|passt (leider )?nicht zu)(?!\p{L})|見送ら|お断り|興味(は)?ありません|(?:^|[.!?…\n]\s*)(no|nein|non|nee|nej|nie|não)[.!]*\s*$/iu,
  ],
  [
    'interested',
    /(?<!\p{L})(klingt spannend|avec plaisir|partante?|cuéntame más|me apunto|mi interessa|volentieri|tenho interesse|adorei|lijkt me (leuk|goed)|klinkt (goed|leuk|interessant)|brzmi (ciekawie|dobrze|świetnie)|chętnie|gärna|låter (bra|intressant|kul)|lyder (godt|spændende)|ja tak|çok isterim|ilgileniyorum|count me in)(?!\p{L})|ぜひお願い|興味があります/iu,
  ],
];

/** Turns what was said before, or makes it depend. */
const TURNS =
  /(?<!\p{L})(but|however|though|unless|if|kidding|joking|in theory|aber|jedoch|allerdings|wenn|falls|leider|mais|sauf|pero|aunque|però|purtroppo|mas|porém|maar|tenzij|helaas|ale|jeśli|men|tyvärr|hvis|ama|fakat)(?!\p{L})|でも|ですが|ただし/iu;
/** It is not the partnership that they are interested in. */
const OF_ANOTHER_THING =
  /interested in (how|why|where|who|what|whether)|(send|show|give) (me|us) (a copy|all|any|the) /iu;
const DENIES =
  /(?<!\p{L})(not|no|\p{L}+n['’]t|never|hardly|nicht|kein\p{L}*|pas|jamais|non|nunca|não|niet|geen|nie|inte|ikke|aldrig|değil)(?!\p{L})|ない|ません/iu;
const MOST_WORDS = 40;

/** Whether a person's words speak of anything that a label is for. */
export const speaksOfLabel = (newPart: string): boolean =>
  SAID.some(([, words]) => words.test(newPart.normalize('NFC')));

/** The label of a short reply that says one thing. A wrong label is worse than none: in any doubt there is none. */
export function labelByWords(newPart: string): ReplyLabel | null {
  let rest = newPart.normalize('NFC');
  const turns = TURNS.test(rest);
  if (OF_ANOTHER_THING.test(rest) || rest.trim().split(/\s+/).length > MOST_WORDS) return null;
  const found = new Set<ReplyLabel>();
  // what a heavier label takes says no lighter one: "no me interesa"
  for (const label of ['referral', 'later', 'no', 'interested'] as const)
    for (const [given, words] of [...SAID_ELSEWHERE, ...SAID]) {
      if (given !== label || !words.test(rest)) continue;
      found.add(label);
      rest = rest.replace(words, ' ');
    }
  // "not interested right now"
  if (found.has('later')) found.delete('no');
  if (found.has('interested') && (turns || DENIES.test(rest))) return null;
  const [only = null, ...others] = found;
  return others.length === 0 ? only : null;
}
