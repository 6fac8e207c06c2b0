import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { AdminUserView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { ConfirmDialog } from '../../components/ui/ConfirmDialog.tsx';
import { type AccessChange, AccessDialog } from './AccessDialog.tsx';
import { useDeleteUser, useUpdateUser } from './api.ts';

/** Edit, pause or unpause, and delete. One's own account has edit alone, as a press on its row. */
export function UserActions(props: { user: AdminUserView; own: boolean }) {
  const { user } = props;
  const [asking, setAsking] = useState(false);
  const [pausing, setPausing] = useState<AccessChange | null>(null);
  const unpause = useUpdateUser(user);
  const remove = useDeleteUser(user);
  const who = user.email ?? user.id;
  const edit = (
    <Button size="small" data-opens aria-label={`Edit ${who}`}>
      Edit
    </Button>
  );
  if (props.own) return edit;
  return (
    <>
      {edit}
      <span data-own-press className="flex cursor-default items-center gap-1">
        <Button
          size="small"
          pending={unpause.isPending}
          aria-label={`${user.isPaused ? 'Unpause' : 'Pause'} ${who}`}
          onClick={() => (user.isPaused ? unpause.mutate({ isPaused: false }) : setPausing('pause'))}
        >
          {user.isPaused ? 'Unpause' : 'Pause'}
        </Button>
        <Button size="small" variant="quietDanger" aria-label={`Delete ${who}`} onClick={() => setAsking(true)}>
          <Trash2 aria-hidden className="hidden max-[359px]:block" />
          <span className="max-[359px]:hidden">Delete</span>
        </Button>
        <AccessDialog user={user} change={pausing} onClose={() => setPausing(null)} />
        <ConfirmDialog
          open={asking}
          onClose={() => setAsking(false)}
          title="Delete User?"
          confirmLabel="Delete User"
          destructive
          pending={remove.isPending}
          onConfirm={() => remove.mutate(undefined, { onSuccess: () => setAsking(false) })}
        >
          <p>Are you sure you want to delete this user? This action cannot be undone.</p>
          <p className="mt-2 break-words font-medium text-ink">{who}</p>
          <p className="mt-2 text-small">
            They are signed out, their emails are cancelled, and their partners, campaigns and texts are erased. The
            audit keeps the events without personal data.
          </p>
        </ConfirmDialog>
      </span>
    </>
  );
}
