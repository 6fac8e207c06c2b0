/** The owner of the password. Attackers first try the owner's known facts. */
export type PasswordOwner = {
  email: string;
  firstName?: string | null | undefined;
  lastName?: string | null | undefined;
  username?: string | null | undefined;
  businessName?: string | null | undefined;
};

/** From 0 to 4: less than a hundred million guesses is 2. */
const LEAST_SCORE = 3;

/** The warnings of zxcvbn and `plainWord`, in words. */
const WHY: Readonly<Record<string, string>> = {
  topTen: 'it is one of the most common passwords',
  topHundred: 'it is one of the most common passwords',
  common: 'it is a common password',
  similarToCommon: 'it is close to a common password',
  straightRow: 'its keys lie side by side',
  keyPattern: 'its keys lie side by side',
  simpleRepeat: 'it repeats itself',
  extendedRepeat: 'it repeats itself',
  sequences: 'it is a sequence',
  recentYears: 'it is little more than a year',
  dates: 'it is little more than a date',
  userInputs: 'it is little more than your name or address, or that of your business or Partner Pilot',
  plainWord: 'it is little more than a common word',
};

/** The words that an acquaintance of the owner tries first. */
export function wordsAbout({ email, firstName, lastName, username, businessName }: PasswordOwner): string[] {
  const names = [firstName, lastName, username].filter((name) => typeof name === 'string');
  const whole = [email, email.replace(/@.*/, ''), ...names, names.join(' '), businessName ?? '', 'Partner Pilot'];
  const parts = whole.flatMap((text) => [text.replace(/[^\p{L}\p{N}]/gu, ''), ...text.split(/[^\p{L}\p{N}]+/u)]);
  return [...new Set([...whole, ...parts])].filter((word) => word.length > 2);
}

const LOCALES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'sv', 'da', 'nb', 'fi', 'cs', 'tr', 'ru', 'uk', 'el'];
const SEASONS =
  'spring summer autumn fall winter frühling fruehling frühjahr sommer herbst printemps été automne hiver primavera verano otoño invierno estate autunno inverno verão outono lente voorjaar zomer najaar wiosna lato jesień zima vår sommar höst';
const GREETINGS =
  'password passwort kennwort passwd pass welcome willkommen hello hallo login admin secret geheim change letmein iloveyou qwerty qwertz azerty motdepasse bonjour bienvenue contraseña hola senha ciao benvenuto wachtwoord welkom haslo witaj';

const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

/** Months and weekdays of many languages, seasons, and usual answers to a request for a password. */
function calendarWords(): string[] {
  const days = Array.from({ length: 12 }, (_, month) => new Date(Date.UTC(2026, month, 1 + month)));
  return LOCALES.flatMap((locale) =>
    (['month', 'weekday'] as const).flatMap((part) => {
      const format = new Intl.DateTimeFormat(locale, { [part]: 'long', timeZone: 'UTC' });
      return days.map((day) => format.format(day));
    }),
  );
}
let known: ReadonlySet<string> | undefined;
const commonWords = (): ReadonlySet<string> =>
  (known ??= new Set([...calendarWords(), ...SEASONS.split(' '), ...GREETINGS.split(' ')].map(plain)));

const LETTERS: Readonly<Record<string, string>> = {
  0: 'o',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};
/** At most this many digits and signs are "around" a word. */
const MAX_AROUND = 12;
const LONGEST_WORD = 40;

/** The readings of a password: as written, and with letters for look-alike digits and signs. */
function readings(password: string): string[] {
  const text = plain(password);
  const core = text.replace(/\P{L}+$/u, '');
  return [text, ...[core, core.replace(/^\P{L}+/u, '')].flatMap((part) => ['i', 'l'].map((one) => unleet(part, one)))];
}
const unleet = (text: string, one: string): string =>
  text.replace(/[013457@$!]/g, (sign) => (sign === '1' ? one : (LETTERS[sign] ?? sign)));

/** Whether letters are words of a set, one after the other. */
function isMadeOf(letters: string, words: ReadonlySet<string>): boolean {
  const ends = [true];
  for (let end = 1; end <= letters.length; end += 1) {
    ends[end] = false;
    for (let start = Math.max(0, end - LONGEST_WORD); start < end && !ends[end]; start += 1)
      ends[end] = ends[start] === true && words.has(letters.slice(start, end));
  }
  return ends[letters.length] === true;
}

/** Whether a password is only words that others know or guess, with digits and signs around them. `about`: see `wordsAbout`. */
export function plainWord(password: string, about: readonly string[]): 'userInputs' | 'plainWord' | null {
  const own = new Set(about.map(plain));
  const all = new Set([...own, ...commonWords()]);
  const around = password.replace(/\p{L}/gu, '').length;
  if (around > MAX_AROUND || around === password.length) return null;
  const made = (words: ReadonlySet<string>) =>
    readings(password).some((text) => text.split(/\P{L}+/u).every((letters) => isMadeOf(letters, words)));
  if (made(own)) return 'userInputs';
  return made(all) ? 'plainWord' : null;
}

/** The field error for a password that is easily guessed; null: it is not. `warning`: from `plainWord` or zxcvbn, with its `score`. */
export function whyWeak({ score, warning }: { score: number; warning: string | null | undefined }): string | null {
  if (score >= LEAST_SCORE) return null;
  const why = WHY[warning ?? ''] ?? 'few tries are enough';
  return `This password is easy to guess: ${why}. Use several words that do not belong together.`;
}
