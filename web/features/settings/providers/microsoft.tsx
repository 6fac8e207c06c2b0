import type { MailboxStatusView } from '../../../../api/views.ts';
import { client, isAccepted, unwrap } from '../../../lib/client.ts';
import { loginCalls } from '../api.ts';
import { ConnectedAccount } from '../ConnectedAccount.tsx';
import { SignInAccount } from '../SignInAccount.tsx';
import { MICROSOFT_CHANNEL } from '../signInChannels.ts';
import type { SignIn } from '../signInWindow.ts';

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

export function MicrosoftAccount(props: { status: MailboxStatusView }) {
  const { microsoftUnavailable, connected, email, error } = props.status;
  return (
    <SignInAccount
      signIn={SIGN_IN}
      connected={connected}
      lost={error && `${error} Queued emails are kept and sent once you connect your account again.`}
      unavailable={microsoftUnavailable}
      asks="Microsoft asks you in a pop-up window. Partner Pilot sends emails for you, and reads new emails to find replies. It keeps only those of your partners."
    >
      {connected && <ConnectedAccount calls={loginCalls('smtp')} email={email} canTest={error === null} />}
    </SignInAccount>
  );
}
