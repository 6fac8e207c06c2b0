/**
 * The words by which mail programs introduce a quotation: Gmail, Outlook, Apple Mail, Thunderbird, Yahoo, GMX, Zoho, Yandex, Mail.ru, QQ, Notes.
 * Languages: en de fr es it pt nl pl sv da no fi cs sk hu ro tr ru uk bg el ja zh ko he ar id vi.
 */

/** "On … <wrote>:" */
export const WROTE = [
  ...['wrote', 'writes', 'schrieb', 'schrieben', 'schreibt', 'geschrieben', 'écrit', 'escribió', 'scritto', 'escreveu'],
  ...['schreef', 'geschreven', 'skrev', 'skriver', 'napisał', 'napisała', 'napisał(a)', 'pisze', 'kirjoitti', 'napsal'],
  ...['napsala', 'napsal(a)', 'napísal', 'napísal(a)', 'írta', 'scris', 'yazdı', 'написал', 'написала', 'написал(а)'],
  ...['пишет', 'пише', 'написав', 'написала', 'написа', 'έγραψε', 'menulis', 'viết', 'כתב', 'כתבה', 'كتب', 'napisao'],
  ...['写道', '寫道', '님이 작성', 'のメール', 'さんは書きました', 'escreveu', 'va escriure', 'kirjutas'],
];

/** The first words of such a line. Some languages begin with the weekday, or with the sender. */
export const INTRO_BEGINS = [
  ...['on', 'at', 'am', 'le', 'el', 'il', 'in data', 'em', 'op', 'den', 'dnia', 'w dniu', 'dne', 'dňa', 'în', 'στις'],
  ...[
    'vào',
    'pada',
    'la',
    'a',
    'ma',
    'ti',
    'ke',
    'to',
    'pe',
    'su',
    'på',
    'fre',
    'man',
    'tir',
    'ons',
    'tor',
    'lør',
    'søn',
  ],
];

/** "Quoting <address>:" */
export const QUOTING = ['quoting', 'zitat von', 'citando', 'citando a', 'citat från', 'citerar', 'цитирую', 'quoto'];

/** Between dashes, or with a colon on a line of its own. */
export const SEPARATORS = [
  ...['original message', 'original e-?mail', 'reply message', 'forwarded message', 'begin forwarded message'],
  ...['ursprüngliche (nachricht|mail|e-?mail)', 'original-?nachricht', 'original-?mail', 'weitergeleitete nachricht'],
  ...[
    'anfang der weitergeleiteten nachricht',
    "message d'origine",
    '(e-?mail|message|mail) (original|transféré|réexpédié)',
  ],
  ...[
    'début du message (transféré|réexpédié)',
    '(mensaje|correo) (original|reenviado)',
    'inicio del mensaje reenviado',
  ],
  ...['messaggio (originale|inoltrato)', 'inizio messaggio inoltrato', 'mensagem (original|encaminhada|reencaminhada)'],
  ...['início da mensagem (encaminhada|reencaminhada)', '(oorspronkelijk|origineel|doorgestuurd) bericht'],
  ...[
    'begin doorgestuurd bericht',
    '(ursprungligt|vidarebefordrat|vidarebefordrade) meddelande',
    'vidarebefordrat brev',
  ],
  ...['(oprindelig|original|videresendt) (besked|meddelelse|mail)', 'start på videresendt besked'],
  ...['(opprinnelig|original|videresendt) (melding|e-?post)', '(alkuperäinen|välitetty|edelleenlähetetty) viesti'],
  ...[
    '(wiadomość oryginalna|oryginalna wiadomość)',
    '(treść )?(przekazan(a|ej)|przesłan(a|ej)) (dalej )?wiadomoś(ć|ci)',
  ],
  ...['(původní|přeposlaná) (zpráva|e-?mail)', '(pôvodná|preposlaná) správa', '(eredeti|továbbított) (üzenet|levél)'],
  ...['mesaj(ul)? (original|inițial|redirecționat)', '(özgün|orijinal|iletilen|yönlendirilen) (ileti|mesaj)'],
  ...['(исходное|оригинальное|пересылаемое|пересланное|перенаправленное) (сообщение|письмо)'],
  ...['(вихідне|оригінальне|початкове|переслане) (повідомлення|лист)', '(оригинално|препратено) съобщение'],
  ...[
    '(αρχικό|προωθημένο) μήνυμα',
    '(元の|オリジナル|転送)(メッセージ|メール)',
    '(原始|转发的?|轉寄的?)(邮件|郵件|信件)(信息)?',
  ],
  ...['원본 (메시지|메일)', '전달된 메시지', 'הודעה (מקורית|שהועברה)', 'الرسالة الأصلية', 'رسالة (معاد توجيهها|أصلية)'],
  ...['pesan (asli|terusan)', '(thư|tin nhắn) (gốc|đã chuyển tiếp)'],
];

/** The headers of the quoted email, by what they name. */
export const QUOTED_HEADERS = {
  from: [
    ...[
      'from',
      'von',
      'de',
      'da',
      'van',
      'od',
      'fra',
      'från',
      'lähettäjä',
      'feladó',
      'de la',
      'kimden',
      'gönderen',
      'от',
    ],
    ...[
      'від',
      'από',
      '差出人',
      '送信者',
      '发件人',
      '寄件者',
      '寄件人',
      '보낸 사람',
      '보낸사람',
      '发送者',
      'מאת',
      'من',
      'expéditeur',
      'dari',
      'từ',
    ],
  ],
  date: [
    ...['sent', 'date', 'gesendet', 'datum', 'envoyé', 'enviado', 'enviado el', 'enviada', 'enviada em', 'enviado em'],
    ...[
      'fecha',
      'data',
      'inviato',
      'verzonden',
      'verstuurd',
      'wysłano',
      'wysłane',
      'skickat',
      'sendt',
      'dato',
      'lähetetty',
    ],
    ...['päivä', 'päivämäärä', 'odesláno', 'odoslané', 'dátum', 'elküldve', 'küldve', 'trimis', 'gönderildi', 'tarih'],
    ...[
      'отправлено',
      'дата',
      'надіслано',
      'изпратено',
      'στάλθηκε',
      'ημερομηνία',
      '送信日時',
      '日付',
      '日時',
      '发送时间',
    ],
    ...[
      '发送日期',
      '日期',
      '时间',
      '寄件日期',
      '傳送日期',
      '보낸 날짜',
      '날짜',
      '보낸날짜',
      'נשלח',
      'תאריך',
      'تم الإرسال',
      'التاريخ',
    ],
    ...['message du', 'dikirim', 'tanggal', 'đã gửi', 'ngày'],
  ],
  subject: [
    ...['subject', 'betreff', 'objet', 'asunto', 'assunto', 'oggetto', 'onderwerp', 'temat', 'ämne', 'emne', 'aihe'],
    ...[
      'předmět',
      'predmet',
      'tárgy',
      'subiect',
      'konu',
      'тема',
      'относно',
      'θέμα',
      '件名',
      '主题',
      '主旨',
      '제목',
      'נושא',
    ],
    ...['الموضوع', 'subjek', 'perihal', 'chủ đề', 'thema', 'sujet'],
  ],
  to: [
    ...['to', 'an', 'à', 'para', 'a', 'aan', 'do', 'till', 'til', 'vastaanottaja', 'komu', 'címzett', 'către', 'kime'],
    ...[
      'alıcı',
      'кому',
      'до',
      'προς',
      '宛先',
      '收件人',
      '收件者',
      '받는 사람',
      '받는사람',
      'אל',
      'إلى',
      'kepada',
      'đến',
      'cc',
      'kopie',
    ],
  ],
};

/** A program's last line under an email. */
export const SENT_FROM = [
  ...['sent (from|via|with|by|using) ', 'get outlook for ', 'von meinem .{1,40} gesendet', 'gesendet (von|mit|über) '],
  ...[
    'diese nachricht wurde von .{1,80} gesendet',
    'envoyé (depuis|de|à partir) ',
    'télécharger outlook',
    'enviado desde ',
  ],
  ...[
    'enviado (do|de|a partir) (meu|mi) ',
    'inviato da ',
    'verzonden (met|vanaf|via) ',
    'verstuurd vanaf ',
    'wysłane z ',
  ],
  ...['skickat från ', 'sendt fra ', 'lähetetty ', 'odesláno z ', 'odoslané z ', 'trimis de pe ', 'отправлено (с|из) '],
  ...[
    'надіслано з ',
    'στάλθηκε από ',
    'iphoneから送信',
    '发自我的',
    '從我的 .{1,20} 傳送',
    '從我的',
    '나의 .{1,20}에서 보냄',
  ],
  ...[
    'holen sie sich outlook',
    'outlook für ',
    'obtener outlook',
    'scarica outlook',
    'hol dir outlook',
    'herunterladen von outlook',
  ],
];

/** A footer about confidentiality names its subject, and what a wrong reader must do. */
export const DISCLAIMER = [
  ...['confidential', 'privileged', 'vertraulich', 'rechtlich geschützt', 'confidentiel', 'confidencia', 'riservat'],
  ...[
    'vertrouwelijk',
    'poufn',
    'konfidentiell',
    'fortrolig',
    'luottamuksell',
    'důvěrn',
    'bizalmas',
    'confidențial',
    'gizli',
  ],
  ...[
    'конфиденциал',
    'конфіденційн',
    'εμπιστευτικ',
    '機密',
    '保密',
    '기밀',
    'virus',
    'viren',
    'printing',
    'ausdruck',
    'imprimer',
  ],
];
export const DISCLAIMED = [
  ...['recipient', 'addressee', 'notify', 'avast', 'environment', 'umwelt', 'environnement', 'empfänger', 'adressat'],
  ...['absender', 'destinataire', 'expéditeur', 'destinatari', 'destinatár', 'mittente', 'remetente', 'remitente'],
  ...[
    'geadresseerde',
    'ontvanger',
    'adresat',
    'odbiorc',
    'mottagare',
    'modtager',
    'mottaker',
    'vastaanottaja',
    'příjemc',
  ],
  ...['címzett', 'alıcı', 'получател', 'адресат', 'отримувач', 'παραλήπτη', '受信者', '収件', '收件', '수신자'],
];
