import type { GmailAccess } from '../../../events/shared/options.ts';

const PUBLIC: Record<GmailAccess, string> = {
  send: 'Google verifies the app once: gmail.send is a sensitive scope.',
  drafts:
    'Google verifies the app and asks for a security assessment (CASA) every year: gmail.compose and gmail.readonly are restricted scopes.',
};

/** For the owner of the app at Google. */
export function GoogleRequirements(props: { access: GmailAccess }) {
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
