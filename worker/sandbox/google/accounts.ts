/** The Google accounts of the sandbox. `gmail`: whether it has a mailbox; a Google account can do without. */
export interface GoogleAccount {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly gmail: boolean;
}

export const accounts: readonly GoogleAccount[] = [
  { id: '100000000000000000001', email: 'robin.vale@gmail.example', name: 'Robin Vale', gmail: true },
  { id: '100000000000000000002', email: 'press@northwind.example', name: 'Northwind Press', gmail: true },
  { id: '100000000000000000004', email: 'ada.okafor@gmail.example', name: 'Ada Okafor', gmail: true },
  { id: '100000000000000000003', email: 'no.mailbox@mail.example', name: 'An account without Gmail', gmail: false },
];

export const accountOf = (id: string | undefined): GoogleAccount | undefined =>
  accounts.find((account) => account.id === id);
