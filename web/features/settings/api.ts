import type { QueryKey } from '@tanstack/react-query';
import type { EmailSettingsView, SendGridTestView } from '../../../api/views.ts';
import type { ConnectForm } from '../../../events/sending/mailboxInput.ts';
import type { EmailSettingsForm } from '../../../events/sending/mailInput.ts';
import { type LoginProvider, PROVIDER_NAMES } from '../../../events/shared/options.ts';
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

const [useMailboxStatusOf] = query((account: string | undefined, provider: LoginProvider) => ({
  key: keyOf(['mailbox', 'status', provider], account),
  call: () => unwrap(mailbox.status.$get({ query: { account, provider } })),
}));

export const useMailboxStatus = (provider: LoginProvider = 'smtp') => useMailboxStatusOf(useAccount(), provider);

const [useSenderDomainOf, senderDomainQuery] = query((account: string | undefined) => ({
  key: keyOf(['sender-domain'], account),
  call: () => unwrap(client.api['sender-domain'].$get({ query: { account } })),
}));

export const useSenderDomain = () => useSenderDomainOf(useAccount());

const CONNECTION: readonly QueryKey[] = [['gmail'], ['mailbox'], ['email-settings'], ['sending-accounts']];

/** Null: the test of the typed key takes longer. */
export function useSaveEmailSettings() {
  const account = useAccount();
  const openAdded = useOpenAdded();
  return useAction({
    // the key only if it was typed; it is tested before it is saved
    call: async (json: EmailSettingsForm): Promise<EmailSettingsView | null> => {
      const query = { account, ...(json.sendgridApiKey && { check: 'true' as const }) };
      const result = await unwrap(client.api['email-settings'].$put({ query, json }));
      return isAccepted(result) ? null : result;
    },
    failed: failure('Error', 'Failed to update email settings'),
    done: (saved) =>
      saved
        ? {
            title: 'Email Settings Updated',
            ...(saved.hold === null && { text: 'The next email goes out this way.' }),
          }
        : {
            title: 'Testing SendGrid',
            text: 'This takes longer than usual. The list shows the account once it is done.',
          },
    stale: CONNECTION,
    after: async (saved, _, queries) => {
      if (!saved) return;
      if (account !== ADDED) queries.setQueryData(emailSettingsQuery(account).queryKey, saved);
      await openAdded(saved.fromEmail);
    },
  });
}

/** The texts about connecting an account. `email`: null if the provider gives none. */
export const connecting = (name: string) => ({
  failed: failure('Connection Failed', `Failed to connect ${said(name)}`),
  done: (connected: { email: string | null } | null): ToastText =>
    connected
      ? { title: `${name} Connected`, text: `Emails can go out from ${connected.email ?? 'it'}.` }
      : {
          title: `Connecting ${name}`,
          text: 'This takes longer than usual. The list shows the account once it is done.',
        },
  stale: CONNECTION,
});

export function useConnectMailbox(provider: LoginProvider) {
  const account = useAccount();
  const openAdded = useOpenAdded();
  return useAction({
    call: async (json: ConnectForm) => {
      const result = await unwrap(mailbox.connect.$post({ query: { account }, json }));
      return isAccepted(result) ? null : result;
    },
    ...connecting(PROVIDER_NAMES[provider]),
    after: (connected) => openAdded(connected?.email),
  });
}

/** The name of an account within a sentence. */
const said = (name: string): string => (name === PROVIDER_NAMES.smtp ? 'the mailbox' : name);

export type AccountCalls = {
  name: string;
  /** Its name in the question before it is disconnected. */
  account: string;
  /** Where its test email arrives; unset: at its address. */
  inbox?: string;
  /** Sends an email from the account to itself. */
  test: (to: string, account: string | undefined) => Promise<object>;
  disconnect: (account: string | undefined) => Promise<unknown>;
};

export const gmailCalls: AccountCalls = {
  name: 'Gmail',
  account: 'Gmail',
  test: (to, account) =>
    unwrap(
      gmail.send.$post({
        query: { account },
        json: {
          to,
          subject: 'Test email from Partner Pilot',
          body: 'This is a test. Your Gmail account is connected, and Partner Pilot can send emails from it.',
        },
      }),
    ),
  disconnect: (account) => gmail.disconnect.$post({ query: { account } }),
};

export const loginCalls = (provider: LoginProvider): AccountCalls => ({
  name: PROVIDER_NAMES[provider],
  account: 'this mailbox',
  inbox: 'your mailbox',
  test: (_, account) => unwrap(mailbox.test.$post({ query: { account, provider } })),
  disconnect: (account) => mailbox.disconnect.$post({ query: { account, provider } }),
});

export const sendGridCalls: Pick<AccountCalls, 'name' | 'disconnect'> = {
  name: 'SendGrid',
  disconnect: (account) => sendgrid.disconnect.$post({ query: { account } }),
};

export function useDisconnect({ name, disconnect }: Pick<AccountCalls, 'name' | 'disconnect'>) {
  const account = useAccount();
  return useAction({
    call: () => disconnect(account),
    failed: failure('Disconnection Failed', `Failed to disconnect ${said(name)}`),
    done: { title: `${name} Disconnected`, text: 'No more emails go out from it.' },
    stale: CONNECTION,
  });
}

const testFailed = failure('Test Failed', 'Failed to send test email');

export function useTestAccount({ inbox, test }: AccountCalls) {
  const account = useAccount();
  return useAction({
    call: (to: string) => test(to, account),
    failed: testFailed,
    done: (result, to) =>
      isAccepted(result)
        ? { title: 'Sending Test Email', text: 'This takes longer than usual. Check your inbox in a minute.' }
        : { title: 'Test Email Sent', text: `Check the inbox of ${inbox ?? to}.` },
    stale: CONNECTION,
  });
}

/** Sends a test email from the sender to itself. Null: the server has not finished yet. */
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
