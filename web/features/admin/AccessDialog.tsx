import type { AdminUserView } from '../../../api/views.ts';
import { ConfirmDialog } from '../../components/ui/ConfirmDialog.tsx';
import { useUpdateUser } from './api.ts';

export type AccessChange = 'make-admin' | 'end-admin' | 'pause';

const QUESTIONS = {
  'make-admin': {
    title: 'Give admin rights?',
    confirm: 'Give admin rights',
    follows:
      'They can do everything you can: manage every user, including you, add admins, and read the history of all users.',
    change: { isAdmin: true },
  },
  'end-admin': {
    title: 'Take Admin Rights Away?',
    confirm: 'Take rights away',
    follows: 'They lose access to the Admin Panel immediately. Their account and data are kept.',
    change: { isAdmin: false },
  },
  pause: {
    title: 'Pause user?',
    confirm: 'Pause user',
    follows:
      'They are signed out everywhere and cannot sign in. Their emails wait until you unpause them. Nothing is deleted.',
    change: { isPaused: true },
  },
} as const;

/** Asks before what somebody may do changes; `change`: null while nothing is asked. */
export function AccessDialog(props: { user: AdminUserView; change: AccessChange | null; onClose: () => void }) {
  const update = useUpdateUser(props.user);
  if (!props.change) return null;
  const { title, confirm, follows, change } = QUESTIONS[props.change];
  return (
    <ConfirmDialog
      onClose={props.onClose}
      title={title}
      confirmLabel={confirm}
      destructive={props.change !== 'make-admin'}
      pending={update.isPending}
      onConfirm={() => update.mutate(change, { onSuccess: props.onClose })}
    >
      <p className="wrap-anywhere font-medium text-ink">{props.user.email ?? props.user.id}</p>
      <p className="mt-2">{follows}</p>
    </ConfirmDialog>
  );
}
