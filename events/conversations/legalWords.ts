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
/** Two words of a sentence, in any order. */
const near = (a: string, b: string) =>
  String.raw`(?:${a})[^.?!\n]{0,60}(?<!\p{L})(?:${b})|(?:${b})[^.?!\n]{0,60}(?<!\p{L})(?:${a})`;
const words = (...said: string[]): RegExp => new RegExp(String.raw`(?<!\p{L})(?:${said.join('|')})(?!\p{L})`, 'iu');

const MOST_READ = 5_000;

/** The first that is found counts. */
const RIGHTS: readonly [LegalRight, RegExp][] = [
  [
    'complaint',
    words(
      String.raw`(?:data protection|supervisory) (?:authority|commissioner)|(?:landes)?datenschutz(?:behörde|beauftragte\p{L}*)|aufsichtsbehörde|cnil|aepd|autoriteit persoonsgegevens|uodo`,
      near('complain\\p{L}*|report\\p{L}*', 'ico|gdpr'),
      near('reclam\\p{L}*', 'garante'),
      String.raw`abmahnung|unterlassungserklärung|mise en demeure|cease and desist|(?:my|our) (?:lawyer|attorney|solicitor)s? will|mein anwalt wird|§\s?7 uwg`,
    ),
  ],
  [
    'erasure',
    words(
      `right to (?:be forgotten|erasure)|droit à l['’]effacement|derecho (?:al olvido|de supresión)|diritto all['’]oblio`,
      near(ERASE, `${MY_DATA}|${ABOUT_ME}`),
      near(LAW, article('17|21')),
    ),
  ],
  [
    'access',
    words(
      `dsar|subject access request|right of access|data access request|droit d['’]accès|derecho de acceso|diritto di accesso|recht op inzage`,
      String.raw`(?:where|how) (?:did|do|have) you (?:get|got|find|found|have) (?:${MY_ADDRESS})|wie (?:sind|bist|seid) (?:sie|du|ihr) an (?:${MY_ADDRESS})|woher (?:haben|hast|habt) (?:sie|du|ihr) (?:${MY_ADDRESS})|d['’]où (?:tenez|avez)[ -]vous[^.?!\n]{0,20}(?:${MY_ADDRESS})|de dónde (?:han|ha|has|habéis) (?:sacado|obtenido) (?:${MY_ADDRESS})|da dove (?:avete|ha|hai) (?:preso|avuto) (?:${MY_ADDRESS})|hoe komen? (?:jullie|u|je) aan (?:${MY_ADDRESS})`,
      String.raw`(?:what|which|welche|quelles|qué|quali|welke|copy of|kopie|auskunft|copie)[^.?!\n]{0,40}(?<!\p{L})(?:${DATA})[^.?!\n]{0,40}(?<!\p{L})(?:${ABOUT_ME})`,
      String.raw`auskunft[^.?!\n]{0,60}(?:meiner person|${MY_DATA}|${LAW})`,
      near(LAW, article('15')),
    ),
  ],
];

/** The right that a mail speaks of. null: none. */
export function legalRightIn({ newPart, subject }: { newPart: string; subject: string }): LegalRight | null {
  const said = (newPart || subject).slice(0, MOST_READ).normalize('NFC');
  return RIGHTS.find(([, sign]) => sign.test(said))?.[0] ?? null;
}
