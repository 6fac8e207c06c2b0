/**
 * The Microsoft accounts of the sandbox. `adminConsent`: its organization lets nobody allow an app. `smtpOff`: authenticated SMTP is off for
 * its mailbox.
 */
export interface MicrosoftAccount {
  readonly id: string;
  readonly email: string;
  /** By which it signs in: not always the address of the mailbox. */
  readonly userName: string;
  readonly name: string;
  readonly personal?: true;
  readonly adminConsent?: true;
  readonly smtpOff?: true;
}

const account = (id: string, email: string, name: string, more: Partial<MicrosoftAccount> = {}): MicrosoftAccount => ({
  id,
  email,
  userName: email,
  name,
  ...more,
});

export const accounts: readonly MicrosoftAccount[] = [
  account('m-nora', 'nora.lind@outlook.example', 'Nora Lind', { personal: true }),
  account('m-desk', 'desk@fjordworks.example', 'Fjordworks Desk', { userName: 'desk@fjordworks.onmicrosoft.example' }),
  account('m-trainee', 'trainee@guarded.example', 'A trainee who may allow no app', { adminConsent: true }),
  account('m-scanner', 'scanner@closed.example', 'A mailbox without authenticated SMTP', { smtpOff: true }),
];

export const accountOf = (id: string | undefined): MicrosoftAccount | undefined =>
  accounts.find((one) => one.id === id);
