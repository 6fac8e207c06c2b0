import type { QueryKey } from '@tanstack/react-query';
import type { EmailSettingsView, SendGridTestView } from '../../../api/views.ts';
import type { ConnectForm } from '../../../events/sending/mailboxInput.ts';
import type { EmailSettingsForm } from '../../../events/sending/mailInput.ts';
import { ACCOUNT_WORDS } from '../../../events/shared/accountWords.ts';
import type { EmailProvider, LoginProvider } from '../../../events/shared/options.ts';
import { client, isAccepted, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { query } from '../../lib/query.ts';
import type { ToastText } from '../../lib/toasts.ts';
import { useAction } from '../../lib/useAction.ts';
import { ADDED, keyOf, useAccount } from '../sending/account.ts';
import { useOpenAdded } from './openAccount.ts';

const { gmail, mailbox, sendgrid } = client.api;

const [useEmailSettingsOf, emailSettingsQuery] = query((account: string | undefined) => ({
  key: keyOf(['email-settings'], account),
  call: () => unwrap(client.api['email-settings'].$get({ query: { account } })),
}));

export const useEmailSettings = () => useEmailSettingsOf(useAccount());

const [useGmailStatusOf] = query((account: string | undefined) => ({
  key: keyOf(['gmail', 'status'], account),
  call: () => unwrap(gmail.status.$get({ query: { account } })),
}));

export const useGmailStatus = () => useGmailStatusOf(useAccount());

const [useMailboxStatusOf] = query((account: string | undefined, provider: LoginProvider, enabled: boolean) => ({
  key: keyOf(['mailbox', 'status', provider], account),
  call: () => unwrap(mailbox.status.$get({ query: { account, provider } })),
  enabled,
}));

export const useMailboxStatus = (provider: LoginProvider = 'smtp', { enabled = true } = {}) =>
  useMailboxStatusOf(useAccount(), provider, enabled);

const [useSenderDomainOf, senderDomainQuery] = query((account: string | undefined) => ({
  key: keyOf(['sender-domain'], account),
  call: () => unwrap(client.api['sender-domain'].$get({ query: { account } })),
}));

export const useSenderDomain = () => useSenderDomainOf(useAccount());

/** What the Email Provider card and the list of accounts say of a connection. */
const CONNECTION: readonly QueryKey[] = [['email-settings'], ['sending-accounts']];
export const GMAIL: readonly QueryKey[] = [['gmail', 'status'], ...CONNECTION];
export const MAILBOX: readonly QueryKey[] = [['mailbox', 'status'], ...CONNECTION];

/** Gmail and a mailbox can be chosen before they are connected; the card says what is missing. */
function canSend({ emailProvider, hold, ...has }: EmailSettingsView): boolean {
  const connected: readonly EmailProvider[] = [
    ...has.connectedLogins,
    ...(has.hasGmailAuth ? ['gmail' as const] : []),
    ...(has.hasSendGridKey && has.fromEmail !== null ? ['sendgrid' as const] : []),
  ];
  return hold === null && emailProvider !== null && connected.includes(emailProvider);
}

export function useSaveEmailSettings() {
  const account = useAccount();
  const openAdded = useOpenAdded();
  return useAction({
    // the key only if it was typed
    call: (json: EmailSettingsForm) => unwrap(client.api['email-settings'].$put({ query: { account }, json })),
    failed: failure('Error', 'Failed to update email settings'),
    done: (saved) => ({
      title: 'Email Settings Updated',
      ...(canSend(saved) && { text: 'The next email goes out this way.' }),
    }),
    after: async (saved, _, queries) => {
      if (account !== ADDED) queries.setQueryData(emailSettingsQuery(account).queryKey, saved);
      await queries.invalidateQueries({ queryKey: ['email-settings'] });
      await openAdded(saved.fromEmail);
    },
  });
}

export function useConnectMailbox(provider: LoginProvider = 'smtp') {
  const { name } = ACCOUNT_WORDS[provider];
  const account = useAccount();
  const openAdded = useOpenAdded();
  return useAction({
    call: async (json: ConnectForm) => {
      const result = await unwrap(mailbox.connect.$post({ query: { account }, json }));
      return isAccepted(result) ? null : result;
    },
    failed: failure('Connection Failed', `Failed to connect ${said(name)}`),
    done: (connected) =>
      connected
        ? { title: `${name} Connected`, text: `Emails can go out from ${connected.email}.` }
        : { title: `Connecting ${name}`, text: 'This takes longer than usual. The card shows it once it is done.' },
    after: (connected) => openAdded(connected?.email),
    stale: MAILBOX,
  });
}

/** The name of an account within a sentence. */
const said = (name: string): string => (name === ACCOUNT_WORDS.smtp.name ? 'the mailbox' : name);

function useDisconnecting(
  call: (account: string | undefined) => Promise<unknown>,
  { name, stale }: { name: string; stale: readonly QueryKey[] },
) {
  const account = useAccount();
  return useAction({
    call: () => call(account),
    failed: failure('Disconnection Failed', `Failed to disconnect ${said(name)}`),
    done: { title: `${name} Disconnected`, text: 'No more emails go out from it.' },
    stale,
  });
}

export const useDisconnectGmail = () =>
  useDisconnecting((account) => gmail.disconnect.$post({ query: { account } }), { name: 'Gmail', stale: GMAIL });

export const useDisconnectMailbox = (provider: LoginProvider) =>
  useDisconnecting((account) => mailbox.disconnect.$post({ query: { account, provider } }), {
    name: ACCOUNT_WORDS[provider].name,
    stale: MAILBOX,
  });

export const useDisconnectSendGrid = () =>
  useDisconnecting((account) => sendgrid.disconnect.$post({ query: { account } }), {
    name: 'SendGrid',
    stale: CONNECTION,
  });

const testFailed = failure('Test Failed', 'Failed to send test email');

const testText = (result: object, inbox: string): ToastText =>
  isAccepted(result)
    ? { title: 'Sending Test Email', text: 'This takes longer than usual. Check your inbox in a minute.' }
    : { title: 'Test Email Sent', text: `Check the inbox of ${inbox}.` };

const GMAIL_TEST = {
  subject: 'Test email from Partner Pilot',
  body: 'This is a test. Your Gmail account is connected, and Partner Pilot can send emails from it.',
};

/** Sends an email from the connected account to itself. */
export function useTestGmail() {
  const account = useAccount();
  return useAction({
    call: (to: string) => unwrap(gmail.send.$post({ query: { account }, json: { to, ...GMAIL_TEST } })),
    failed: testFailed,
    done: testText,
  });
}

/** Sends an email from the mailbox to itself. */
export function useTestMailbox(provider: LoginProvider) {
  const account = useAccount();
  return useAction({
    call: () => unwrap(mailbox.test.$post({ query: { account, provider } })),
    failed: testFailed,
    done: (result) => testText(result, 'your mailbox'),
    stale: MAILBOX,
  });
}

/** An email from the sender to itself, to know before the first campaign. Null: the server is still at it. */
export const useTestSendGrid = (account: string | undefined) =>
  useAction({
    call: async (): Promise<SendGridTestView | null> => {
      const result = await unwrap(sendgrid.test.$post({ query: { account } }));
      return isAccepted(result) ? null : result;
    },
    failed: testFailed,
    stale: [['email-settings']],
  });

export function useCheckSenderDomain() {
  const account = useAccount();
  return useAction({
    call: () => unwrap(client.api['sender-domain'].check.$post({ query: { account } })),
    failed: failure('Not Checked', 'Failed to check the domain'),
    done: (result) => (isAccepted(result) ? { title: 'Checking Domain', text: 'The result shows up here.' } : null),
    after: (result, _, queries) => {
      if (!isAccepted(result)) queries.setQueryData(senderDomainQuery(account).queryKey, result);
    },
  });
}
