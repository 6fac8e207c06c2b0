import { RotateCcw } from 'lucide-react';
import type { SendView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { useSteer } from '../campaigns/steer.ts';

export function Restore({ message }: { message: SendView }) {
  const steer = useSteer();
  return (
    <Button
      pending={steer.isPending}
      aria-label={`Restore the email to ${message.partner.name ?? 'this partner'}`}
      onClick={() => steer.mutate({ act: 'restore', ids: [message.id] })}
    >
      {!steer.isPending && <RotateCcw aria-hidden />}
      Restore
    </Button>
  );
}
