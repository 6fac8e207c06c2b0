import type { SecurityView } from '../../../api/views.ts';
import { useTitle } from '../../app/title.ts';
import { BackLink } from '../../components/ui/BackLink.tsx';
import { Badge } from '../../components/ui/Badge.tsx';
import { Card } from '../../components/ui/Card.tsx';
import { PageHeader } from '../../components/ui/Page.tsx';
import { LoadFailed, Loading } from '../../components/ui/QueryState.tsx';
import { SectionColumn } from '../../components/ui/Sections.tsx';
import { useBusinessProfile } from '../profile/api.ts';
import { useCurrentUser } from '../session/api.ts';
import { SettingsPage } from '../settings/SettingsPage.tsx';
import { AccessTokensCard } from './AccessTokensCard.tsx';
import { useSecurity } from './api.ts';
import { EmailCard } from './EmailCard.tsx';
import { IncomingWebhooksCard } from './IncomingWebhooksCard.tsx';
import { NameCard } from './NameCard.tsx';
import { PasskeysCard } from './PasskeysCard.tsx';
import { PasswordCard } from './PasswordCard.tsx';
import { SecondFactorCard } from './SecondFactorCard.tsx';
import { SessionsCard } from './SessionsCard.tsx';

/** The ways into this account, and its open sessions. Before there is a business profile the rest of Settings is not to be had. */
export function SecurityScreen() {
  const isNew = useBusinessProfile().data === null;
  const isAuditor = useCurrentUser().data?.isAuditor ?? false;
  if (!isNew) {
    return (
      <SettingsPage title={TITLE} note={NOTE}>
        <SecurityCards />
      </SettingsPage>
    );
  }
  return (
    <>
      <PageHeader before={!isAuditor && <BackLink href="/onboarding" to="the setup" />} title={TITLE} note={NOTE} />
      <SecurityCards />
    </>
  );
}

const TITLE = 'Account security';
const NOTE = 'How you sign in, and where you are signed in.';

function SecurityCards() {
  useTitle(TITLE);
  const security = useSecurity();
  const user = useCurrentUser().data;
  return (
    <SectionColumn>
      {security.isError && (
        <LoadFailed again={security}>Error loading your account security. Please try again.</LoadFailed>
      )}
      {security.isPending && <Loading form label="Loading your account security" rows={3} height="panel h-48 p-4" />}
      {security.data && (
        <>
          {user && <NameCard user={user} />}
          <EmailCard security={security.data} />
          <PasswordCard security={security.data} />
          <SecondFactorCard security={security.data} />
          <PasskeysCard security={security.data} />
        </>
      )}
      <SessionsCard />
      {security.data && user && <AccessTokensCard security={security.data} user={user} />}
      {security.data && user && !user.isAuditor && <IncomingWebhooksCard security={security.data} user={user} />}
      {security.data && <ProvidersCard issuers={security.data.issuers} />}
    </SectionColumn>
  );
}

function ProvidersCard(props: Pick<SecurityView, 'issuers'>) {
  return (
    <Card title="Sign-in providers" note="Other accounts that you can sign in with.">
      {props.issuers.length === 0 ? (
        <p className="p-4 text-ink-2">
          No provider is linked. One is linked when you sign in through it with your confirmed email address.
        </p>
      ) : (
        <ul className="divide-y">
          {props.issuers.map((issuer) => (
            <li key={issuer} className="flex items-center gap-3 px-4 py-3">
              <span className="wrap-anywhere min-w-0 flex-1 font-medium">{issuer}</span>
              <Badge tone="good">Linked</Badge>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
