import type { MailboxStatusView } from '../../../../api/views.ts';
import { Loading } from '../../../components/ui/QueryState.tsx';
import { client, isAccepted, unwrap } from '../../../lib/client.ts';
import { accountCard } from '../AccountCard.tsx';
import { loginCalls } from '../api.ts';
import { ConnectedAccount } from '../ConnectedAccount.tsx';
import { SignInAccount } from '../SignInAccount.tsx';
import { MICROSOFT_CHANNEL } from '../signInChannels.ts';
import type { SignIn } from '../signInWindow.ts';
import { useMailboxOf } from './mailboxKind.ts';

const SIGN_IN: SignIn = {
  name: 'Microsoft',
  fetchAddress: (account) => unwrap(client.api.microsoft['auth-url'].$get({ query: { account } })),
  exchange: async (json) => {
    const result = await unwrap(client.api.microsoft.callback.$post({ json }));
    return isAccepted(result) ? null : result;
  },
  listen: MICROSOFT_CHANNEL.listen,
  heardByAll: true,
};

export const MicrosoftCard = accountCard({
  title: 'Microsoft 365 / Outlook',
  note: 'Send from your own mailbox.',
  useStatus: () => useMailboxOf({ microsoft: true }),
  loading: <Loading label="Loading the Microsoft account" height="h-24" />,
  failed: 'Error loading the Microsoft account. Please try again.',
  Body,
});

function Body(props: { status: MailboxStatusView & { other: string | null } }) {
  const { microsoftUnavailable, connected, email, error, replies, other } = props.status;
  return (
    <SignInAccount
      signIn={SIGN_IN}
      connected={connected}
      lost={error && `${error} Queued emails are kept and sent once you connect your account again.`}
      unavailable={microsoftUnavailable}
      asks={`Microsoft asks you in a pop-up window. Partner Pilot sends emails for you, and reads new emails to find replies. It keeps only those of your partners.${
        other ? ` The account takes the place of the mailbox ${other}.` : ''
      }`}
    >
      {connected && (
        <ConnectedAccount calls={loginCalls('smtp')} email={email} replies={replies} canTest={error === null} />
      )}
    </SignInAccount>
  );
}
