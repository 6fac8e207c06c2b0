/** What people and programs write about an absence, by language (foldedWords.ts). Data for automatic.ts and returnDate.ts. */

/** "Automatic" and "reply" in subjects of Outlook, Exchange, Gmail, Notes and Zimbra, in either order. */
export const AUTOMATIC = [
  'auto|autom.|automat*|automaat*|otomat*|samodejn*|sjalfvirk*|awtomatik*|авто|автомат*|аутомат*|αυτοματ*',
  '自動|自动|자동|อัตโนมัติ|tự động|אוטומט*|تلقائي|التلقائي|آلي|الآلي|خودکار|स्वचालित|स्वत:|स्वतः',
];
export const REPLY = [
  'reply|replies|response|responder|respond|answer|antwort|rückantwort|empfangsbestätigung|nachricht|antwoord|reactie|bericht',
  'réponse|message|respuesta|contestación|contestador|mensaje|risposta|messaggio|resposta|mensagem|svar|svör|vastaus',
  'odpowiedź|odpověď|odpoveď|odgovor|válasz|răspuns|ответ|відповідь|отговор|одговор|жауап|απάντηση|yanıt|cevap',
  'atsakymas|atbilde|vastus|balasan|balas|jawapan|jawaban|tanggapan|trả lời|thư trả lời|erantzun*|përgjigje|sagot|tugon',
  '応答|返信|送信|答复|回复|回覆|答覆|회신|응답|답장|การตอบกลับ|ตอบกลับ|การตอบ|الرد|رد|תשובה|מענה|תגובה|پاسخ|उत्तर|जवाब',
];
/** Both in one word. */
export const AUTOREPLY =
  'autoreply|autoresponse|autoresponder|autosvar|autoantwort|autoodpowiedź|automaatvastus|автоответ|автоответчик|автовідповідь|autorespuesta';

/** Being away. */
export const AWAY = [
  // en
  'out of {office,the office,my office}|out-of-office|ooo|away|not in the office|{office,offices} {closed,is closed,are closed}',
  'on {vacation,holiday,holidays,pto,leave}|vacation|vacation notice|holiday|holidays|closed for the holidays|time off|day off|pto',
  '{annual,parental,maternity,paternity,sick,medical,family,bereavement,compassionate,my,of} leave|leave of absence|sabbatical',
  'travelling|traveling|unavailable|not {available,at my desk}|{christmas,winter,summer,a} break|{mat,long-term} leave|out sick|off sick|limited access|be out|{out,off,gone} {until,till,through}',
  // de
  'abwesen*|*urlaub|im urlaub|urlaubs{abwesenheit,meldung,notiz,vertretung}|ferien|sommerpause|weihnachtspause',
  'nicht {im büro,im haus,im hause,da,am platz,erreichbar}|{außer,ausser} haus|elternzeit|mutterschutz|betriebs{ferien,urlaub}',
  'geschlossen|auf dienstreise|dienstreise|krank|krankmeldung',
  // nl
  'afwezig|afwezigheid*|niet {aanwezig,op kantoor,bereikbaar}|er even niet|er niet|{op,met} vakantie|vakantie|met verlof|verlof',
  'zwangerschapsverlof|ouderschapsverlof|{uit,buiten} kantoor|ziek',
  // fr
  "absent|absente|absents|absence|{réponse,message,avis,notification} d'absence|{absence,absent,absente,hors} du bureau|hors bureau",
  'en vacances|vacances|en congé|en congés|congé|congés|congé {maternité,parental,paternité}|congés annuels|en déplacement',
  'arrêt maladie|fermeture annuelle|fermé|fermés|pause estivale|indisponible',
  // es, ca
  'fuera de {la oficina,oficina}|fuera del despacho|ausente|ausente de la oficina|ausencia|no {estoy,estaré} en la oficina|de vacaciones|vacaciones|de {baja,viaje,permiso}',
  'baja {maternal,médica,por maternidad}|permiso de maternidad|no disponible|fora de l’oficina|de vacances',
  // it
  'fuori {sede,ufficio}|fuori dall’ufficio|assente|assenza|in {ferie,vacanza,maternità,trasferta,congedo}|ferie|congedo|congedo parentale',
  'congedo di maternità|chiusura estiva|non {in,sono in} ufficio',
  // pt, ro
  'fora {do escritório,da empresa}|ausência|de férias|férias|licença {maternidade,parental}|licença-maternidade|licença de maternidade',
  'de licença|licença|em viagem|indisponível|în {concediu,vacanță,afara biroului}|concediu|concediu de {maternitate,odihnă}',
  '{absent,plecat} din birou',
  // sv
  'frånvar*|semester|semesterstängt|på semester|tjänstledig|föräldraledig|mammaledig|pappaledig|ledig|{inte,ej} {på kontoret,på plats}',
  '{borta från,utanför} kontoret|bortrest|sjukskriven|på resande fot',
  // da, nb
  'fravær*|på ferie|ferie|{ute,ut,ude} {av,af} kontoret|ude af huset|ikke {på kontoret,til stede}|på {barsel,orlov}|barsel|orlov',
  'barselsorlov|barselspermisjon|foreldrepermisjon|pappapermisjon|permisjon|sygemeldt|bortreist|bortrejst|ferielukket|{jule,sommer,vinter}ferie',
  // fi, is
  'poissa|poissa toimistosta|poissaolo*|loma|lomalla|{vuosi,kesä,äitiys}loma*|vanhempainvapaa*|perhevapaa*|matkoilla|tavoittamattomissa',
  'en ole {paikalla,toimistolla}|í fríi|ekki við',
  // pl
  'poza {biurem,firmą}|nieobecn*|urlop|urlopie|na urlopie|urlop {macierzyński,wypoczynkowy}|na zwolnieniu|w delegacji',
  // cs, sk
  'mimo {kancelář,kanceláře,kancelárie,kanceláriu}|nepřítom*|neprítom*|dovolená|dovolené|na dovolené|dovolenka|na dovolenke',
  'mateřská*|mateřské|materská*|na služební cestě|na služobnej ceste',
  // hu
  '{házon,irodán} kívül|szabadság|szabadságon|szabadságon vagyok|távollét*|távol|nem vagyok az irodában',
  // sl, hr, sr
  'odsoten|odsotna|odsotnost|dopust|na dopustu|porodniški dopust|izvan ureda|odsutan|odsutna|odsutnost|godišnji odmor',
  'na {godišnjem,godišnjem odmoru,bolovanju}|{nisam,nije} u uredu|van kancelarije|ван канцеларије|одсутан',
  // lt, lv, et
  'atostog*|nėra biure|ne biure|komandiruot*|atvaļinājum*|prombūtn*|nav birojā|ārpus biroja|puhkus*|kontorist {väljas,ära}|äraolek*',
  'lapsehoolduspuhkus*|komandeering*',
  // ru, uk, bg
  'отсутству*|отсутствую в офисе|отсутствие|{в,во} отпуске|отпуск|отпуске|вне офиса|нет {в офисе,на месте}|не в офисе|в декрете',
  'декретный отпуск|в командировке|на больничном|не будет в офисе|відсутн*|{у,в} відпустці|відпустка|відпустці|поза офісом|не в офісі',
  'у відрядженні|в {отпуск,отпуска}|извън офиса|отсъств*',
  // el, tr
  'εκτός γραφείου|σε {άδεια,διακοπές}|άδεια|απουσία|απουσιάζω|λείπω|απών|διακοπές|ofis {dışında,dışındayım}|izin|izinde|izindeyim',
  'izinliyim|yıllık {izin,izindeyim}|tatil|tatilde|tatildeyim|ofiste değilim|doğum izni',
  // id, ms, vi, th, hi
  'cuti|sedang cuti|cuti {tahunan,melahirkan}|di luar {kantor,pejabat}|tidak di kantor|tiada di pejabat|vắng mặt|nghỉ phép|đi vắng',
  'ngoài văn phòng|ไม่อยู่|ลาพักร้อน|ลาพัก|ไม่อยู่ที่สำนักงาน|ลาหยุด|कार्यालय से बाहर|छुट्टी पर|अवकाश पर',
  // ja, zh, ko
  '不在|休暇|夏季休暇|夏期休暇|冬季休暇|休業|年末年始休業|お休み|休み|外出中|出張中|産休|育休',
  '休假|外出|不在办公室|不在辦公室|出差|请假|請假|年假|产假|부재|휴가|출장|휴무|외근|육아휴직',
  // ar, he, fa
  'خارج {المكتب,مكتبي}|في {إجازة,اجازة}|إجازة|اجازة|מחוץ למשרד|בחופשה|חופשה|חופשת לידה|לא במשרד|خارج از دفتر|مرخصی|در مرخصی',
];

/** A program confirms that a mail has come. */
export const RECEIPT = [
  // en
  '{received,got} {your,the} {message,email,e-mail,mail,request,inquiry,enquiry,ticket,submission}|receipt {confirmation,confirmed}',
  '{message,email,request,inquiry,enquiry,ticket,case} {received,created,opened}|confirmation of receipt|acknowledgement|acknowledgment',
  '{message,email,request,inquiry,enquiry,ticket,case} {has been,was} {received,created,opened,registered}|new ticket|support request',
  'we will get back to you|will {respond,reply} as soon as|unmonitored mailbox|{not,no longer} monitored',
  // de, nl
  'eingangsbestätigung|empfangsbestätigung|lesebestätigung|{ihre,deine} {anfrage,nachricht,e-mail,mail} erhalten|ihr anliegen erhalten',
  'ist {eingegangen,bei uns eingegangen}|{anfrage,nachricht} eingegangen|ihre ticketnummer|ticket erstellt|bestätigung ihrer anfrage',
  'ontvangstbevestiging|{uw,je} {bericht,aanvraag,e-mail} ontvangen|bevestiging van ontvangst|is ontvangen',
  // fr, es, it, pt
  'accusé de réception|bien reçu votre|bien reçue|bien été {reçu,reçue}|été enregistrée|message a été reçu|confirmation de réception',
  'acuse de recibo|hemos recibido {su,tu}|recibimos su|ha sido {recibido,recibida}|{solicitud recibida,mensaje recibido}',
  'confirmación de recepción|conferma di ricezione|conferma ricezione|abbiamo ricevuto|{ricevuta,ricevuto} {la,il} {tua,sua,tuo,suo}',
  'richiesta ricevuta|recebemos {a sua,sua,o seu,seu}|confirmação de {recebimento,receção}|mensagem recebida|aviso de recebimento',
  // sv, da, nb, fi
  'mottagningsbekräftelse|har tagit emot ditt|kvittering for modtagelse|vi har {modtaget,mottatt,mottagit}|mottatt henvendelsen',
  'bekreftelse på mottatt|viestisi on vastaanotettu|vastaanottokuittaus|olemme vastaanottaneet',
  // pl, cs, sk, hu, ro
  'potwierdzenie {otrzymania*,odbioru}|otrzymaliśmy*|zgłoszenie zostało*|potvrzení přijetí|obdrželi jsme|přijali jsme',
  'potvrdenie prijatia|prijali sme|megkaptuk*|visszaigazolás|am primit*|confirmare de primire',
  // ru, uk, el, tr
  'получили ваше|ваше {сообщение,письмо} получено|ваше обращение|ваша заявка|подтверждение получения|ми отримали|ваш запит*',
  'λάβαμε το*|{mesajınız,talebiniz} alındı|mesajınızı aldık|alındı {bildirimi,onayı}',
  // ja, zh, ko, ar, he, id, vi, th
  '受付完了|受け付けました|受付けました|受領|お問い合わせを受|受付のお知らせ|已收到|收到{您,你}的|접수되었습니다|접수 완료|문의 접수',
  'تم استلام|קיבלנו את|פנייתך התקבלה|kami telah menerima|chúng tôi đã nhận được|ได้รับ{ข้อความ,อีเมล}',
];

/** What programs say then, and people, too. */
export const THANKS = [
  '{thank you,thanks} for {contacting,reaching out,getting in touch,writing}|{thank you,thanks} for your {message,email,e-mail,inquiry,enquiry,request}',
  '{danke,vielen dank} für {ihre,deine} {nachricht,anfrage,e-mail,mail}|bedankt voor {uw,je} {bericht,e-mail,aanvraag}',
  'merci {pour,de} votre {message,email}|merci de nous avoir contactés|gracias por {su,tu} mensaje|gracias por {contactar*,escribir*}',
  'grazie per {averci contattato,il tuo messaggio}|{obrigado,obrigada} {pelo seu contato,pela sua mensagem,por entrar em contato}',
  'tack för ditt {meddelande,mejl,mail}|{takk,tak} for din {henvendelse,e-post,mail}|kiitos {viestistäsi,yhteydenotostasi}',
  'dziękujemy za {wiadomość,kontakt}|děkujeme za {vaši zprávu,váš e-mail}|ďakujeme za vašu správu|köszönjük {megkeresését,levelét}',
  'спасибо за {обращение,ваше}|дякуємо за*|ευχαριστούμε για το μήνυμα|mesajınız için teşekkür*|{お問い合わせ,ご連絡}ありがとう',
  '感谢您的来信|感謝您的來信|감사합니다|شكرا لتواصلك|תודה על פנייתך|terima kasih atas|terima kasih telah menghubungi',
];

/** The first word of an answer. */
export const YES_OR_NO =
  'yes|yeah|yep|sure|ok|okay|no|nope|ja|jep|nein|oui|non|si|sim|não|nee|tak|nie|ano|da|да|нет|так|ні|はい|いいえ|是|好|네|evet|hayır|kyllä|joo|igen|nem';
