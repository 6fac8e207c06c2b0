import { useTitle } from '../../app/title.ts';
import { Button, buttonClasses } from '../../components/ui/Button.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { PageHeader } from '../../components/ui/Page.tsx';
import { Loading, QueryState } from '../../components/ui/QueryState.tsx';
import { useSecurity } from './api.ts';
import { PasskeysCard } from './PasskeysCard.tsx';
import { SecondFactorCard } from './SecondFactorCard.tsx';

const TITLE = 'Set up two-factor authentication';

/** The only screen of a user who owes the second factor that this installation demands. */
export function SecondFactorFirst() {
  useTitle(TITLE);
  const security = useSecurity();
  return (
    <main className="mx-auto flex max-w-form flex-col gap-4 px-4 py-8">
      <PageHeader title={TITLE} note="This installation requires it. Use an authenticator app or a passkey." />
      <QueryState
        query={security}
        loading={<Loading label="Loading your account security" rows={2} height="panel h-48 p-4" />}
        failed="Error loading your account security. Please try again."
      >
        {(data) => (
          <>
            {data.secondFactor && (
              <Notice
                tone="info"
                action={
                  <Button size="small" variant="primary" onClick={() => window.location.reload()}>
                    Continue
                  </Button>
                }
              >
                Two-factor authentication is on.
              </Notice>
            )}
            <SecondFactorCard security={data} />
            <PasskeysCard security={data} />
          </>
        )}
      </QueryState>
      <p>
        <a href="/api/logout" className={buttonClasses('outline')}>
          Log out
        </a>
      </p>
    </main>
  );
}
