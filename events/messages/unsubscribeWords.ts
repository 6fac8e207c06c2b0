import type { Language } from '../shared/languages.ts';

/** The page behind the link of an email, in its language. `{sender}`: the business that wrote; `{address}`: of the recipient, masked. */
export type UnsubscribeWords = { ask: string; button: string; done: string; doneLead: string };

export const UNSUBSCRIBE_WORDS: Readonly<Record<Language, UnsubscribeWords>> = {
  ar: {
    ask: 'كتب {sender} إلى {address}. اضغط على الزر كي لا تصلك رسائل أخرى من هذا المرسل.',
    button: 'إلغاء الاشتراك',
    done: 'تم إلغاء الاشتراك',
    doneLead: 'لن يكتب {sender} إلى {address} مرة أخرى. قد تصل رسالة أُرسلت بالفعل.',
  },
  zh: {
    ask: '{sender} 曾写信至 {address}。点击按钮后，您将不再收到其邮件。',
    button: '退订',
    done: '您已退订',
    doneLead: '{sender} 不会再写信至 {address}。已经发出的邮件可能仍会送达。',
  },
  cs: {
    ask: '{sender} napsal na {address}. Stisknutím tlačítka už nedostanete další e-maily od tohoto odesílatele.',
    button: 'Odhlásit se',
    done: 'Jste odhlášeni',
    doneLead: '{sender} už na {address} nenapíše. E-mail, který je již na cestě, může ještě přijít.',
  },
  da: {
    ask: '{sender} skrev til {address}. Tryk på knappen for ikke at få flere e-mails fra afsenderen.',
    button: 'Afmeld',
    done: 'Du er afmeldt',
    doneLead: '{sender} skriver ikke til {address} igen. En e-mail, der allerede er på vej, kan stadig komme frem.',
  },
  nl: {
    ask: '{sender} schreef naar {address}. Druk op de knop om geen e-mails meer van deze afzender te krijgen.',
    button: 'Afmelden',
    done: 'Afmelding voltooid',
    doneLead: '{sender} schrijft niet meer naar {address}. Een e-mail die al onderweg is, kan nog aankomen.',
  },
  en: {
    ask: '{sender} wrote to {address}. Press the button to get no more emails from them.',
    button: 'Unsubscribe',
    done: 'You are unsubscribed',
    doneLead: '{sender} will not write to {address} again. An email that is on its way already may still arrive.',
  },
  fi: {
    ask: '{sender} kirjoitti osoitteeseen {address}. Paina painiketta, niin et saa lähettäjältä enää sähköposteja.',
    button: 'Peru viestit',
    done: 'Viestit on peruttu',
    doneLead: '{sender} ei kirjoita enää osoitteeseen {address}. Jo matkalla oleva viesti voi vielä saapua.',
  },
  fr: {
    ask: '{sender} a écrit à {address}. Appuyez sur le bouton pour ne plus recevoir d’e-mails de cet expéditeur.',
    button: 'Se désinscrire',
    done: 'Désinscription confirmée',
    doneLead: '{sender} n’écrira plus à {address}. Un e-mail déjà en route peut encore arriver.',
  },
  de: {
    ask: '{sender} hat an {address} geschrieben. Mit der Schaltfläche bekommen Sie keine weiteren E-Mails von dort.',
    button: 'Abmelden',
    done: 'Sie sind abgemeldet',
    doneLead: '{sender} schreibt nicht mehr an {address}. Eine E-Mail, die schon unterwegs ist, kann noch ankommen.',
  },
  hi: {
    ask: '{sender} ने {address} पर लिखा था। इस प्रेषक से और ईमेल न पाने के लिए बटन दबाएँ।',
    button: 'सदस्यता समाप्त करें',
    done: 'सदस्यता समाप्त हो गई',
    doneLead: '{sender} अब {address} पर नहीं लिखेगा। जो ईमेल पहले ही भेजा जा चुका है, वह फिर भी आ सकता है।',
  },
  it: {
    ask: '{sender} ha scritto a {address}. Premi il pulsante per non ricevere altre email da questo mittente.',
    button: 'Annulla l’iscrizione',
    done: 'Iscrizione annullata',
    doneLead: '{sender} non scriverà più a {address}. Un’email già in viaggio può ancora arrivare.',
  },
  ja: {
    ask: '{sender} から {address} 宛てにメールをお送りしました。ボタンを押すと、今後メールは届きません。',
    button: '配信を停止する',
    done: '配信を停止しました',
    doneLead: '{sender} から {address} 宛てに今後メールは届きません。送信済みのメールは届く場合があります。',
  },
  ko: {
    ask: '{sender}에서 {address}(으)로 메일을 보냈습니다. 버튼을 누르면 더 이상 메일을 받지 않습니다.',
    button: '수신 거부',
    done: '수신 거부가 완료되었습니다',
    doneLead: '{sender}에서 {address}(으)로 더 이상 메일을 보내지 않습니다. 이미 발송된 메일은 도착할 수 있습니다.',
  },
  no: {
    ask: '{sender} skrev til {address}. Trykk på knappen for ikke å få flere e-poster fra avsenderen.',
    button: 'Meld deg av',
    done: 'Du er meldt av',
    doneLead: '{sender} skriver ikke til {address} igjen. En e-post som allerede er på vei, kan fortsatt komme frem.',
  },
  pl: {
    ask: '{sender} – wiadomość wysłana na {address}. Naciśnij przycisk, aby nie otrzymywać więcej e-maili od tego nadawcy.',
    button: 'Wypisz się',
    done: 'Wypisano',
    doneLead: '{sender} nie napisze więcej na {address}. E-mail, który jest już w drodze, może jeszcze dotrzeć.',
  },
  pt: {
    ask: '{sender} escreveu para {address}. Prima o botão para não receber mais e-mails deste remetente.',
    button: 'Cancelar a subscrição',
    done: 'Subscrição cancelada',
    doneLead: '{sender} não voltará a escrever para {address}. Um e-mail já a caminho ainda pode chegar.',
  },
  es: {
    ask: '{sender} escribió a {address}. Pulse el botón para no recibir más correos de este remitente.',
    button: 'Darse de baja',
    done: 'Baja confirmada',
    doneLead: '{sender} no volverá a escribir a {address}. Un correo que ya está en camino aún puede llegar.',
  },
  sv: {
    ask: '{sender} skrev till {address}. Tryck på knappen för att inte få fler e-postmeddelanden från avsändaren.',
    button: 'Avregistrera',
    done: 'Du är avregistrerad',
    doneLead: '{sender} skriver inte till {address} igen. Ett meddelande som redan är på väg kan ändå komma fram.',
  },
  tr: {
    ask: '{sender}, {address} adresine yazdı. Bu göndericiden başka e-posta almamak için düğmeye basın.',
    button: 'Abonelikten çık',
    done: 'Abonelikten çıktınız',
    doneLead: '{sender} artık {address} adresine yazmayacak. Yola çıkmış bir e-posta yine de gelebilir.',
  },
};
