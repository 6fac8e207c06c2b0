import { useRef } from 'react';
import { AdminPage } from '../admin/AdminPage.tsx';
import { AdminErasures } from '../erasures/AdminErasures.tsx';
import { useCurrentUser } from '../session/api.ts';
import { History } from './History.tsx';
import { useHistoryUrl } from './historyUrl.ts';
import { TenantBox } from './TenantBox.tsx';

/** The events of the installation, with the data of every tenant. */
export function AuditScreen() {
  const { view, change } = useHistoryUrl();
  const isAuditor = useCurrentUser().data?.isAuditor ?? false;
  const users = useRef<HTMLInputElement>(null);
  return (
    <AdminPage title="Audit" note="Everything that happened in this installation: what, when, by whom and why.">
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <TenantBox
          field={users}
          tenant={view.tenant}
          onChange={(tenant) => change({ tenant, stream: null, open: null, number: null, campaign: null, at: null })}
        />
        {view.shows === 'erasures' && !isAuditor && <AdminErasures tenant={view.tenant} />}
      </div>
      <History
        scope={{ admin: true, tenant: view.tenant }}
        onChooseUser={() => {
          users.current?.focus();
          // as a person presses it: the list opens
          users.current?.click();
        }}
      />
    </AdminPage>
  );
}
