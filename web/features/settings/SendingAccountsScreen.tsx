import { Plus } from 'lucide-react';
import type { SendingAccountView } from '../../../api/views.ts';
import { ButtonLink } from '../../components/ui/ButtonLink.tsx';
import { Card } from '../../components/ui/Card.tsx';
import { Loading, QueryState } from '../../components/ui/QueryState.tsx';
import { SectionColumn } from '../../components/ui/Sections.tsx';
import { AccountContext, ADDED } from '../sending/account.ts';
import { useSendingAccounts } from '../sending/api.ts';
import { AccountRow } from './AccountRow.tsx';
import { AddAccount } from './AddAccount.tsx';
import { accountUrl, useOpenAccount } from './openAccount.ts';
import { SettingsPage } from './SettingsPage.tsx';

export function SendingAccountsScreen() {
  const accounts = useSendingAccounts();
  const asked = useOpenAccount();
  const isAdding = asked === ADDED || accounts.data?.length === 0;
  return (
    <SettingsPage note="Choose how your emails are sent.">
      <SectionColumn>
        <Card
          title="Sending accounts"
          note="Bounces and spam reports count for 30 days."
          actions={
            !isAdding && (
              <ButtonLink href={accountUrl(ADDED)}>
                <Plus aria-hidden />
                Add account
              </ButtonLink>
            )
          }
        >
          <QueryState
            query={accounts}
            loading={<Loading label="Loading the sending accounts" height="h-16" />}
            failed="Error loading the sending accounts. Please try again."
          >
            {(list) => (
              <>
                {isAdding && (
                  <AccountContext value={ADDED}>
                    <AddAccount accounts={list} />
                  </AccountContext>
                )}
                <AccountList list={list} open={isAdding ? undefined : openOf(list, asked)} isNamed={Boolean(asked)} />
              </>
            )}
          </QueryState>
        </Card>
      </SectionColumn>
    </SettingsPage>
  );
}

/** A link from another screen that names no account means the first. */
function openOf(list: readonly SendingAccountView[], asked: string | undefined): string | undefined {
  if (asked) return asked;
  return list.length === 1 || window.location.hash ? list[0]?.id : undefined;
}

function AccountList(props: { list: readonly SendingAccountView[]; open: string | undefined; isNamed: boolean }) {
  const { list, open, isNamed } = props;
  if (list.length === 0) return null;
  return (
    <ul aria-label="Sending accounts" className="divide-y">
      {list.map((account) => (
        <AccountRow
          key={account.id}
          account={account}
          isOpen={account.id === open}
          isNamed={isNamed}
          isOnly={list.length === 1}
        />
      ))}
    </ul>
  );
}
