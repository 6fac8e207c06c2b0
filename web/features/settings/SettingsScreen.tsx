import { History as HistoryIcon, KeyRound } from 'lucide-react';
import { Fragment, useEffect } from 'react';
import { Link, useSearchParams } from 'wouter';
import { useTitle } from '../../app/title.ts';
import { ButtonLook } from '../../components/ui/ButtonLook.tsx';
import { PageHeader } from '../../components/ui/Page.tsx';
import { LoadFailed } from '../../components/ui/QueryState.tsx';
import { Skeleton } from '../../components/ui/Skeleton.tsx';
import { useBusinessProfile } from '../profile/businessProfile.ts';
import { AccountContext, ADDED } from '../sending/account.ts';
import { DoNotContact } from '../suppressions/DoNotContact.tsx';
import { EmailProviderCard } from './EmailProviderCard.tsx';
import { GmailCard } from './GmailCard.tsx';
import { MailboxCard } from './MailboxCard.tsx';
import { MicrosoftCard } from './MicrosoftCard.tsx';
import { SenderDomainCard } from './SenderDomainCard.tsx';
import { SendingAccountsCard } from './SendingAccountsCard.tsx';
import { SendingHoursCard } from './SendingHoursCard.tsx';
import { SignatureForm } from './SignatureForm.tsx';

const SECTIONS = [
  { id: 'profile', title: 'Profile & Signature' },
  { id: 'sending-accounts', title: 'Sending accounts' },
  { id: 'gmail', title: 'Gmail' },
  { id: 'microsoft', title: 'Microsoft' },
  { id: 'mailbox', title: 'Mailbox' },
  { id: 'email-provider', title: 'Email Provider' },
  { id: 'sending-domain', title: 'Sending domain' },
  { id: 'sending-hours', title: 'Sending hours' },
  { id: 'do-not-contact', title: 'Do not contact' },
] as const;

/** Who sends your emails, and how. */
export function SettingsScreen() {
  useTitle('Settings');
  useEffect(keepLinkedCardInView, []);
  return (
    <>
      <PageHeader
        title="Settings"
        note="Who sends your emails, and how."
        actions={
          <>
            <ButtonLook>
              <Link href="/settings/security">
                <KeyRound aria-hidden />
                Account security
              </Link>
            </ButtonLook>
            <ButtonLook>
              <Link href="/settings/history">
                <HistoryIcon aria-hidden />
                History
              </Link>
            </ButtonLook>
          </>
        }
      />
      <SectionLinks />
      <div className="grid items-start gap-4 *:min-w-0 xl:grid-cols-2">
        <div id={SECTIONS[0].id} className="flex scroll-mt-18 flex-col gap-4">
          <Profile />
        </div>
        <div className="flex flex-col gap-4">
          <Accounts />
          <div id={SECTIONS[8].id} className="scroll-mt-18">
            <DoNotContact />
          </div>
        </div>
      </div>
    </>
  );
}

/** The sending accounts, and the cards of the one that is open. */
function Accounts() {
  const [params] = useSearchParams();
  const account = params.get('account') ?? undefined;
  return (
    <AccountContext value={account}>
      <div id={SECTIONS[1].id} className="scroll-mt-18">
        <SendingAccountsCard />
      </div>
      {/* what was typed for one account is no text for another */}
      <Fragment key={account}>
        <div id={SECTIONS[2].id} className="scroll-mt-18">
          <GmailCard />
        </div>
        <div id={SECTIONS[3].id} className="scroll-mt-18">
          <MicrosoftCard />
        </div>
        <div id={SECTIONS[4].id} className="scroll-mt-18">
          <MailboxCard />
        </div>
        <div id={SECTIONS[5].id} className="scroll-mt-18">
          <EmailProviderCard />
        </div>
        {account !== ADDED && (
          <>
            <div id={SECTIONS[6].id} className="scroll-mt-18">
              <SenderDomainCard />
            </div>
            <div id={SECTIONS[7].id} className="scroll-mt-18">
              <SendingHoursCard />
            </div>
          </>
        )}
      </Fragment>
    </AccountContext>
  );
}

/**
 * A link from another screen names the card that it means, which was not there yet when the browser looked for it. The cards above grow while
 * they load, so it is brought into view again until somebody scrolls or presses.
 */
function keepLinkedCardInView(): (() => void) | undefined {
  const card = document.getElementById(window.location.hash.slice(1));
  if (!card) return undefined;
  card.scrollIntoView();
  const watcher = new ResizeObserver(() => card.scrollIntoView());
  watcher.observe(document.body);
  const stop = () => watcher.disconnect();
  const moves = ['wheel', 'touchmove', 'pointerdown', 'keydown'];
  for (const move of moves) window.addEventListener(move, stop, { once: true, passive: true });
  return () => {
    stop();
    for (const move of moves) window.removeEventListener(move, stop);
  };
}

/** Links to the lower cards where they are in one column. */
function SectionLinks() {
  return (
    <nav aria-label="Settings sections" className="mb-3 flex flex-wrap gap-2 xl:hidden">
      {SECTIONS.map(({ id, title }) => (
        <a
          key={id}
          href={`#${id}`}
          className="inline-flex h-7 items-center rounded-full border border-control bg-surface px-2.5 text-ink-2 text-note hover:bg-sunken max-md:h-9 max-md:px-3"
        >
          {title}
        </a>
      ))}
    </nav>
  );
}

/** An empty form in the place of a profile that could not be loaded would be saved over it. */
function Profile() {
  const profile = useBusinessProfile();
  if (profile.isPending) return <Skeleton className="h-96" />;
  if (profile.isError) {
    return <LoadFailed again={profile}>Error loading your business profile. Please try again.</LoadFailed>;
  }
  return <SignatureForm profile={profile.data} />;
}
