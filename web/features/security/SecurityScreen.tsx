import { ArrowLeft } from 'lucide-react';
import { Link } from 'wouter';
import type { SecurityView } from '../../../api/views.ts';
import { useTitle } from '../../app/title.ts';
import { Badge } from '../../components/ui/Badge.tsx';
import { Button } from '../../components/ui/Button.tsx';
import { Card } from '../../components/ui/Card.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { PageHeader } from '../../components/ui/Page.tsx';
import { Skeleton } from '../../components/ui/Skeleton.tsx';
import { EmailCard } from './EmailCard.tsx';
import { PasswordCard } from './PasswordCard.tsx';
import { SecondFactorCard } from './SecondFactorCard.tsx';
import { SessionsCard } from './SessionsCard.tsx';
import { useSecurity } from './security.ts';

/** How one gets into this account, and who is in. */
export function SecurityScreen() {
  useTitle('Account security');
  const security = useSecurity();
  return (
    <>
      <PageHeader
        before={
          <Link
            href="/settings"
            className="inline-flex min-h-8 items-center gap-1 text-ink-2 text-small hover:text-ink"
          >
            <ArrowLeft aria-hidden className="size-4" />
            Back to Settings
          </Link>
        }
        title="Account security"
        note="How you sign in, and where you are signed in."
      />
      {security.isError && (
        <Notice
          tone="bad"
          className="mb-4"
          action={
            <Button size="small" onClick={() => void security.refetch()}>
              Try again
            </Button>
          }
        >
          Error loading your account security. Please try again.
        </Notice>
      )}
      <div className="grid items-start gap-4 *:min-w-0 xl:grid-cols-2">
        <div className="flex flex-col gap-4">
          {security.isPending && (
            <div role="status" aria-label="Loading your account security" className="flex flex-col gap-4">
              <Skeleton className="h-32" />
              <Skeleton className="h-72" />
              <Skeleton className="h-40" />
            </div>
          )}
          {security.data && (
            <>
              <EmailCard security={security.data} />
              <PasswordCard security={security.data} />
            </>
          )}
        </div>
        <div className="flex flex-col gap-4">
          {security.data && <SecondFactorCard security={security.data} />}
          <SessionsCard />
          {security.data && <ProvidersCard issuers={security.data.issuers} />}
        </div>
      </div>
    </>
  );
}

function ProvidersCard(props: Pick<SecurityView, 'issuers'>) {
  return (
    <Card title="Sign-in providers" note="Accounts elsewhere with which you can sign in here.">
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
