import type { GmailStatusView } from '../../../../api/views.ts';
import type { GmailAccess } from '../../../../events/shared/options.ts';
import { Notice } from '../../../components/ui/Notice.tsx';
import { QueryState } from '../../../components/ui/QueryState.tsx';
import { Skeleton } from '../../../components/ui/Skeleton.tsx';
import { client, isAccepted, unwrap } from '../../../lib/client.ts';
import { gmailCalls, useGmailStatus } from '../api.ts';
import { ConnectedAccount } from '../ConnectedAccount.tsx';
import { SignInAccount } from '../SignInAccount.tsx';
import { GMAIL_CHANNEL } from '../signInChannels.ts';
import type { SignIn } from '../signInWindow.ts';

const SIGN_IN: SignIn = {
  name: 'Gmail',
  fetchAddress: (account) => unwrap(client.api.gmail['auth-url'].$get({ query: { account } })),
  exchange: async (json) => {
    const result = await unwrap(client.api.gmail.callback.$post({ json }));
    return isAccepted(result) ? null : { email: result.gmailEmail };
  },
  listen: GMAIL_CHANNEL.listen,
};

export function GmailAccount() {
  return (
    <QueryState
      query={useGmailStatus()}
      loading={
        <div role="status" className="flex flex-col gap-2">
          <p className="text-ink-3 text-small">Checking the connection…</p>
          <Skeleton className="h-8 w-44" />
        </div>
      }
      failed="Failed to check status"
    >
      {(status) => <Connection status={status} />}
    </QueryState>
  );
}

function Connection(props: { status: GmailStatusView }) {
  const { connected, gmailEmail, needsReauth, unavailable, error, access, appAccess } = props.status;
  return (
    <>
      {error && <Notice tone="bad">{error}</Notice>}
      <SignInAccount
        signIn={SIGN_IN}
        connected={connected}
        lost={needsReauth && 'Your Gmail connection needs to be refreshed. Please reconnect your account.'}
        unavailable={unavailable}
        asks={`Google asks you in a pop-up window. ${
          access === 'drafts'
            ? 'Partner Pilot sends emails for you, confirms what was sent, and reads new emails to find replies. It keeps only those of your partners.'
            : "Partner Pilot sends emails for you, and can't read your inbox."
        }`}
      >
        {needsReauth && !error && (
          <p className="text-ink-3 text-small">
            Needed every week? Then the Google app of this installation is still in testing. Tell your administrator.
          </p>
        )}
        {connected && <ConnectedAccount calls={gmailCalls} email={gmailEmail} canTest={gmailEmail !== null} />}
      </SignInAccount>
      {appAccess && <Requirements access={appAccess} />}
    </>
  );
}

const PUBLIC: Record<GmailAccess, string> = {
  send: 'Google verifies the app once: gmail.send is a sensitive scope.',
  drafts:
    'Google verifies the app and asks for a security assessment (CASA) every year: gmail.compose and gmail.readonly are restricted scopes.',
};

/** For the owner of the app at Google. */
function Requirements(props: { access: GmailAccess }) {
  const rows = [
    ['Internal', 'Only your own Google Workspace organization can connect. No verification.'],
    ['In testing', 'At most 100 test users that you name. Connections end after 7 days, and users must reconnect.'],
    ['Public', PUBLIC[props.access]],
  ];
  return (
    <details className="text-small">
      <summary className="w-fit text-accent underline underline-offset-2">What Google asks of this app</summary>
      <p className="mt-2 text-ink-2">It depends on the user type and the publishing status in Google Cloud.</p>
      <dl className="mt-2 flex flex-col gap-2">
        {rows.map(([status, asks]) => (
          <div key={status}>
            <dt className="font-medium">{status}</dt>
            <dd className="text-ink-2">{asks}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
