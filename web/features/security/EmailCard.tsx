import { CircleCheck, CircleDashed } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { SecurityView } from '../../../api/views.ts';
import { Badge } from '../../components/ui/Badge.tsx';
import { Button } from '../../components/ui/Button.tsx';
import { Card } from '../../components/ui/Card.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { useConfirmEmail } from './api.ts';

/** The address of the account, and whether it was shown to be theirs. */
export function EmailCard(props: { security: SecurityView }) {
  const { email, emailConfirmed } = props.security;
  return (
    <Card
      title="Email"
      note="The address you sign in with."
      actions={
        emailConfirmed ? (
          <Badge tone="good">
            <CircleCheck aria-hidden />
            Confirmed
          </Badge>
        ) : (
          <Badge tone="warn">
            <CircleDashed aria-hidden />
            Not confirmed
          </Badge>
        )
      }
    >
      <div className="flex flex-col gap-3 p-4">
        <p className="wrap-anywhere font-medium">{email}</p>
        {!emailConfirmed && <Confirm {...props.security} />}
      </div>
    </Card>
  );
}

function Confirm({ email, mailer }: SecurityView) {
  const confirm = useConfirmEmail();
  const sent = useRef<HTMLDivElement>(null);
  // the button that had the focus is gone
  useEffect(() => {
    if (confirm.isSuccess) sent.current?.focus();
  }, [confirm.isSuccess]);
  if (!mailer) {
    return (
      <Notice tone="info">
        It cannot be confirmed yet, because this installation has no mailer. Ask your administrator to set one up.
      </Notice>
    );
  }
  if (confirm.isSuccess) {
    return (
      <div ref={sent} tabIndex={-1} className="outline-none">
        <Notice
          tone="info"
          action={
            <Button size="small" onClick={confirm.reset}>
              Send another
            </Button>
          }
        >
          We sent a link to <strong className="wrap-anywhere font-semibold">{email}</strong>. Open it to confirm the
          address. If it does not arrive, check the spam folder.
        </Notice>
      </div>
    );
  }
  return (
    <>
      <p className="text-ink-2 text-small">Signing in through a provider requires a confirmed email.</p>
      <div>
        <Button variant="primary" pending={confirm.isPending} onClick={() => confirm.mutate()}>
          Confirm your email
        </Button>
      </div>
    </>
  );
}
