import type { Platform } from '../shared/options.ts';
import type { ImportField } from './partnersInput.ts';

/** What a column of a list of people may mean. */
export type PeopleColumn = Exclude<ImportField, 'otherProfiles'> | 'firstName' | 'lastName';
/** What a column of any list is about. `owner`: the user's own people, who are never on it. */
type ColumnKind = PeopleColumn | 'domain' | 'owner';

/** The headers of exports and spreadsheets in English, German, French, Spanish, Italian, Portuguese, Dutch and Polish, as plainHeader writes them. */
const HEADERS: Readonly<Record<Exclude<PeopleColumn, 'email'> | 'domain', string>> = {
  name: `name|full name|channel name|channel title|account name|blogger|fullname|creator|creator name|influencer|influencer name|person|person name|contact|contact name|display name|
    partner|partner name|first and last name|vollstandiger name|vor und nachname|ansprechpartner|kontakt|nom|nom complet|nom et prenom|
    prenom et nom|createur|nombre|nombre completo|nombre y apellidos|nome|nome completo|nome e cognome|cognome e nome|nominativo|
    nome e sobrenome|naam|volledige naam|nazwa|imie i nazwisko|pelne imie i nazwisko|tworca`,
  firstName: `first name|firstname|first|given name|forename|vorname|prenom|nombre de pila|primer nombre|primeiro nome|voornaam|imie`,
  lastName: `last name|lastname|last|surname|family name|nachname|familienname|nom de famille|apellido|apellidos|cognome|sobrenome|apelido|
    ultimo nome|achternaam|nazwisko`,
  profileUrl: `url|link|profile|profile url|profileurl|profile link|profile page|social|socials|social url|social link|social profile|social media|
    profil|profil url|profillink|profil link|link zum profil|profilseite|lien|lien du profil|lien profil|lien vers le profil|url du profil|
    adresse du profil|enlace|enlace al perfil|enlace del perfil|url del perfil|perfil|profilo|link profilo|link al profilo|url profilo|
    url del profilo|link do perfil|url do perfil|endereco do perfil|profiel|profiel url|profiellink|link naar profiel|link do profilu|
    adres profilu|adres url|url profilu|adres url profilu`,
  platform: `platform|network|channel|social network|plattform|netzwerk|soziales netzwerk|kanal|plateforme|reseau|reseau social|plataforma|
    red|red social|piattaforma|canale|rete|rede|rede social|canal|netwerk|kanaal|sociaal netwerk|platforma|siec|kanal`,
  username: `username|user name|handle|account|user|screen name|social handle|nutzername|benutzername|konto|nom d utilisateur|pseudo|
    identifiant|usuario|nombre de usuario|cuenta|nome utente|utente|nome de usuario|utilizador|nome de utilizador|conta|gebruikersnaam|
    gebruiker|nazwa uzytkownika|uzytkownik|nick|login`,
  followersCount: `followers|follower|followers count|followerscount|follower count|number of followers|total followers|subscribers|
    subscriber count|audience|audience size|fans|abonnenten|anzahl follower|followerzahl|abonnes|nombre d abonnes|seguidores|suscriptores|
    numero de seguidores|n de seguidores|iscritti|seguaci|numero di follower|n follower|inscritos|volgers|abonnees|aantal volgers|
    obserwujacy|obserwatorzy|liczba obserwujacych|subskrybenci`,
  engagementRate: `engagement|engagement rate|engagementrate|avg engagement|average engagement|avg engagement rate|er|engagement in|
    interaktionsrate|engagement rate in|taux d engagement|tasa de interaccion|tasa de engagement|interaccion|tasso di coinvolgimento|
    tasso di engagement|coinvolgimento|taxa de engajamento|taxa de envolvimento|engajamento|betrokkenheid|engagementpercentage|
    zaangazowanie|wskaznik zaangazowania`,
  industry: `industry|category|niche|topic|vertical|branche|kategorie|thema|nische|secteur|secteur d activite|categorie|thematique|sector|
    categoria|industria|nicho|tematica|tema|settore|nicchia|setor|onderwerp|branza|kategoria|tematyka|nisza`,
  bio: `bio|about|description|notes|headline|biography|beschreibung|notizen|notiz|uber|a propos|remarques|descripcion|notas|biografia|
    descrizione|note|descricao|sobre|beschrijving|notities|omschrijving|opis|notatki|uwagi`,
  domain: `domain|domains|domain name|company domain|company domain name|email domain|domaine|domaines|dominio|dominios|domini|dominio aziendale|
    domein|domeinnaam|domena|domeny`,
};

/** A site is taken where no column is surely one of profiles. */
const SITE =
  /^(?:web ?site|web|webseite|website url|site|site web|site internet|sitio web|pagina web|sito|sito web|strona|strona www|homepage)$/;
const KINDS = new Map<string, ColumnKind>(
  Object.entries(HEADERS).flatMap(([kind, words]) =>
    words.split('|').map((word) => [word.trim().replace(/\s+/g, ' '), kind as ColumnKind] as const),
  ),
);

const MAIL =
  /(?:^| )(?:e ?mails?|mail|mails|courriels?|correos?|posta elettronica|adres(?:se)? (?:e )?mail|poczta|mailadresse|emailadresse|emailadres|mailaddress|emailaddress)(?: |$)/;
/** A header with the word for email that holds none. */
const NOT_MAIL =
  /(?:^| )(?:status|type|typ|label|verif\w*|valid\w*|opt|optin|optout|sent|send|opens?|opened|click\w*|source|quelle|provider|confidence|score|count|date|datum|time|last|consent|subject|betreff|campaigns?|lists?|bounce[ds]?|format|language|merge|street|city|zip|state|country|display|domain|template|sequence|stage|replied|unsubscribed|reason|permission|marketing|text|message)(?: |$)/;
/** Who gets mail, or got it. */
const RECIPIENT =
  /^(?:to|recipients?|subscribers?|contacts?|empfanger|an|destinataires?|destinatarios?|destinatari|ontvangers?|odbiorc\w+|adresse|address|addresses)$/;
const OWNER =
  /(?:^| )(?:owner|sender|sent by|from|assigned|assignee|created by|added by|updated by|modified by|invited by|referred by|managed by|manager|account executive|sales rep|rep|agent|besitzer|inhaber|absender|von|betreuer|bearbeiter|zustandig\w*|verantwortlich\w*|erstellt von|proprietaire|expediteur|responsable|propietario|remitente|proprietario|mittente|responsabile|remetente|responsavel|eigenaar|afzender|verantwoordelijke|wlasciciel|nadawca|opiekun|reply to)(?: |$)/;
const COMPANY =
  /(?:^| )(?:company|companies|organi[sz]ation|organization|employer|business|firma|firmen\w*|unternehmen\w*|entreprise|societe|empresa|azienda|bedrijf\w*|school|university|brand)(?: |$)/;
const PROFILE_REST =
  /^(?:|(?:person|personal|contact|their|creator|member|user|public) ?)(?:url|urls|link|links|handle|username|user name|user|name|account|profile|profile url|profile link|page|channel|channel url|channel link|channel id|id|profil|profil url|profillink|konto|kanal|lien|compte|perfil|cuenta|enlace|usuario|profilo|conta|profiel|gebruikersnaam|benutzername|nutzername|www)?$/;

/** A header reduced to words in ASCII: "profileUrl", "Profile_URL" and "Profile URL:" are one. */
export const plainHeader = (header: string): string =>
  header
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/ł/g, 'l')
    .replace(/ß/g, 'ss')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const PLATFORM_WORDS: readonly (readonly [RegExp, Platform])[] = [
  [/(?:^| )(?:instagram|insta|ig)(?: |$)/, 'instagram'],
  [/(?:^| )(?:tik ?tok|tt)(?: |$)/, 'tiktok'],
  [/(?:^| )(?:you ?tube|yt)(?: |$)/, 'youtube'],
  [/(?:^| )(?:linked ?in|li)(?: |$)/, 'linkedin'],
  [/(?:^| )(?:(?:twitter|x)(?: (?:twitter|x))*)(?: |$)/, 'twitter'],
];

/** The platform that a header or a cell names, and its other words. null: none. */
export function platformNamed(text: string): { platform: Platform; rest: string } | null {
  const words = plainHeader(text)
    .replace(/you tube/g, 'youtube')
    .replace(/tik tok/g, 'tiktok')
    .replace(/linked in/g, 'linkedin');
  const [found, platform] = PLATFORM_WORDS.find(([word]) => word.test(words)) ?? [];
  return found && platform ? { platform, rest: words.replace(found, ' ').replace(/\s+/g, ' ').trim() } : null;
}

export type ColumnMeaning = { kind: ColumnKind | null; platform?: Platform; isSite?: boolean };

export function columnMeaning(header: string): ColumnMeaning {
  const plain = plainHeader(header);
  if (plain === '') return { kind: null };
  const isMail = MAIL.test(plain) && !NOT_MAIL.test(plain);
  if (OWNER.test(plain)) return { kind: 'owner' };
  if (isMail) return { kind: 'email' };
  const exact = KINDS.get(plain);
  if (exact) return { kind: exact };
  if (COMPANY.test(plain)) return { kind: null };
  if (SITE.test(plain)) return { kind: 'profileUrl', isSite: true };
  const named = platformNamed(header);
  if (!named) return { kind: null };
  const { platform, rest } = named;
  if (PROFILE_REST.test(rest)) return { kind: 'profileUrl', platform };
  const kind = KINDS.get(rest);
  return kind === 'followersCount' || kind === 'engagementRate' || kind === 'bio' ? { kind, platform } : { kind: null };
}

/** Whether a column that no one has named may hold addresses of those on the list. */
export const isRecipient = (header: string): boolean => RECIPIENT.test(plainHeader(header));

/** Whether a cell is a header that we know. A name of a platform alone may be a cell, too. */
export const isHeader = (cell: string): boolean =>
  cell.length <= 60 &&
  !/@\w|:\/\//.test(cell) &&
  (columnMeaning(cell).kind !== null || isRecipient(cell)) &&
  !isPlatformWord(cell);
const isPlatformWord = (cell: string): boolean => platformNamed(cell)?.rest === '';

/** Cells that say that there is nothing. */
const NOTHING =
  /^(?:n ?\/ ?a|n\.a\.|na|none|null|nil|undefined|unknown|not available|tbd|k\. ?a\.|keine angabe|unbekannt|inconnu|desconocido|-+|–|—|\.|\?+|#\w+[!?]?|#n\/a)$/i;
export const saysNothing = (cell: string): boolean => NOTHING.test(cell);

/** The address and the text of a link that a spreadsheet has written as a formula. */
const HYPERLINK = /^=\s*HYPERLINK\s*\(\s*"([^"]*)"\s*(?:[;,]\s*"((?:[^"]|"")*)"\s*)?\)$/i;
/** A cell that a spreadsheet would have worked out. */
const FORMULA = /^=\s*(?:[A-Z][A-Z0-9.]*\s*\(|\$?[A-Z]{1,3}\$?\d+\b)/i;

/** What a cell shows: the text of a link for names, and else its address. null: a formula, because the file does not hold its result. */
export function shownIn(cell: string, kind: ColumnKind): string | null {
  const link = HYPERLINK.exec(cell);
  if (link)
    return (kind === 'profileUrl' || kind === 'email' ? link[1] : (link[2]?.replaceAll('""', '"') ?? link[1])) ?? '';
  return FORMULA.test(cell) ? null : cell;
}
