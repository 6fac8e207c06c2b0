/**
 * German capitalizes its nouns, so a capital alone names nothing there. Inflections and compounds of these words, and words with endings of nouns,
 * are nouns. Another word after a usual article is a name.
 */
const NOUNS = new Set(
  `abend ablauf absatz absicht abo abonnent abstand abstimmung adresse agentur alltag alter anbieter andenken anfang anfanger anfrage angebot anlass anliegen ansatz
anspruch antwort anzahl anzeige arbeit art artikel arzt athlet aufgabe aufnahme aufwand auge auskunft ausflug ausgabe ausrustung austausch auswahl auto autor bahn
basis bau bedarf bedingung begeisterung beginn begriff beispiel beitrag bekannte belastung berater bereich berg bericht beruf bescheid besuch besucher betrag
betrieb bewegung bezug bild bildung bitte blick blog boden brief buch budget buro chance code coach computer content dank daten dauer design detail dialog ding
distanz dorf druck eindruck einblick einfluss einheit einkauf einladung einsatz einstieg empfehlung ende energie entwurf erfahrung erfolg ergebnis erholung
ernahrung essen fach fahrrad fall familie fan farbe fehler feld fertigung figur film firma fitness fleiss folge follower form format foto frage frau freiheit freude
freund frische fuhrung fuss garten gast gebiet geduld gefuhl gegend geist geld gelande gemeinschaft genuss gerat gesicht gesprach gesundheit gewicht gewinn
grund gruppe gruss haltung hand handel handwerk haus haut heft herbst herr herz hilfe hinweis hobby humor hund idee inhalt interesse internet jahr job jugend
kaffee kamera kanal karte kauf kenner kind kilometer klasse kleidung klima klinik koch kollege kollegin konditionen konto kontakt kopf korper korb kosten kraft
kreis kuche kultur kunde kundin kunst kurs kurze laden land laufer lauf leben leder lehrer leidenschaft leser leserin leistung leute licht liebe liefer linie liste
lob lohn losung lust marke markt mail mal mann material medien meer mehrwert meile meinung mensch messe meter methode miete minute mitglied mittag mitte mittel
mode moment monat morgen motto musik mut mutter nachhaltigkeit nachricht nacht nahe name natur netz netzwerk newsletter note notiz nummer nutzen nutzer ohr ordnung ort outdoor
paar paket park partner partnerin patient pause person pflege platz plan podcast podium post praxis preis presse prinzip privat probe problem produkt profil profi programm projekt
provision prozent publikum punkt qualitat quelle rabatt radio rahmen rat raum rechnung recht rede reel regel region reichweite reihe reise rennen reparatur ressource
rezept rhythmus richtung ruhe ruck rucksack runde sache saison sattel satz schmerz schnitt schritt schrift schuh schule schutz schwung see seite sekunde sicht sinn situation social
sommer sonne sorge spass spiel sport sportler sportlerin sprache spur stadt start stelle stil stimme stoff story strasse strecke stress stuck student studio studie stunde suche system szene
tag tagebuch talent tasche tat team technik teil teilnehmer termin test text thema therapie tief tier tipp titel ton tour trail training trainer tradition traum treffen trend trick typ uberblick ubung uhr umfeld umgang umsatz
umwelt unterlage unternehmen unterricht unterschied unterstutzung ursprung vater verband verbindung verein vergleich verkauf verletzung verlust vermittlung versand verstand versuch vertrag vertrauen vertrieb video vielfalt voraus vorbild vorlage vorschlag vorteil vortrag
wahl wald ware wasser weg weise weiterempfehlung welt werbung werk werkstatt wert weste wettbewerb wettkampf wetter wille wind winter wirkung wissen woche wohl wort wunsch zahl zeichen zeit zeitung ziel
zielgruppe zimmer zuhause zufall zugang zukunft zusammenarbeit zusatz zuschauer zuschauerin zustand zweck zweifel marathon ultra prufung schreiben laufen wandern radfahren schwimmen kochen backen yoga
englisch deutsch franzosisch euro dollar cent stuck gramm liter jahrhundert danke gluck hause kampagne creator influencer community kanal beste neue gute nachste pro gesamt heute clip stimmung lande kurzem langem neuem nahem weitem weiteres anhieb
neugier hohe schlag blut ruf versehen betracht papier eile fon`.split(/\s+/),
);
const ENDINGS =
  /^.{3,}(?:ung|heit|keit|schaft|tion|sion|tat|ismus|ment|nis|chen|ling|tum|erei|ik|enz|anz|ologie|graf(?:ie)?|ist)(?:e|en|er|ern|s|es|sen|innen|in)?$/;
const INFLECTED = ['', 'e', 'en', 'n', 'er', 'ern', 's', 'es', 'in', 'innen', 'sen', 'se'];
const LONGEST = 40;
const SHORTEST_PART = 3;

/** Words before a noun that do not name it: "15 Minuten Zeit", "Ende Mai". */
const MEASURES =
  /^(?:minuten?|stunden?|tage?n?|wochen?|monate?n?|jahre?n?|prozent|euro|dollar|meter|kilometer|gramm|stück|tasse|paar|ende|anfang|mitte|thema|bereich|sachen|nummer|art|mal|herrn?|frau|dr|prof|pro)$/i;

const plainOf = (word: string): string =>
  word
    .toLowerCase()
    .replace(/ß/g, 'ss')
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/['’]s?$/, '');

const endsInNoun = (word: string): boolean => {
  for (let at = 0; at <= word.length - SHORTEST_PART; at += 1) if (NOUNS.has(word.slice(at))) return true;
  return false;
};

export const isGermanNoun = (word: string): boolean => {
  const plain = plainOf(word);
  if (plain.length > LONGEST || ENDINGS.test(plain)) return true;
  return INFLECTED.some((end) => plain.endsWith(end) && endsInNoun(plain.slice(0, plain.length - end.length)));
};

export const isMeasure = (word: string): boolean => MEASURES.test(word);

/** "bei Nike", "in Berlin": a noun in the singular would have its article. Behind others ("für Zettel") nouns are bare, too. */
const BEFORE_A_NAME = /(?:^|[\s(])(?:bei|in|aus|nach|namens|heißt)\s$/iu;
/** "deine Schwester Ines": a noun between its possessive and a name. */
const POSSESSIVE = /(?:^|[\s(])(?:[mds]ein|ihr|unser|eur)(?:e|e[mnrs])?\s$/iu;
/** "RunTech", "Web4U". */
const INNER_SIGN = /\p{Ll}\p{Lu}|\p{L}\p{N}/u;

/** Whether an unknown capitalized word in a German sentence names somebody or something. `before`: the text before it; `beside`: the words that touch it. */
export const isGermanName = (word: string, before: string, beside: readonly (string | null)[]): boolean => {
  if (INNER_SIGN.test(word)) return true;
  const [, next = null] = beside;
  if (isGermanNoun(word) || (POSSESSIVE.test(before) && next !== null && !isGermanNoun(next))) return false;
  return BEFORE_A_NAME.test(before) || beside.some((other) => other !== null && !isMeasure(other));
};
