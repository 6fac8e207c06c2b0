import { Fragment, type ReactNode, useEffect } from 'react';
import { SectionColumn } from '../../components/ui/Sections.tsx';
import { AccountContext, ADDED } from '../sending/account.ts';
import { EmailProviderCard } from './EmailProviderCard.tsx';
import { useOpenAccount } from './openAccount.ts';
import { PROVIDER_PARTS } from './providerParts.ts';
import { SenderDomainCard } from './SenderDomainCard.tsx';
import { SendingAccountsCard } from './SendingAccountsCard.tsx';
import { SettingsPage } from './SettingsPage.tsx';

/** The sending accounts, and the cards of the one that is open. */
export function SendingAccountsScreen() {
  const account = useOpenAccount();
  useEffect(keepLinkedCardInView, []);
  return (
    <SettingsPage note="Choose how your emails are sent.">
      <AccountContext value={account}>
        <SectionColumn>
          <Linked id="sending-accounts">
            <SendingAccountsCard />
          </Linked>
          {/* drop typed text when another account opens */}
          <Fragment key={account}>
            <Linked id="email-provider">
              <EmailProviderCard />
            </Linked>
            {Object.values(PROVIDER_PARTS).flatMap(({ cards }) =>
              cards.map(({ id, Card }) => (
                <Linked key={id} id={id}>
                  <Card />
                </Linked>
              )),
            )}
            {account !== ADDED && (
              <Linked id="sending-domain">
                <SenderDomainCard />
              </Linked>
            )}
          </Fragment>
        </SectionColumn>
      </AccountContext>
    </SettingsPage>
  );
}

const Linked = (props: { id: string; children: ReactNode }) => (
  <div id={props.id} className="scroll-mt-18">
    {props.children}
  </div>
);

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
