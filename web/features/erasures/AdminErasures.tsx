import { useState } from 'react';
import { Button } from '../../components/ui/Button.tsx';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { onDemand } from '../../lib/onDemand.tsx';
import { useUsers } from '../admin/api.ts';

const AdminErasureDialog = onDemand(() =>
  import('./AdminErasureDialog.tsx').then((module) => module.AdminErasureDialog),
);

/** Erasures by an admin for a person who asked: an address of a tenant, or the tenant. */
export function AdminErasures(props: { tenant: string | null }) {
  const { tenant } = props;
  const [kind, setKind] = useState<'address' | 'tenant' | null>(null);
  const users = useUsers();
  if (tenant === null) {
    return <p className="text-ink-2">Choose a user above to erase an address that they hold, or all that is theirs.</p>;
  }
  return (
    <div className="flex flex-wrap gap-2">
      <Button disabled={users.isPending} onClick={() => setKind('address')}>
        Erase an address
      </Button>
      <Button variant="quietDanger" disabled={users.isPending} onClick={() => setKind('tenant')}>
        Erase this user
      </Button>
      <FetchedPart onLost={() => setKind(null)}>
        {kind && (
          <AdminErasureDialog
            kind={kind}
            tenant={tenant}
            user={users.data?.find(({ workspaceId }) => workspaceId === tenant)}
            onClose={() => setKind(null)}
          />
        )}
      </FetchedPart>
    </div>
  );
}
