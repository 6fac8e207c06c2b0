/** Words of a request that the law gives a date to. They only ask: the AI or a person says. */
import type { LegalRight } from '../privacy/legalRequest.ts';

const MY = 'my|our|meine[mnrs]?|unsere[mnrs]?|mes|nos|mis|nuestros|miei|meus|mijn|moich|moje|mina|mine';
const DATA =
  'data|information|details|(?:kontakt|kunden)?daten|données|datos|dati|dados|gegevens|danych|dane|uppgifter|opplysninger|oplysninger';
const MY_DATA = String.raw`(?:${MY})\s(?:\p{L}+\s){0,2}(?:${DATA})|(?:personenbezogene\p{L}*|personal|persönlich\p{L}*) (?:${DATA})`;
const ABOUT_ME =
  '(?:about|on) me|(?:über|zu) (?:mich|meiner person)|sur moi|sobre mí|su di me|over mij|o mnie|om mig|om meg';
const MY_ADDRESS = String.raw`(?:${MY}|ma|mon|mi|il mio|o meu|min)\s(?:\p{L}+\s){0,2}(?:e-?mail\p{L}*|mail\p{L}*|address|contact|adresse|correo|dirección|indirizzo|adres|${DATA})`;
const ERASE = String.raw`delet\p{L}*|eras\p{L}*|remov\p{L}*|lösch\p{L}*|supprim\p{L}*|suppression|effac\p{L}*|elimin\p{L}*|borr\p{L}*|suprim\p{L}*|supresión|cancell\p{L}*|apag\p{L}*|verwijder\p{L}*|usun\p{L}*|rader\p{L}*|slet\p{L}*`;
const LAW = 'gdpr|ds-?gvo|rgpd|rodo|avg';
const article = (numbers: string) => String.raw`art(?:icle|ikel|icolo|ículo|igo|\.)?\s*\.?\s*(?:${numbers})(?!\d)`;
const words = (...said: string[]): RegExp => new RegExp(String.raw`(?<!\p{L})(?:${said.join('|')})(?!\p{L})`, 'iu');

/** A sentence is a sign of the right if it has all of the words. */
const SIGNS: readonly (readonly [LegalRight, ...RegExp[]])[] = [
  [
    'complaint',
    words(
      String.raw`(?:data protection|supervisory) (?:authority|commissioner)|(?:landes)?datenschutz(?:behörde|beauftragte\p{L}*)|aufsichtsbehörde|cnil|aepd|autoriteit persoonsgegevens|uodo`,
      String.raw`abmahnung|unterlassungserklärung|mise en demeure|cease and desist|(?:my|our) (?:lawyer|attorney|solicitor)s? will|mein anwalt wird|§\s?7 uwg`,
    ),
  ],
  ['complaint', words('complain\\p{L}*|report\\p{L}*|reclam\\p{L}*'), words('ico|gdpr|garante')],
  [
    'erasure',
    words(
      `right to (?:be forgotten|erasure)|droit à l['’]effacement|derecho (?:al olvido|de supresión)|diritto all['’]oblio`,
    ),
  ],
  ['erasure', words(ERASE), words(MY_DATA, ABOUT_ME)],
  ['erasure', words(LAW), words(article('17|21'))],
  [
    'access',
    words(
      `dsar|subject access request|right of access|data access request|droit d['’]accès|derecho de acceso|diritto di accesso|recht op inzage`,
    ),
  ],
  [
    'access',
    words(
      `(?:where|how) (?:did|do|have) you (?:get|got|find|found|have)|(?:wie|woher) (?:sind|bist|seid|haben|hast|habt) (?:sie|du|ihr)|d['’]où (?:tenez|avez)[ -]vous|de dónde (?:han|ha|has|habéis) (?:sacado|obtenido)|da dove (?:avete|ha|hai) (?:preso|avuto)|hoe komen? (?:jullie|u|je) aan`,
    ),
    words(MY_ADDRESS),
  ],
  [
    'access',
    words('what|which|welche|quelles|qué|quali|welke|copy of|kopie|auskunft|copie'),
    words(DATA),
    words(ABOUT_ME),
  ],
  ['access', words('auskunft'), words('meiner person', MY_DATA, LAW)],
  ['access', words(LAW), words(article('15'))],
];

const MOST_READ = 10_000;
/** A longer line goes on in the next one. */
const WRAPPED = /(?<=[^\n]{50})\n(?=\p{L})/gu;
const MOST_OF_SENTENCE = 300;

/** The right that a mail speaks of. null: none. */
export function legalRightIn({ newPart, subject }: { newPart: string; subject: string }): LegalRight | null {
  const sentences = (newPart || subject)
    .slice(0, MOST_READ)
    .normalize('NFC')
    .replace(WRAPPED, ' ')
    .split(/(?<=[.!?])\s+(?=\p{Lu})|\n+/u)
    .map((sentence) => sentence.slice(0, MOST_OF_SENTENCE));
  const has = (all: readonly RegExp[]) => sentences.some((sentence) => all.every((sign) => sign.test(sentence)));
  return SIGNS.find(([, ...all]) => has(all))?.[0] ?? null;
}
