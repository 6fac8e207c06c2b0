/** The fixed words of an email, by language. They suit formal and informal emails alike. */
import type { Language } from '../shared/languages.ts';

/**
 * `closing`: the one that we add. `closings`: an expression of those that people end emails with. `lead` and `anchor`: the line below, whose
 * second part is the link. `colon`: before a link in plain text. `wrote`: the line above a quoted mail, as Gmail has it.
 */
type MailWords = {
  closing: string;
  closings: string;
  lead: string;
  anchor: string;
  colon?: string;
  wrote: string;
};

export const MAIL_WORDS: Readonly<Record<Language, MailWords>> = {
  ar: {
    closing: 'مع أطيب التحيات،',
    closings: 'مع (?:أطيب |خالص |أرق |فائق )?(?:التحيات|التحية|تحياتي|الاحترام|التقدير)|تحياتي|شكر[اً]+(?: جزيلا)?',
    lead: 'إذا كنت لا ترغب في تلقي رسائل أخرى مني، ',
    anchor: 'إلغاء الاشتراك من هنا',
    wrote: 'في {date} تمت كتابة ما يلي بواسطة {who}:',
  },
  zh: {
    closing: '祝好，',
    closings: '祝好|此致|敬礼|此致敬礼|谢谢|(?:顺)?祝商祺|祝您.{1,8}|.{0,30}期待您的(?:回复|回信)',
    lead: '如果您不想再收到我的邮件，',
    anchor: '请点此退订',
    colon: '：',
    wrote: '{who} 于{date}写道：',
  },
  cs: {
    closing: 'S pozdravem',
    closings:
      '(?:s (?:přátelským |srdečným )?)?pozdrav(?:em|y)?|zdravím|(?:předem )?děkuji|(?:přeji )?hezký den|s úctou|mějte se',
    lead: 'Nechcete ode mě dostávat další zprávy? ',
    anchor: 'Odhlásit se můžete zde',
    wrote: '{date} odesílatel {who} napsal:',
  },
  da: {
    closing: 'Venlig hilsen',
    closings:
      '(?:med )?(?:de )?(?:venlige?|bedste|kærlige?|mange|gode) hilsen(?:er)?|(?:mange )?hilsner|hilsen|[mv]\\.?v?\\.?h\\.?|(?:mange |på forhånd )?tak',
    lead: 'Vil du helst ikke høre fra mig igen? ',
    anchor: 'Afmeld her',
    wrote: 'Den {date} skrev {who}:',
  },
  nl: {
    closing: 'Met vriendelijke groet,',
    closings:
      '(?:met )?(?:(?:vriendelijke|hartelijke|warme|beste|lieve) )?groet(?:en|jes)?|m\\.?v\\.?g\\.?|(?:alvast )?(?:hartelijk )?(?:bedankt|dank)|tot snel|hoogachtend',
    lead: 'Liever geen berichten meer van mij? ',
    anchor: 'Hier afmelden',
    wrote: 'Op {date} schreef {who}:',
  },
  en: {
    closing: 'Best,',
    closings:
      '(?:with )?(?:(?:all )?(?:my|the) )?(?:very )?(?:best|kind(?:est)?|warm(?:est)?)(?: (?:regards|wishes))?|regards|warmly|cheers|(?:many )?thanks(?: (?:a lot|again|so much|in advance))?|thank you(?: (?:very much|again|in advance))?|(?:yours )?(?:sincerely|truly|faithfully)(?: yours)?|take care|talk soon|(?:looking|look) forward(?: to .{1,40})?',
    lead: 'If you would rather not hear from me again, ',
    anchor: 'unsubscribe here',
    wrote: 'On {date} {who} wrote:',
  },
  fi: {
    closing: 'Ystävällisin terveisin',
    closings:
      '(?:(?:ystävällisin|parhain|lämpimin) )?terveisin|(?:parhaat |lämpimät )?terveiset|y\\.?t\\.?|(?:paljon )?kiito(?:s|ksia)(?: etukäteen)?',
    lead: 'Jos et halua enää viestejä minulta, ',
    anchor: 'voit perua ne tästä',
    wrote: '{date} {who} kirjoitti:',
  },
  fr: {
    closing: 'Cordialement,',
    closings:
      "(?:bien |très )?cordialement|bien à (?:vous|toi)|(?:très )?amicalement|sincèrement|(?:(?:meilleures|sincères|cordiales) )?salutations(?: (?:distinguées|cordiales))?|(?:très )?(?:belle|bonne) (?:journée|soirée|semaine)|à (?:très )?bientôt|merci(?: (?:beaucoup|d’avance|d'avance))?",
    lead: 'Pour ne plus recevoir mes messages, ',
    anchor: 'se désinscrire ici',
    colon: ' :',
    wrote: 'Le {date}, {who} a écrit :',
  },
  de: {
    closing: 'Viele Grüße',
    closings:
      '(?:mit )?(?:(?:ganz )?(?:viele|liebe|beste|freundliche|herzliche|schöne|sonnige)[nr]?(?: und (?:liebe|herzliche)[nr]?)? )?gr(?:ü|ue)(?:ß|ss)e?n?(?: (?:aus|von) .{1,30})?|(?:lieber |schöner )?gru(?:ß|ss)|herzlichst?|m\\.?f\\.?g\\.?|[lv]\\.?g\\.?|bis (?:bald|dann)|(?:vielen |herzlichen |lieben )?dank(?: (?:im voraus|vorab))?|danke|hochachtungsvoll|ihre?|deine?',
    lead: 'Keine weiteren E-Mails von mir? ',
    anchor: 'Hier abmelden',
    wrote: 'Am {date} schrieb {who}:',
  },
  hi: {
    closing: 'सादर,',
    closings: 'सादर|(?:हार्दिक )?शुभकामनाएँ|शुभकामनाओं (?:सहित|के साथ)|(?:बहुत )?धन्यवाद',
    lead: 'मुझसे और ईमेल न पाने के लिए, ',
    anchor: 'यहाँ सदस्यता समाप्त करें',
    wrote: '{date} को {who} ने लिखा:',
  },
  it: {
    closing: 'Cordiali saluti,',
    closings:
      '(?:(?:cordiali|distinti|cari|tanti) )?saluti|un (?:caro |cordiale )?saluto|cordialmente|(?:a )?presto|un abbraccio|(?:molte )?grazie(?: (?:mille|in anticipo))?',
    lead: 'Per non ricevere altri messaggi da parte mia, ',
    anchor: 'annullare qui l’iscrizione',
    wrote: 'Il giorno {date} {who} ha scritto:',
  },
  ja: {
    closing: 'よろしくお願いいたします。',
    closings:
      '.{0,40}よろしくお願い(?:いた|致|申し上げ|し)*ます|.{0,40}お待ち(?:いた)?(?:して|申し上げて)?(?:おり)?ます|敬具|草々|(?:どうも)?ありがとうございま(?:す|した)',
    lead: '今後のご連絡が不要な場合は、',
    anchor: 'こちらから配信を停止できます',
    colon: '：',
    wrote: '{date} {who}:',
  },
  ko: {
    closing: '감사합니다.',
    closings: '(?:대단히 |미리 )?감사(?:합니다|드립니다)|고맙습니다|안녕히 계(?:세요|십시오)',
    lead: '앞으로 제 메일을 원하지 않으시면 ',
    anchor: '여기에서 수신을 거부하실 수 있습니다',
    wrote: '{date}, {who}님이 작성:',
  },
  no: {
    closing: 'Vennlig hilsen',
    closings:
      '(?:med )?(?:(?:vennlige?|beste|hjertelige?|varme|gode) )?hilsen(?:er)?|hilsningar|m\\.?v\\.?h\\.?|(?:mange |på forhånd )?takk',
    lead: 'Vil du helst ikke høre fra meg igjen? ',
    anchor: 'Meld deg av her',
    wrote: '{date} skrev {who}:',
  },
  pl: {
    closing: 'Pozdrawiam',
    closings:
      '(?:serdecznie |ciepło )?pozdrawia(?:m|my)(?: serdecznie)?|(?:serdeczne )?pozdrowienia|z (?:poważaniem|wyrazami szacunku|pozdrowieniami)|(?:z góry )?dzięk(?:uję|i)',
    lead: 'Aby nie otrzymywać ode mnie kolejnych wiadomości, ',
    anchor: 'można wypisać się tutaj',
    wrote: '{date} {who} napisał(a):',
  },
  pt: {
    closing: 'Atenciosamente,',
    closings:
      'atenciosamente|atentamente|(?:um )?(?:grande |forte )?abraços?|(?:(?:com )?(?:os )?(?:melhores|cordiais) )?cumprimentos|(?:cordiais )?saudações|cordialmente|até (?:breve|logo)|(?:muito )?(?:obrigad[oa]|grat[oa])(?: desde já)?',
    lead: 'Para não receber mais mensagens minhas, ',
    anchor: 'cancelar aqui',
    wrote: 'Em {date}, {who} escreveu:',
  },
  es: {
    closing: 'Un saludo,',
    closings:
      '(?:un )?(?:cordial |afectuoso )?saludos?(?: (?:cordial(?:es)?|afectuosos?))?|cordialmente|atentamente|(?:un )?(?:fuerte )?abrazo|(?:muchas )?gracias(?: (?:de antemano|por .{1,20}))?|hasta pronto',
    lead: 'Para no recibir más mensajes míos, ',
    anchor: 'darse de baja aquí',
    wrote: 'El {date}, {who} escribió:',
  },
  sv: {
    closing: 'Vänliga hälsningar',
    closings:
      '(?:med )?(?:(?:vänliga?|bästa|varma|många|glada) )?hälsning(?:ar)?|m\\.?v\\.?h\\.?|vänligen|(?:stort |på förhand )?tack(?: (?:på förhand|så mycket))?',
    lead: 'Vill du helst inte höra från mig igen? ',
    anchor: 'Avregistrera dig här',
    wrote: 'Den {date} skrev {who}:',
  },
  tr: {
    closing: 'Saygılarımla,',
    closings:
      '(?:en iyi )?(?:saygı|sevgi|selam)(?:lar|ler)(?:ım|im)?(?:la|le|ız?la)?|(?:iyi|kolay) (?:günler|çalışmalar|gelsin)|(?:çok )?teşekkür(?:ler)?(?: ederim)?|görüşmek üzere',
    lead: 'Benden başka e-posta almak istemiyorsanız, ',
    anchor: 'buradan çıkabilirsiniz',
    wrote: '{who}, {date} tarihinde şunu yazdı:',
  },
};
