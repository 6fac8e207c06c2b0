/** Words of a request that the law gives a date to. They only ask: a person says. */
import type { LegalRight } from '../privacy/legalRequest.ts';

const LAW = String.raw`gdpr|ds-?gvo|rgpd|rodo|data protection|datenschutz\p{L}*|protection des données|protección de datos|protezione dei dati|proteção de dados|gegevensbescherming|dataskydd\p{L}*`;
const words = (said: string): RegExp => new RegExp(String.raw`(?<!\p{L})(?:${said})(?!\p{L})`, 'iu');
const art = (numbers: string) => String.raw`art(?:icle|ikel|icolo|ículo|igo|\.)?\s*\.?\s*(?:${numbers})(?!\d)`;
const withLaw = (said: string) => String.raw`(?:${said})[^\n]{0,80}(?:${LAW})|(?:${LAW})[^\n]{0,80}(?:${said})`;

const MOST_READ = 10_000;

/** The first that is found counts. */
const RIGHTS: readonly [LegalRight, RegExp][] = [
  [
    'complaint',
    words(
      String.raw`(?:complain(?:t)?|report(?:ing)? you)[^\n]{0,60}(?:data protection|\bico\b|gdpr|supervisory)|(?:beschwerde|melde|anzeige)[^\n]{0,60}(?:datenschutz\p{L}*|aufsichtsbehörde)|plainte[^\n]{0,40}cnil|(?:denuncia|reclamación)[^\n]{0,40}(?:aepd|protección de datos)|reclamo[^\n]{0,40}garante`,
    ),
  ],
  [
    'erasure',
    words(
      String.raw`right to (?:be forgotten|erasure)|(?:delete|erase|remove) (?:all )?(?:of )?(?:my|our|the|any) (?:personal )?(?:data|information|details)|delete (?:everything|what|all) you (?:have|know|hold|store)|lösch\p{L}*[^\n]{0,40}(?:daten|kontaktdaten)|daten[^\n]{0,40}(?:zu )?lösch\p{L}*|(?:supprim|effac)\p{L}*[^\n]{0,40}données|(?:elimin|borr|suprim)\p{L}*[^\n]{0,30}(?:mis|nuestros) datos|cancell\p{L}*[^\n]{0,30}(?:miei|nostri) dati|(?:apag|exclu|elimin)\p{L}*[^\n]{0,30}meus dados|verwijder\p{L}*[^\n]{0,30}gegevens|${withLaw(art('17|21'))}`,
    ),
  ],
  [
    'access',
    words(
      String.raw`(?:subject access|right of access|data access) request|(?:copy of|what) (?:all )?(?:my |the )?(?:personal )?data (?:do )?you (?:hold|have|store|process)|where did you get my (?:e-?mail|address|data|details|contact)|woher (?:haben|hast) (?:sie|du|ihr) (?:meine|unsere) (?:\p{L}+-?)?(?:daten|adresse|e-?mail\p{L}*)|auskunft[^\n]{0,60}(?:daten|${LAW})|droit d['’]accès|derecho de acceso|diritto di accesso|recht op inzage|${withLaw(art('15'))}`,
    ),
  ],
];

/** The right that a mail speaks of. null: none. */
export function legalRightIn({ newPart, subject }: { newPart: string; subject: string }): LegalRight | null {
  const said = (newPart || subject).slice(0, MOST_READ).normalize('NFC');
  return RIGHTS.find(([, sign]) => sign.test(said))?.[0] ?? null;
}
