import { useState } from 'react';
import { Button } from '../../components/ui/Button.tsx';
import { ConfirmDialog } from '../../components/ui/ConfirmDialog.tsx';
import { useDeleteUser } from './deleteUser.ts';
import { useUpdateUser } from './updateUser.ts';
import type { AdminUser } from './users.ts';

/** Pause or unpause, and delete. */
export function UserActions(props: { user: AdminUser }) {
  const { user } = props;
  const [asking, setAsking] = useState(false);
  const update = useUpdateUser(user);
  const remove = useDeleteUser(user);
  const who = user.email ?? user.id;
  return (
    <>
      <Button
        size="small"
        pending={update.isPending}
        aria-label={`${user.isPaused ? 'Unpause' : 'Pause'} ${who}`}
        onClick={() => update.mutate({ isPaused: !user.isPaused })}
      >
        {user.isPaused ? 'Unpause' : 'Pause'}
      </Button>
      <Button size="small" variant="quietDanger" aria-label={`Delete ${who}`} onClick={() => setAsking(true)}>
        Delete
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title="Delete User?"
        confirmLabel="Delete User"
        destructive
        pending={remove.isPending}
        onConfirm={() => remove.mutate(undefined, { onSuccess: () => setAsking(false) })}
      >
        <p>Are you sure you want to delete this user? This action cannot be undone.</p>
        <p className="mt-2 break-words font-medium text-ink">{who}</p>
      </ConfirmDialog>
    </>
  );
}
