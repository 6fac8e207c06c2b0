/** The class itself: TypeScript 7 sees no named export of a package that is declared with `export =`. */
declare module '@sendgrid/mail/src/classes/mail-service.js' {
  import type mail from '@sendgrid/mail';

  const MailService: new () => typeof mail;
  export = MailService;
}
declare module '@sendgrid/client/src/classes/client.js' {
  import type client from '@sendgrid/client';

  const Client: new () => typeof client;
  export = Client;
}
