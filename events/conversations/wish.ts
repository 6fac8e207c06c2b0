/**
 * Whether the writer of a mail wants no more mail. A word of it proves little: "Do your emails have an unsubscribe link?" holds one. Only a
 * text that is the wish and nothing else is a proof.
 */
type Written = { newPart: string; subject: string };

const GREETING =
  /^(hi|hello|hey|dear|good (morning|afternoon|day)|hallo|guten (tag|morgen)|sehr geehrte|liebe|bonjour|salut|hola|buen|ciao|buongiorno|gentile|olá|hoi|beste|dag|hej|cześć|dzień dobry)(?!\p{L}).{0,40}$/u;
const CLOSING =
  /^((best|kind|warm)?\s*(regards|wishes)|best|cheers|thanks|thank you|thx|mfg|(mit )?(freundliche|beste|viele|liebe)n? grü(ß|ss)en?|danke|cordialement|bien à vous|merci|saludos|gracias|(cordiali )?saluti|grazie|obrigad[oa]|(met vriendelijke )?groet(en)?)[\s,.!]*$/u;
const SIGNATURE = /^(--|sent from|gesendet von|von meinem|envoyé de|enviado desde|inviato da)/u;
/** A signature without a mark is so short. */
const SIGNED = { lines: 3, letters: 40 };

const POLITE =
  /(?<!\p{L})(please|kindly|just|thanks|thank you|bitte|danke|merci|svp|s'il (vous|te) plaît|por favor|gracias|per favore|grazie|obrigad[oa]|alstublieft|dank u|proszę|tack|venligst)(?!\p{L})/gu;

const LIST = `( (from|off) ((your|the|this|all) )?((mailing|e-?mail|contact) )?(lists?|e-?mails?|newsletter|database))?`;
const EVER = `( (again|ever again|any ?more|anymore))?`;
const FORMS = [
  `(stop|stopp|unsub|remove|opt( me)? out)`,
  `((i want to|i would like to|i'd like to) )?unsubscribe( me| us)?${LIST}`,
  `(remove|take) (me|us|this address|my (e-?mail )?(address|name)|my e-?mail)${LIST}`,
  `stop (e-?mailing|mailing|contacting|messaging|writing( to)?|spamming)( me| us)?${EVER}`,
  `stop sending( me| us) e-?mails?${EVER}`,
  `(do not|don't|never)( ever)? (e-?mail|contact|message|write( to)?) (me|us)${EVER}`,
  `no more e-?mails?( from you)?`,
  `leave me alone`,
  `i (do not|don't) want (to (receive|get) )?any more e-?mails?( from you)?`,
  `(abmelden|austragen|abbestellen)`,
  `(melden|tragen) sie (mich|uns) (ab|aus)`,
  `((entfernen|streichen|löschen|nehmen) sie )?(mich|uns) (aus|von) (dem|ihrem|der|ihrer) (e-?mail-?)?(verteiler|liste)( (entfernen|streichen|löschen|nehmen))?`,
  `(aus|von) (dem|ihrem|der|ihrer) (e-?mail-?)?(verteiler|liste) (entfernen|streichen|löschen|nehmen)`,
  `keine (weiteren )?(e-?)?mails?( mehr)?( senden| schicken)?`,
  `((schreiben|kontaktieren) sie|schreib|kontaktiere) (mir|mich|uns) nicht mehr( an)?`,
  `nicht mehr (anschreiben|kontaktieren)`,
  `(désabonn|désinscri)(ez|vez|e)[ -](moi|nous)( de (votre|la) liste)?`,
  `(de )?(me )?(désabonner|désinscrire)`,
  `(de )?ne plus (me|nous) (contacter|écrire)`,
  `ne (m'|me |nous )(contactez|écrivez) plus`,
  `retirez[ -](moi|nous) de (votre|la) liste`,
  `(quiero )?(dar(me|nos) de baja|d[eéa]me de baja|baja)`,
  `no (me|nos) (escriba|escriban|escribas|contacte|contacten|contactes) más`,
  `(cancellami|cancellatemi|disiscrivimi|disiscrivetemi)( dalla (vostra |mailing )?lista?)?`,
  `non (scriveteci|scrivetemi|scrivermi|contattatemi|contattarmi) più`,
  `(descadastrar|descadastre-me|cancelar (a )?(inscrição|assinatura)|remova-me( da (sua )?lista)?)`,
  `(uitschrijven|afmelden|(schrijf|meld) (mij|me|ons) (uit|af)|geen (e-?)?mails? meer|verwijder (mij|me|ons) uit (uw|de) lijst)`,
  `(wypisz mnie|mnie wypisać)( z listy)?`,
  `(avregistrera( mig)?|afmeld( mig)?|meld meg av)`,
  `(больше )?не пишите( мне)?( больше)?`,
  `配信(を)?停止(してください|をお願いします|希望)?`,
];
const WISH = new RegExp(`^(${FORMS.join('|')})$`, 'u');

const plain = (text: string): string => text.normalize('NFC').toLowerCase().replace(/[’‘]/g, "'").trim();

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
  const end = lines.findIndex((line, index) => index > begin && (SIGNATURE.test(line) || isSigned(index)));
  return lines.slice(begin, end === -1 ? undefined : end).join(' ');
}

/** A wish to get no more mail is short: in a long letter such words may be about anything. */
const LONGEST_WISH = 400;

const isWish = (text: string): boolean =>
  !text.includes('?') &&
  WISH.test(
    text
      .replace(POLITE, ' ')
      .replace(/[.!,;:。！]+/gu, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  );

const subjectOf = (subject: string): string => plain(subject).replace(/^((re|aw|sv|antw|tr|rif|wg)\s*:\s*)+/u, '');

/** Whether what the writer wrote now is the wish, and nothing else. */
function isPlainWish({ newPart, subject }: Written): boolean {
  const own = core(newPart);
  return own === '' ? isWish(subjectOf(subject)) : own.length <= LONGEST_WISH && isWish(own);
}

const WORDS = [
  /\bunsubscribe\b/i,
  /\b(remove|take) (me|us|my (e-?mail|address|name)|this address)( \w+){0,3} (from|off)\b/i,
  /\bstop (e-?mailing|mailing|writing|contacting|messaging|sending|spamming)\b/i,
  /\b(please )?(do not|don['’]?t|never) (e-?mail|contact|write|message)( to)? (me|us)\b/i,
  /\bopt(ed|ing)?[ -]?out\b/i,
  /\b(abmelden|austragen|abbestellen)\b|\bkeine (weiteren )?(e-?mails?|nachrichten)\b/i,
  /\bdés(abonne|inscri)/i,
  /\b(dar(me|nos)?|d[eé]me) de baja\b|\bno (me )?(escriban|envíen|contacten)\b/i,
  /\b(cancellami|cancellatemi|disiscriv|disiscrizione)/i,
  /\buitschrijven\b|\bafmelden\b/i,
  /\b(descadastr|cancelar (a )?(inscrição|assinatura))/i,
];

/** Whether some of what the writer wrote now sounds like the wish. It may be about anything: a person says. */
function soundsLikeWish(mail: Written): boolean {
  if (isWish(subjectOf(mail.subject))) return true;
  return mail.newPart.length <= LONGEST_WISH && WORDS.some((words) => words.test(mail.newPart));
}

/** `acts`: the mail is the wish. `asks`: a person says. */
export function wishIn(mail: Written): 'acts' | 'asks' | false {
  return isPlainWish(mail) ? 'acts' : soundsLikeWish(mail) && 'asks';
}
