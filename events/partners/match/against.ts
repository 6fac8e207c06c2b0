/** Signs that speak against a person, by rules. Only strong ones: each is words that the profile says of its owner. */
import { COMMON_WORDS } from '../../shared/languageOf.ts';
import type { AgainstSign } from '../judgment.ts';
import { conceptsIn } from './concepts.ts';
import { isExcluded } from './exclusion.ts';
import type { Wanted } from './wanted.ts';
import { isTelling, plain, sharedWords, vocabularyOf, wordsOf } from './words.ts';

export type Described = {
  name: string | null;
  text: string;
  followersCount: number | null;
  engagementRate: number | null;
};

/** Says no to what we would ask. Plain letters, lower case. */
const DECLINES = new RegExp(
  [
    // "no ads", "no hago colaboraciones", "keine Werbung", "plus de partenariats"
    String.raw`\b(?:no|not|never|zero|do not|don'?t|without|keine?|nie|ohne|plus de|pas de|jamais de|aucun|aucune|sin|nunca|ni|niente|nessun[ao]?|geen|nooit|inga|ingen|ikke|sem|nao|zadnych|bez)\s+(?:\p{L}+\s+){0,3}?(?:ads?|adverts?|advertising|sponsor(?:s|ed|ships?|ing)?|sponsored posts?|collab(?:s|orations?)?|partnerships?|partnering|affiliates?|gifted|pr packages?|pitch(?:es|ing)?|brand deals?|brands|werbung|kooperation(?:en)?|werbepartner(?:schaften)?|sponsoring|partenariats?|sponsorisations?|collaborations?|publicites?|colaboraciones|colaboracion|publicidad|patrocinios?|collaborazioni|pubblicita|sponsorizzazioni|samenwerkingen|reclame|advertenties|sponsoring|reklam[ae]?|samarbejder|samarbeten|parcerias|publicidade|wspolprac\p{L}*|reklam)\b`,
    String.raw`\b(?:don'?t|do not|please don'?t|bitte nicht|ne me)\s+(?:pitch|sponsor|solicit|kontaktieren|demarche)`,
    String.raw`\b(?:ad|sponsor|advertis\w+|werbe)[- ]?frei(?:e[rnms]?)?\b|\b(?:ad|sponsor)[- ]free\b|\bbrands?:? (?:please )?(?:no|stay away)\b`,
    String.raw`\b(?:fais|fait|faisons|prends|accepte)\s+(?:plus|pas)\s+(?:\p{L}+\s+){0,2}?(?:partenariats?|collaborations?|publicites?|sponsors?)`,
    String.raw`\b(?:mache|nehme|akzeptiere|will)\s+keine?\b[^.]{0,20}(?:werbung|kooperation|partner|sponsor)`,
  ].join('|'),
  'iu',
);

/** Bound to a brand. What follows may be a club or podcast of their own, which is none. */
const BOUND = new RegExp(
  [
    String.raw`\b(?:proudly )?(?:sponsored|powered|supported) by\b`,
    String.raw`\b(?:gesponsert von|unterstutzt von|sponsoris[ee]e? par|patrocinad[oa] por|sponsorizzat[oa] da|gesponsord door)\b`,
    String.raw`\b(?:ambassad\w+|botschafter(?:in)?|embajador[a]?|ambassadeur|ambassadrice|ambasciator\w+|testimonial)\s*(?:@|(?:for|of|von|fur|bei|de|di|per|van|voor|at)\b)`,
    String.raw`\bbrand ambassador\b|\b(?:athlete|team) (?:for|@)\b`,
    String.raw`\b(?:co-?)?(?:founder|owner|ceo|creator|maker) (?:and \w+ )?(?:of|at)\b|\b(?:grunder(?:in)?|geschaftsfuhrer(?:in)?|inhaber(?:in)?) (?:von|der|des|bei)\b`,
    String.raw`\b(?:fondat(?:eur|rice)|fundador[a]?|fondat(?:ore|rice)|oprichter|medeoprichter|grundare|grundlaegger|zalozyciel\w*) (?:de|di|del|della|van|av|af)\b`,
  ].join('|'),
  'iu',
);
const OWN_WORK =
  /^\W*(?:(?:the|a|an|our|my|your|one|this|der|die|das|eines?|einer|le|la|les|un|une|el|il|het|een|free|local|weekly|small)\s+)*(?:[\p{L}&'-]+\s+){0,4}?(?:club|podcast|community|group|newsletter|magazine|charity|blog|school|meetup|collective|channel|studio|practice|festival|race|verein|schule|kanzlei|praxis|ecole|association|escuela|asociacion|scuola|associazione|vereniging|academy|akademie)\b/iu;
const NOT_BOUND = /\b(?:not|never|nicht|pas|no|non|niet)\s+(?:\p{L}+\s+)?$/iu;

/** A company, shop, bot, fan page or page of deals. */
const ORGANIZATION = new RegExp(
  [
    String.raw`\b(?:ltd|limited|gmbh|ug|llc|inc|plc|s\.?r\.?l\.?|s\.?l\.?|s\.?a\.?r\.?l\.?|b\.?v\.?|sp\. z o\.? ?o\.?|aps)(?:\s|$|[,.;)])`,
    String.raw`\bfan ?(?:page|account|club|seite|base)\b|\bpagina (?:di )?fan\b|\bcuenta fan\b`,
    String.raw`\b(?:not a human|automated (?:feed|account|bot)|this is a bot)\b`,
    String.raw`\b(?:daily|best|hot|weekly|top) (?:deals?|discounts?|coupons?)\b|\bdeals (?:on|every|daily)\b|\bup to \d+ ?% off\b|\bdiscount codes\b|\bbons plans\b.*\bcodes? promo\b|\bcodes? promo\b.*\bbons plans\b`,
    String.raw`\bcodici sconto\b|\bcodigos? (?:de )?descuento\b|\bofertas diarias\b|\bgutscheincodes?\b|\brabattcodes?\b|\bkortingscodes?\b|\bschnappchen\b`,
    String.raw`\bwe(?: a|')re (?:an? )?(?:[\p{L}-]+ ){0,3}(?:retailer|manufacturer|shop|store|company|agency|brand|supplier|brewery|platform|provider|team of)\b`,
    String.raw`\bwir sind (?:ein|eine|der|die|ihr|euer)?\s?(?:[\p{L}-]+ ){0,3}(?:unternehmen|hersteller|shop|agentur|handler|firma|anbieter|fachgeschaft|marke)\b`,
    String.raw`\b(?:nous sommes|somos|siamo|wij zijn|somos) (?:une?|un|una|een|uma)?\s?(?:[\p{L}-]+ ){0,3}(?:entreprise|marque|agence|boutique|empresa|marca|tienda|azienda|agenzia|negozio|bedrijf|winkel|merk|loja)\b`,
    String.raw`\b(?:empresa|entreprise|azienda|familienunternehmen|bedrijf)\b[^.]{0,30}\b(?:lider|leader|familiar|familiale|familiare|fuhrend\w*|toonaangevend|depuis|desde|dal|seit|sinds)\b`,
    String.raw`\bis (?:the|a|an) (?:leading|number one|world'?s)\b|\bbook a demo\b|\border online\b|\bfree (?:delivery|shipping)\b|\bversandkostenfrei\b|\blivraison offerte\b|\bgratis verzending\b|\benvio gratis\b`,
    String.raw`\bonline[- ]?(?:shop|store|boutique)\b[^.]{0,30}\b(?:for|fur|pour|para|per|voor|with|mit)\b|\bour (?:shop|store|stores|shops|products|range)\b|\bunsere (?:produkte|filialen)\b|\bnos (?:produits|magasins)\b|\bnuestr[oa]s (?:productos|tiendas)\b`,
  ].join('|'),
  'iu',
);
const ORGANIZATION_NAME =
  /\b(?:ltd|gmbh|llc|inc|plc|s\.?r\.?l|s\.l|sarl|b\.?v|store|shop|deals|bot|outlet|fans|fanpage|coupons|official store|boutique en ligne|tienda|negozio|winkel|bons plans|repairs?|services|solutions|agency|agentur|agence|agencia|sconti|ofertas|angebote)\b\.?/iu;

/** Followers without any who react. */
const MANY_FOLLOWERS = 50_000;
const NO_REACTION = 0.3;
const FEWEST_FOLLOWERS = 100;

const STUFFED_WORDS = 9;
const LEAST_COMMON = 0.08;
const MOSTLY = 0.6;

/** A list of search words: long, with hardly any word that a sentence needs, and mostly what is looked for, or repeated. */
function isStuffed(text: string, { topic, roles }: Wanted): boolean {
  const words = wordsOf(text);
  if (words.length < STUFFED_WORDS) return false;
  const common = words.filter((word) => COMMON_WORDS.has(word)).length;
  if (common / words.length > LEAST_COMMON) return false;
  const telling = words.filter(isTelling);
  const distinct = [...new Set(telling)];
  if (distinct.length * 2 < telling.length) return true;
  const shared = new Set(sharedWords(vocabularyOf(text), topic.vocabulary));
  const isLookedFor = (word: string): boolean => {
    const found = conceptsIn([plain(word)]);
    return (
      [...found.fields.keys()].some((field) => topic.fields.has(field)) ||
      [...found.roles].some((role) => roles.has(role))
    );
  };
  return distinct.filter((word) => shared.has(word) || isLookedFor(word)).length >= distinct.length * MOSTLY;
}

export type Against = { sign: AgainstSign; quote: string };

/** `inField`: what they talk about is what the business sells. */
export function signsAgainst(subject: Described, wanted: Wanted, inField: boolean): Against[] {
  const { name, text, followersCount, engagementRate } = subject;
  const letters = plain(text.normalize('NFKC').toLowerCase()).replace(/[’‘]/g, "'");
  const signs: Against[] = [];
  const quoteOf = (sign: AgainstSign, match: RegExpExecArray | null) => {
    if (match) signs.push({ sign, quote: match[0].trim() });
  };
  const excluded = wanted.exclusions.find((exclusion) => isExcluded(text, exclusion));
  if (excluded) signs.push({ sign: 'excluded', quote: `${excluded.isDenied ? 'not ' : ''}${excluded.named.text}` });
  const bound = BOUND.exec(letters);
  if (bound && inField) {
    const [before, after] = [letters.slice(0, bound.index), letters.slice(bound.index + bound[0].length)];
    if (!NOT_BOUND.test(before) && !OWN_WORK.test(after.split(/[.!?\n]/)[0] ?? ''))
      signs.push({ sign: 'competitor', quote: `${bound[0]}${after.slice(0, 30)}`.trim() });
  }
  quoteOf('declines', DECLINES.exec(letters));
  if (isStuffed(text, wanted)) signs.push({ sign: 'stuffed', quote: '' });
  quoteOf('organization', ORGANIZATION.exec(letters) ?? ORGANIZATION_NAME.exec(plain((name ?? '').toLowerCase())));
  if (
    followersCount !== null &&
    engagementRate !== null &&
    followersCount >= MANY_FOLLOWERS &&
    engagementRate < NO_REACTION
  )
    signs.push({ sign: 'bought_followers', quote: '' });
  if (followersCount !== null && followersCount < FEWEST_FOLLOWERS) signs.push({ sign: 'no_audience', quote: '' });
  return signs;
}
