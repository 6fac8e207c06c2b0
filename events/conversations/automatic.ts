/** Whether a program wrote a mail: by its headers (RFC 3834), its sender, or what people and their tools write into subjects. */
import { headerOf, isFromDaemon, type ParsedMail } from './incomingMail.ts';

/** Subjects of automatic answers without a header that says so. */
const AUTOMATIC_SUBJECTS = [
  // English
  /^(automatic reply|auto[- ]?reply|auto[- ]?response|out of (the )?office|ooo\b|away from (the|my) (office|desk)|on (vacation|holiday|leave)\b)/,
  // German, Dutch
  /^(automatische antwort|abwesenheit|abwesend|nicht im (büro|haus)|automatisch antwoord|afwezig|niet aanwezig)/,
  // French, Spanish, Italian, Portuguese
  /^(réponse automatique|absence|absent(?!\p{L})|respuesta automática|fuera de (la )?oficina|ausente|risposta automatica|fuori (sede|ufficio)|assente|resposta automática|fora do escritório|ausência)/u,
  // Danish, Norwegian, Swedish, Finnish
  /^(automatisk svar|autosvar|automatiskt svar|frånvaro|fravær|ikke til stede|automaattinen vastaus|poissa)/,
  // Polish, Czech, Turkish, Russian, Greek
  /^(odpowiedź automatyczna|automatyczna odpowiedź|poza biurem|automatická odpověď|mimo kancelář|otomatik yanıt|автоответ|автоматический ответ|αυτόματη απάντηση)/,
  // Japanese, Chinese, Korean
  /^(自動応答|自動返信|不在|自动回复|自動回覆|자동 회신|부재중)/,
];

function isAutomatic(mail: ParsedMail): boolean {
  const [submitted = ''] = headerOf(mail, 'auto-submitted').split(/[\s;(]/);
  return mail.report !== null || isFromDaemon(mail) || (submitted !== '' && submitted !== 'no');
}

/** Whether it looks like an automatic answer, by what people and their tools write, too. */
function seemsAutomatic(mail: ParsedMail): boolean {
  const marks = ['x-autoreply', 'x-autorespond', 'x-autoreply-from', 'x-auto-reply'];
  if (marks.some((name) => !['', 'no'].includes(headerOf(mail, name)))) return true;
  if (/^auto[_-]reply$/.test(headerOf(mail, 'precedence'))) return true;
  const plain = mail.subject.normalize('NFC').trim().toLowerCase();
  return AUTOMATIC_SUBJECTS.some((words) => words.test(plain));
}

/** true: a program wrote it, by a strong sign. `asks`: a weak sign says so. `proved`: the mail names one of ours. */
export function automaticOf(mail: ParsedMail, _proved: boolean): boolean | 'asks' {
  return isAutomatic(mail) || (seemsAutomatic(mail) && 'asks');
}
