/**
 * Whether the writer of a mail wants no more mail. A word of it proves little: "Do your emails have an unsubscribe link?" holds one. Only a
 * text that is the wish and nothing else is a proof.
 */
import {
  BESIDE_WISH,
  DENIED_BEFORE,
  FORMS,
  OTHER_AFTER,
  PLAIN_WORDS,
  POLITE,
  POLITE_PHRASES,
  REQUEST,
  SHORTEST,
} from './wishWords.ts';

type Written = { newPart: string; subject: string };

const GREETING =
  /^(hi|hello|hey|dear|good (morning|afternoon|day)|hallo|guten (tag|morgen)|sehr geehrte[rs]?|liebe[rs]?|moin|bonjour|salut|madame|monsieur|hola|buen[oa]?s?|estimad[oa]s?|ciao|buongiorno|gentile|salve|olá|bom dia|hoi|beste|geachte|dag|hej|hei|cześć|dzień dobry|szanown[aie]|dobrý den|jó napot|bună|merhaba|здравствуйте|добрый день|добрий день|γεια|שלום|مرحبا)(?!\p{L}).{0,40}$/u;
const CLOSING =
  /^((best|kind|warm|many)?\s*(regards|wishes|thanks)|best|cheers|thanks|thank you|thx|sincerely|yours|mfg|lg|vg|(mit )?(freundliche|beste|viele|liebe)[nr]? gr(ü|ue)(ß|ss)(en?)?|gru(ß|ss)|danke|cordialement|bien à vous|salutations|merci|saludos|un saludo|atentamente|gracias|(cordiali|distinti)? ?saluti|grazie|obrigad[oa]|cumprimentos|atenciosamente|(met vriendelijke )?groet(en)?|mvg|pozdrawiam|dziękuję|(med )?vänlig(a)? hälsning(ar)?|mvh|hälsningar|(med )?venlig hilsen|vennlig hilsen|hilsen|terveisin|s pozdravem|üdvözlettel|cu stimă|saygılarımla|с уважением|з повагою)[\s,.!]*$/u;
const SIGNATURE = /^(--|—$|sent from|gesendet von|von meinem|envoyé de|enviado desde|inviato da)/u;
/** A signature without a mark is so short. */
const SIGNED = { lines: 8, letters: 60 };

const ADDRESS = /\S{1,64}@[^\s.]{1,63}(?:\.[^\s.,;:!?]{1,63}){1,5}/g;

const plain = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[’‘´`]/g, "'")
    .replace(/(?<!\p{L})e[- ]mail/gu, 'email')
    .replace(ADDRESS, ' emailaddress')
    .replace(POLITE_PHRASES, ' ')
    .replace(/[*_"“”„«»()[\]]/g, ' ')
    .trim();

/** The lines between greeting and signature. */
function core(text: string): string {
  const lines = plain(text)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const begin = lines.length > 1 && GREETING.test(lines[0] ?? '') ? 1 : 0;
  const isSigned = (index: number) =>
    lines.length - index - 1 <= SIGNED.lines &&
    lines.slice(index + 1).every((line) => line.length <= SIGNED.letters) &&
    CLOSING.test(lines[index] ?? '');
  const end = lines.findIndex((line, index) => index >= begin && (SIGNATURE.test(line) || isSigned(index)));
  return lines.slice(begin, end === -1 ? undefined : end).join('\n');
}

/** `wish`: nothing but it. `beside`: changes nothing about one. `part`: it has one in it. */
type Kind = 'wish' | 'beside' | 'part' | 'other';

const wordsOf = (text: string): string[] => text.split(/\s+/).filter((word) => word !== '');
const isPlain = (text: string): boolean => wordsOf(text).every((word) => PLAIN_WORDS.has(word));
/** Japanese, Chinese and Korean say it in so many characters. */
const LONGEST_SPACELESS = 30;
const isSpaceless = (text: string): boolean =>
  text.length <= LONGEST_SPACELESS && /^[\s\p{P}\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]+$/u.test(text);

function kindOf(sentence: string): Kind {
  const words = wordsOf(sentence.replace(/[,:،、，]+/g, ' '));
  const text = words.filter((word) => !POLITE.has(word)).join(' ');
  if (SHORTEST.has(text.replace(NOW, ''))) return 'wish';
  if (BESIDE_WISH.test(text)) return 'beside';
  let isPart = false;
  for (const { words: form, acts } of REDIRECTED.test(text) ? [] : FORMS) {
    const found = form.exec(text);
    if (found === null) continue;
    const before = text.slice(0, found.index);
    const after = text.slice(found.index + found[0].length);
    if (DENIED_BEFORE.test(before)) continue;
    const isOther = OTHER_AFTER.test(after);
    if (acts && (isPlain(`${before} ${after}`) || (isSpaceless(text) && !isOther))) return 'wish';
    isPart ||= !isOther;
  }
  if (isPart) return 'part';
  return isPlain(text) || GREETING.test(words.join(' ')) || CLOSING.test(words.join(' ')) ? 'beside' : 'other';
}

/** "Write to … instead" is a new address. */
const REDIRECTED =
  /(?:sondern|stattdessen|instead|rather|use|but to|plutôt|mais|sino|mejor|bensì|ma|mas|maar)(?: [^\s]+){0,3} emailaddress|emailaddress (?:instead|stattdessen)/u;

const NOW = / (?:now|asap|immediately|sofort|thank you|it)$/;

/** A sentence may hold a wish beside an answer: "Not interested, remove me". */
function kindsIn(sentence: string): Kind[] {
  const whole = kindOf(sentence);
  const parts = sentence.split(/[,:،、，]| [-–—] /).filter((part) => part.trim() !== '');
  if (whole === 'wish' || whole === 'beside' || parts.length === 1) return [whole];
  const kinds = parts.map(kindOf);
  return whole === 'part' && !kinds.includes('wish') ? [whole] : kinds;
}

/** Long letters are read so far. */
const MOST_READ = 2_500;
const MOST_SENTENCES = 50;
const LONGEST_SENTENCE = 400;

const kindsOf = (text: string): Kind[] => {
  const sentences = text.match(/[^.!?;…\n。！？؟]+[.!?;…。！？؟]*/gu) ?? [];
  return sentences.slice(0, MOST_SENTENCES).flatMap((sentence): Kind[] => {
    const said = sentence.replace(/[.!?;…。！？؟]+$/u, '').trim();
    if (said === '') return [];
    // a footer of the writer's own
    if (said.length > LONGEST_SENTENCE || /https?:|www$|click|hier klicken|subscribed/.test(said)) return ['other'];
    if (!/[?？؟]$|(?:ですか|ますか|吗|嗎|까요?)[。.]?$/u.test(sentence.trim())) return kindsIn(said);
    return ASKED.test(said) && kindsIn(said).some((kind) => kind === 'wish' || kind === 'part') ? ['part'] : ['other'];
  });
};

function wishOf(text: string): 'acts' | 'asks' | false {
  const kinds = kindsOf(text);
  if (!kinds.includes('wish')) return kinds.includes('part') && 'asks';
  return kinds.every((kind) => kind === 'wish' || kind === 'beside') ? 'acts' : 'asks';
}

const ASKED = new RegExp(REQUEST, 'u');

const subjectOf = (subject: string): string =>
  plain(subject.slice(0, LONGEST_SENTENCE)).replace(
    /^((re|aw|sv|vs|antw|tr|rif|wg|fw|fwd|r|res|odp|ynt|回复|答复|转发)\s*[:：]\s*)+/u,
    '',
  );

/** Whether a part of the mail is the wish and nothing else, whatever it says besides. */
export const saysWish = ({ newPart }: Pick<Written, 'newPart'>): boolean =>
  kindsOf(core(newPart.slice(0, MOST_READ))).includes('wish');

/** `acts`: the mail is the wish. `asks`: a person says. */
export function wishIn({ newPart, subject }: Written): 'acts' | 'asks' | false {
  const own = core(newPart.slice(0, MOST_READ));
  const said = wishOf(own);
  if (said) return said;
  const inSubject = wishOf(subjectOf(subject));
  const isEmpty = () =>
    own.split(/[\n.!]/).every((sentence) => sentence.trim() === '' || kindOf(sentence) === 'beside');
  return inSubject && (isEmpty() ? inSubject : 'asks');
}
