/** The new part of a mail: without quotation, signature and disclaimer (events/conversations/newPart.ts). */
import { describe, expect, test } from 'vitest';
import { parseMail } from '../../db/receive/parseMail.ts';
import { newPartOf } from '../../events/conversations/newPart.ts';

const A = 'Ada Lind <ada@shop.example>';
const OURS = 'Hello Mara,\n\nwould you like it?\n\nAda Lind\nUnsubscribe here: https://app.example/u/abc';
const MARKED = OURS.replace(/^/gm, '> ');
const OWN = 'Sounds great!\n\nMara';

describe('a quotation begins with', () => {
  test.each(
    [
      ['de', 'Von', 'Gesendet', 'An', 'Betreff'],
      ['fr', 'De', 'Envoyé', 'À', 'Objet'],
      ['es', 'De', 'Enviado el', 'Para', 'Asunto'],
      ['pt', 'De', 'Enviada em', 'Para', 'Assunto'],
      ['ptpt', 'De', 'Enviado', 'Para', 'Assunto'],
      ['nl', 'Van', 'Verzonden', 'Aan', 'Onderwerp'],
      ['pl', 'Od', 'Wysłano', 'Do', 'Temat'],
      ['sv', 'Från', 'Skickat', 'Till', 'Ämne'],
      ['da', 'Fra', 'Sendt', 'Til', 'Emne'],
      ['no', 'Fra', 'Sendt', 'Til', 'Emne'],
      ['fi', 'Lähettäjä', 'Lähetetty', 'Vastaanottaja', 'Aihe'],
      ['cs', 'Od', 'Odesláno', 'Komu', 'Předmět'],
      ['hu', 'Feladó', 'Elküldve', 'Címzett', 'Tárgy'],
      ['ro', 'De la', 'Trimis', 'Către', 'Subiect'],
      ['tr', 'Kimden', 'Gönderildi', 'Kime', 'Konu'],
      ['ru', 'От', 'Отправлено', 'Кому', 'Тема'],
      ['uk', 'Від', 'Надіслано', 'Кому', 'Тема'],
      ['el', 'Από', 'Στάλθηκε', 'Προς', 'Θέμα'],
      ['ja', '差出人', '送信日時', '宛先', '件名'],
      ['zh', '发件人', '发送时间', '收件人', '主题'],
      ['zht', '寄件者', '寄件日期', '收件者', '主旨'],
      ['ko', '보낸 사람', '보낸 날짜', '받는 사람', '제목'],
      ['he', 'מאת', 'נשלח', 'אל', 'נושא'],
      ['ar', 'من', 'تم الإرسال', 'إلى', 'الموضوع'],
    ].map((names) => names.slice(1)),
  )('the headers %s', (from = '', sent = '', to = '', subject = '') => {
    const head = (star: string) =>
      [`${from}${star}: Ada Lind`, `${sent}${star}: 2 10 2026`, `${to}${star}: Mara`, `${subject}${star}: A vest`].map(
        (line) => `${star}${line}`,
      );
    for (const star of ['', '*']) expect(newPartOf(`${OWN}\n\n${head(star).join('\n')}\n\n${OURS}`)).toBe(OWN);
  });

  test.each([
    `De : Ada Lind\nEnvoyé : vendredi 2 octobre 2026 09:00\nÀ : Mara\nObjet : A vest`,
    `From: Ada Lind\n<ada@shop.example>\nSent: Friday, October 2, 2026 9:00 AM\nTo: Mara\nSubject: A vest`,
    `*Von:* Ada Lind\n*Gesendet:* Freitag\n*An:* Mara\n*Betreff:* A vest`,
    `*From*: Ada Lind\n*Sent*: Friday\n*To*: Mara\n*Subject*: A vest`,
    `________________________________\nFrom: Ada Lind <ada@shop.example>\nSent: Friday\nTo: Mara\nSubject: A vest`,
    `Date: Fri, 2 Oct 2026 09:00:00 +0200\nSubject: A vest\nFrom: ada@shop.example\nTo: mara@studio.example`,
    `From:\tAda Lind/Shop\nTo:\tMara/Studio\nDate:\t02.10.2026 09:00\nSubject:\tA vest`,
    `Gesendet: Freitag, 02. Oktober 2026 um 09:00 Uhr\nVon: "Ada Lind" <ada@shop.example>\nAn: mara@studio.example\nBetreff: A vest`,

    `On Fri, Oct 2, 2026 at 9:00 AM ${A} wrote:`,
    `On Fri, Oct 2, 2026 at 9:00 AM Ada Lind\n<ada@shop.example> wrote:`,
    `On Fri, Oct 2, 2026 at 9:00 AM Ada Lind of the\nNorthwind Partner Program Team\n<ada@shop.example> wrote:`,
    `Le ven. 2 oct. 2026 à 09:00, ${A} a écrit :`,
    `Den fre 2 okt. 2026 kl 09:00 skrev ${A}:`,
    `fre. 2. okt. 2026 kl. 09:00 skrev ${A}:`,
    `Den fre. 2. okt. 2026 kl. 09.00 skrev ${A}:`,
    `pá 2. 10. 2026 v 9:00 odesílatel ${A}\nnapsal:`,
    `Ada Lind <ada@shop.example> ezt írta (időpont: 2026. okt. 2., P, 9:00):`,
    `În vin., 2 oct. 2026 la 09:00, ${A} a scris:`,
    `${A}, 2 Eki 2026 Cum, 09:00\ntarihinde şunu yazdı:`,
    `Στις Παρ 2 Οκτ 2026 στις 9:00 π.μ., ο χρήστης Ada Lind <\nada@shop.example> έγραψε:`,
    `пт, 2 окт. 2026 г. в 09:00, ${A}:`,
    `пт, 2 жовт. 2026 р. о 09:00 ${A} пише:`,
    `2026年10月2日(金) 9:00 ${A}:`,
    `${A} 于2026年10月2日周五 09:00写道：`,
    `2026년 10월 2일 (금) 오전 9:00, ${A}님이 작성:`,
    `\u202bבתאריך יום ו׳, 2 באוק׳ 2026 ב-9:00 מאת \u202aAda Lind\u202c\u200f <\u202aada@shop.example\u202c\u200f>:\u202c`,
    `في الجمعة، ٢ أكتوبر ٢٠٢٦ في ٩:٠٠ ص تمت كتابة ما يلي بواسطة \u202aAda Lind\u202c\u200f <\u202aada@shop.example\u202c\u200f>:`,
    `Vào Th 6, 2 thg 10, 2026 vào lúc 09:00 ${A} đã viết:`,
    `Pada tanggal Jum, 2 Okt 2026 pukul 09.00 ${A} menulis:`,
    `pt., 2 paź 2026 o 09:00 ${A} napisał(a):`,
    `2026-10-02 9:00 GMT+02:00 ${A}:`,
    `2013/10/2 Ada Lind <ada@shop.example>`,
    `> Am 02.10.2026 um 09:00 schrieb ${A}:`,
    `Am 02.10.2026 um 09:00 schrieb ${A}:`,
    `Op 2 okt. 2026 om 09:00 heeft ${A} het volgende geschreven:`,
    `Il giorno 2 ott 2026, alle ore 09:00, ${A} ha scritto:`,
    `Am 02.10.26 um 09:00 schrieb Ada Lind:`,
    `W dniu 2.10.2026 o 09:00, Ada Lind pisze:`,
    `Ada Lind kirjoitti 2.10.2026 klo 9.00:`,
    `02.10.2026 09:00, Ada Lind пишет:`,
    `Dne 02. 10. 26 v 9:00 Ada Lind napsal(a):`,
    `On 2026/10/02 9:00, Ada Lind wrote:`,
    `    On Friday, October 2, 2026 at 09:00:00 AM GMT+2, ${A} wrote:`,
    `02.10.2026, 09:00, "Ada Lind" <ada@shop.example>:`,
    `2 октября 2026, 09:00, "Ada Lind" <ada@shop.example>:`,
    `Пятница, 2 октября 2026, 9:00 +03:00 от ${A}:`,
    `>Пятница, 2 октября 2026, 9:00 +03:00 от ${A}:`,
    `---- On Fri, 02 Oct 2026 09:00:00 +0200 ${A} wrote ---`,
    `On Friday, October 2nd, 2026 at 9:00 AM, ${A} wrote:`,
    `On Oct 2, 2026 at 9:00 +0200, ${A}, wrote:`,
    `Ada Lind <ada@shop.example> wrote:`,
    `Ada Lind schrieb:`,
    `On 02.10.2026 09:00, you wrote:`,
    `At 10/2/2026 09:00 AM, you wrote:`,
    `Am 02.10.2026 09:00, schrieben Sie:`,
    `Zitat von ${A}:`,
    `Quoting ${A}:`,
    `Ada Lind <ada@shop.example> schrieb am Fr., 2. Okt. 2026 um 09:00 Uhr:`,
    `Friday, October 2, 2026, 9:00:00 AM, you wrote:`,
    `-----"Ada Lind" <ada@shop.example> wrote: -----`,
    `-----Ada Lind <ada@shop.example> schrieb: -----`,
    `In data venerdì 2 ottobre 2026 09:00:00 CEST, Ada Lind ha scritto:`,
    `Am Freitag, 2. Oktober 2026, 09:00:00 CEST schrieb Ada Lind:`,
    `El vie, 02-10-2026 a las 09:00 +0200, Ada Lind escribió:`,
  ])('%s', (line) => {
    expect(newPartOf(`${OWN}\n\n${line}\n\n${OURS}`)).toBe(OWN);
    expect(newPartOf(`${OWN}\n\n${line}\n${MARKED}`)).toBe(OWN);
  });

  test.each([
    '-----Original Message-----',
    '-----Ursprüngliche Nachricht-----',
    '----- Original-Nachricht -----',
    '-------- Originalnachricht --------',
    '-------- Message d’origine --------',
    '----- Mail original -----',
    '-------- Mensaje original --------',
    '----Messaggio originale----',
    '-------- Mensagem original --------',
    '-----Oorspronkelijk bericht-----',
    '-----Ursprungligt meddelande-----',
    '-----Oprindelig meddelelse-----',
    '----- Oprindelig besked -----',
    '-----Opprinnelig melding-----',
    '-----Alkuperäinen viesti-----',
    '-----Wiadomość oryginalna-----',
    '-------- Oryginalna wiadomość --------',
    '---------- Původní e-mail ----------',
    '-----Eredeti üzenet-----',
    '-----Mesaj original-----',
    '-----Özgün İleti-----',
    '-----Исходное сообщение-----',
    '-----Оригінальне повідомлення-----',
    '-----Αρχικό μήνυμα-----',
    '-----元のメッセージ-----',
    '-----原始邮件-----',
    '-----原始郵件-----',
    '-----원본 메시지-----',
    '-----הודעה מקורית-----',
    '*----- Original Message -----*',
    '-------- Original message --------',
    '----- Reply message -----',
    '------ Originalnachricht ------',
    "-----Message d'origine-----",
    '-------- Weitergeleitete Nachricht --------',
    '---------- Forwarded message ---------',
    '---------- Message transféré ---------',
    '---------- Forwarded Message ----------',
    'Begin forwarded message:',
    'Anfang der weitergeleiteten Nachricht:',
    'Début du message transféré :',
    'Inizio messaggio inoltrato:',
    '-------- Przekazana wiadomość --------',
    '-------- Пересылаемое сообщение --------',
  ])('%s', (line) => expect(newPartOf(`${OWN}\n\n${line}\n\n${OURS}`)).toBe(OWN));
});

test.each([
  [
    'bottom-after-greeting',
    `Hi,\n\nOn Fri, 2 Oct 2026, ${A} wrote:\n> Would you like our vest?\n\nNo, please remove me from your list.`,
    'Hi,\nNo, please remove me from your list.',
  ],
  [
    'bottom',
    `On Fri, 2 Oct 2026, ${A} wrote:\n> Would you like our vest?\n> Ada\n\nYes, in M please.`,
    'Yes, in M please.',
  ],
  ['bottom-no-intro', `> Would you like our vest?\n\nYes, in M please.`, 'Yes, in M please.'],
  ['bottom-greeting-no-intro', `Hi,\n> Would you like our vest?\nNo, please remove me.`, 'Hi,\nNo, please remove me.'],
  [
    'inline-with-intro',
    `Am 02.10.26 um 09:00 schrieb Ada Lind:\n> Möchten Sie eine Weste?\n\nJa, gern.\n\n> Welche Größe?\n\nM.\n\nGruß\nMara`,
    'Ja, gern.\nM.\n\nGruß\nMara',
  ],
  [
    'inline-nested',
    `Hello,\n\n>> Old question?\n> Old answer.\n\nNew answer.\n\n> More?\nNo.`,
    'Hello,\nNew answer.\nNo.',
  ],
  [
    'inline-then-outlook',
    `See below.\n\nFrom: Ada Lind\nSent: Friday\nTo: Mara\nSubject: A vest\n\nHello`,
    'See below.',
  ],
  [
    'wrapped-quote',
    `Yes!\n\nOn Fri, 2 Oct 2026, ${A} wrote:\n> This is a rather long line of the quotation that some mailer broke in two\nbecause of its width\n> and then it goes on here.`,
    'Yes!',
  ],
  [
    'forward-comment',
    `Dan, is this for you?\n\n---------- Forwarded message ---------\nFrom: ${A}\nDate: Fri, 2 Oct 2026 at 09:00\nSubject: A vest\nTo: mara@studio.example\n\n${OURS}`,
    'Dan, is this for you?',
  ],
  ['usenet-initials', `AL> Would you like it?\nYes.\nAL> Which size?\nM.`, 'Yes.\nM.'],
  // signatures, disclaimers
  ['sig-delim', `Sounds great!\n\n-- \nMara Oduya\nStudio\n+44 20 7946 0000`, 'Sounds great!'],
  ['sig-delim-nospace', `Sounds great!\n--\nMara Oduya`, 'Sounds great!'],
  ['iphone', `Sounds great!\n\nSent from my iPhone`, 'Sounds great!'],
  ['iphone-de', `Klingt gut!\n\nVon meinem iPhone gesendet`, 'Klingt gut!'],
  ['outlook-ios', `Sounds great!\n\nGet Outlook for Android<https://aka.ms/x>`, 'Sounds great!'],
  [
    'gmx-app',
    `Klingt gut!\n--\nDiese Nachricht wurde von meinem Android Mobiltelefon mit GMX Mail gesendet.`,
    'Klingt gut!',
  ],
  [
    'disclaimer',
    `Sounds great!\n\nThis email and any attachments are confidential and intended solely for the addressee. If you are not the intended recipient, please notify the sender and delete this email immediately.`,
    'Sounds great!',
  ],
  [
    'disclaimer-de',
    `Klingt gut!\n\nDiese E-Mail enthält vertrauliche und/oder rechtlich geschützte Informationen. Wenn Sie nicht der richtige Adressat sind, informieren Sie bitte den Absender und vernichten Sie diese E-Mail.`,
    'Klingt gut!',
  ],
  ['sig-then-quote', `Sounds great!\n\n-- \nMara\n\nOn Fri, 2 Oct 2026, ${A} wrote:\n> Hello`, 'Sounds great!'],
  [
    'iphone-then-quote',
    `Sounds great!\n\nSent from my iPhone\n\n> On 2 Oct 2026, at 09:00, ${A} wrote:\n> \n> Hello`,
    'Sounds great!',
  ],
])('%s', (_what, text, own) => expect(newPartOf(text)).toBe(own));

test.each([
  'I wrote to you on 5 May: no answer came.\nSo again: yes!',
  'From: Berlin\nTo: Paris\nI can travel in May.',
  'Here are my terms:\n500 euros a post.',
  'My new mail from 2026 on: mara@new.example\nThanks',
  'On Monday at 10:00 I can talk.\nTuesday, too.',
  'Le message que vous avez écrit est intéressant.\nMerci',
  'As Ada wrote on Friday at 9:00, it is free.\nSo yes.',
  'Subject: vests\nI love them.',
  'Two options:\n- a vest\n- a shoe\n\nWhich one?',
  'My original message got lost, here again.\nYes!',
  'I have 5 > 3 reasons.\n\nYes',
  'Hi,\n\nwe met at 9:00 on Friday 2 Oct 2026.\n\nI said yes:\nstill true.',
])('nothing is quoted in %j', (text) => expect(newPartOf(text)).toBe(text));

describe('in HTML, also in a language that is in no table', () => {
  const QUOTED =
    'Hi Mara,<br><br>would you like to try our vest?<br><br>Sam Vale<br>Northwind<br><br>If you would rather not hear from me again, unsubscribe here:<br><a href="https://app.example/u/abc">https://app.example/u/abc</a>';
  const quote = (attrs = '') => `<blockquote ${attrs}>${QUOTED}</blockquote>`;
  const heads = (f: string, s: string, t: string, u: string) =>
    `<p class="MsoNormal"><b>${f}:</b> Sam Vale<br><b>${s}:</b> 2 Oct 2026 9:00<br><b>${t}:</b> Mara<br><b>${u}:</b> A vest</p>`;
  test.each<[string, string, string?]>([
    [
      'gmail',
      `<div dir="ltr">Sounds great!</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">On Fri, Oct 2, 2026 at 9:00 AM Sam Vale &lt;<a href="mailto:sam@n.example">sam@n.example</a>&gt; wrote:<br></div>${quote('class="gmail_quote" style="margin:0px"')}</div>`,
    ],
    [
      'gmail-unknown-language',
      `<div dir="ltr">Sounds great!</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">Sam Vale &lt;sam@n.example&gt; igorleak hau idatzi du (2026 urr. 2):<br></div>${quote('class="gmail_quote"')}</div>`,
    ],
    [
      'gmail-inline',
      `<div dir="ltr"><div class="gmail_quote"><div class="gmail_attr">On Fri, Oct 2, 2026 at 9:00 AM Sam Vale &lt;sam@n.example&gt; wrote:<br></div><blockquote class="gmail_quote"><div>Would you like it?</div></blockquote><div>Yes.</div><blockquote class="gmail_quote"><div>Which size?</div></blockquote><div>M.</div></div></div>`,
      'Yes.\nM.',
    ],
    [
      'gmail-forward',
      `<div dir="ltr">Dan, for you?</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">---------- Forwarded message ---------<br>From: <b>Sam Vale</b> <span>&lt;sam@n.example&gt;</span><br>Date: Fri, 2 Oct 2026<br>Subject: A vest<br>To: Mara<br></div><br><br>${QUOTED}</div>`,
      'Dan, for you?',
    ],
    [
      'apple',
      `<html><body>Sounds great!<br><div><br><blockquote type="cite"><div>On 2 Oct 2026, at 09:00, Sam Vale &lt;sam@n.example&gt; wrote:</div><br><div>${QUOTED}</div></blockquote></div><br></body></html>`,
    ],
    [
      'thunderbird',
      `<p>Sounds great!<br></p><div class="moz-cite-prefix">Am 02.10.26 um 09:00 schrieb Sam Vale:<br></div>${quote('type="cite" cite="mid:x"')}`,
    ],
    [
      'thunderbird-unknown-language',
      `<p>Sounds great!<br></p><div class="moz-cite-prefix">2026-10-02 09:00 Sam Vale igorleak idatzi du:<br></div>${quote('type="cite" cite="mid:x"')}`,
    ],
    [
      'outlook-border',
      `<div class="WordSection1"><p class="MsoNormal">Sounds great!</p><div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm">${heads('From', 'Sent', 'To', 'Subject')}</div></div><p>${QUOTED}</p></div>`,
    ],
    [
      'outlook-border-unknown',
      `<div class="WordSection1"><p class="MsoNormal">Sounds great!</p><div><div style="border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm">${heads('Sendari', 'Sentitu', 'Nori', 'Gaia')}</div></div><p>${QUOTED}</p></div>`,
    ],
    [
      'outlook-border-b5c4df',
      `<p>Sounds great!</p><div style='border:none;border-top:solid #B5C4DF 1.0pt'>${heads('Från', 'Skickat', 'Till', 'Ämne')}</div><p>${QUOTED}</p>`,
    ],
    [
      'owa',
      `<div>Sounds great!</div><div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font><b>From:</b> Sam Vale &lt;sam@n.example&gt;<br><b>Sent:</b> Friday<br><b>To:</b> Mara<br><b>Subject:</b> A vest</font><div>&nbsp;</div></div><div>${QUOTED}</div>`,
    ],
    [
      'owa-unknown',
      `<div>Sounds great!</div><div id="appendonsend"></div><hr style="display:inline-block;width:98%" tabindex="-1"><div id="divRplyFwdMsg" dir="ltr"><font><b>Sendari:</b> Sam Vale &lt;sam@n.example&gt;<br><b>Sentitu:</b> Friday<br><b>Gaia:</b> A vest</font></div><div>${QUOTED}</div>`,
    ],
    [
      'outlook-mobile',
      `<div dir="auto">Sounds great!</div><div id="ms-outlook-mobile-signature">Get <a href="https://aka.ms/o0ukef">Outlook for iOS</a></div><hr><div id="divRplyFwdMsg"><b>From:</b> Sam<br><b>Sent:</b> Friday<br><b>To:</b> M<br><b>Subject:</b> A vest</div>${QUOTED}`,
    ],
    [
      'outlook-mac',
      `<div>Sounds great!</div><span id="OLK_SRC_BODY_SECTION"><div style="border-bottom:medium none"><span style="font-weight:bold">From: </span> Sam Vale<br><span style="font-weight:bold">Date: </span> Friday<br></div><div>${QUOTED}</div></span>`,
    ],
    [
      'outlook-mac-unknown',
      `<div>Sounds great!</div><span id="OLK_SRC_BODY_SECTION"><div><span>Sendari: </span> Sam Vale<br><span>Sentitu: </span> Friday<br></div><div>${QUOTED}</div></span>`,
    ],
    [
      'yahoo',
      `<div class="yahoo-style-wrap">Sounds great!</div><div id="ydp1yahoo_quoted_1" class="ydp1yahoo_quoted yahoo_quoted"><div><div>On Friday, October 2, 2026 at 09:00 AM, Sam Vale &lt;sam@n.example&gt; wrote: </div><div><br></div><div>${QUOTED}</div></div></div>`,
    ],
    [
      'yahoo-unknown',
      `<div>Sounds great!</div><div class="yahoo_quoted"><div><div>Sam Vale igorleak idatzi du</div><div>${QUOTED}</div></div></div>`,
    ],
    [
      'gmx',
      `<div>Sounds great!<div class="signature"></div><div name="quote" style="margin:10px 5px 5px 10px; padding: 10px 0 10px 10px; border-left:2px solid #C3D9E5"><div><b>Gesendet:</b> Freitag<br><b>Von:</b> Sam<br><b>An:</b> M<br><b>Betreff:</b> A vest</div><div name="quoted-content">${QUOTED}</div></div></div>`,
    ],
    [
      'gmx-unknown',
      `<div>Sounds great!<div name="quote" style="border-left:2px solid #C3D9E5"><div>Igorri: x</div><div name="quoted-content">${QUOTED}</div></div></div>`,
    ],
    [
      'proton',
      `<div>Sounds great!</div><div class="protonmail_quote">On Friday, October 2nd, 2026 at 9:00 AM, Sam Vale &lt;sam@n.example&gt; wrote:<br><br>${quote('class="protonmail_quote" type="cite"')}</div>`,
    ],
    [
      'zoho',
      `<div>Sounds great!</div><div class="zmail_extra"><br><div>---- On Fri, 02 Oct 2026 09:00:00 +0200 <b>Sam Vale &lt;sam@n.example&gt;</b> wrote ---</div><br>${quote('style="border-left: 1px solid #ccc"')}</div>`,
    ],
    [
      'zoho-unknown',
      `<div>Sounds great!</div><div class="zmail_extra" data-zbluepencil-ignore="true"><br><div>---- Fri Sam Vale igorleak ---</div><br>${QUOTED}</div>`,
    ],
    [
      'yandex',
      `<div>Sounds great!</div><div> </div><div>02.10.2026, 09:00, "Sam Vale" &lt;sam@n.example&gt;:</div>${quote()}`,
    ],
    ['own-blockquote', `<p>My terms:</p><p>500 euros a post.</p>`, 'My terms:\n\n500 euros a post.'],
    [
      'border-own',
      `<p>Sounds great!</p><div style="border-top:solid #ccc 1px"><p>Mara Oduya<br>Studio</p></div>`,
      'Sounds great!\n\nMara Oduya\nStudio',
    ],
    [
      'notes',
      `<div>Sounds great!</div><br><font color="#990099">-----"Sam Vale" &lt;<a href="mailto:sam@n.example">sam@n.example</a>&gt; wrote: -----</font><div style="padding-left:5px">To: Mara<br>From: Sam<br>Date: 10/02/2026<br>Subject: A vest<br><br>${QUOTED}</div>`,
    ],
    [
      'samsung',
      `<div>Sounds great!</div><div><br></div><div id="composer_signature"><div>Sent from my Galaxy</div></div><div>-------- Original message --------</div><div>From: Sam &lt;sam@n.example&gt; </div><div>Date: 02/10/2026 09:00</div><div>${QUOTED}</div>`,
    ],
  ])('%s', async (_program, html, own = 'Sounds great!') => {
    const plain = `${own}\n\nIgorri duen: Sam Vale\nHi Mara,\nunsubscribe here`;
    const part = (type: string, text: string) => `--b\r\nContent-Type: text/${type}; charset=utf-8\r\n\r\n${text}\r\n`;
    const newPart = async (body: string) =>
      (await parseMail(Buffer.from(`From: a@b.example\r\n${body}`))).newPart.replace(/\s+/g, ' ');
    const want = own.replace(/\s+/g, ' ');
    expect(await newPart(`Content-Type: text/html; charset=utf-8\r\n\r\n${html}`)).toBe(want);
    expect(
      await newPart(
        `Content-Type: multipart/alternative; boundary=b\r\n\r\n${part('plain', plain)}${part('html', html)}--b--`,
      ),
    ).toBe(want);
  });
});
