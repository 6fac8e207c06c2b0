import { CircleCheck, CircleDashed } from 'lucide-react';
import { useState } from 'react';
import type { SecurityView } from '../../../api/views.ts';
import { Badge } from '../../components/ui/Badge.tsx';
import { Button } from '../../components/ui/Button.tsx';
import { Card } from '../../components/ui/Card.tsx';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { counted } from '../../lib/numbers.ts';
import { onDemand } from '../../lib/onDemand.tsx';

const SetUpDialog = onDemand(() => import('./SetUpDialog.tsx').then((module) => module.SetUpDialog));
const NewCodesDialog = onDemand(() => import('./NewCodesDialog.tsx').then((module) => module.NewCodesDialog));
const TurnOffDialog = onDemand(() => import('./TurnOffDialog.tsx').then((module) => module.TurnOffDialog));

/** With so few left, it is time for new ones. */
const FEW_CODES = 3;

/** A code from a phone beside the password: to set up, to renew its recovery codes, to turn off. */
export function SecondFactorCard(props: { security: SecurityView }) {
  const { secondFactor, hasApp, recoveryCodesLeft } = props.security;
  const [open, setOpen] = useState<'set-up' | 'codes' | 'off' | null>(null);
  const close = () => setOpen(null);
  return (
    <Card
      title="Two-factor authentication"
      note="An extra code or a passkey when you sign in."
      actions={
        secondFactor ? (
          <Badge tone="good">
            <CircleCheck aria-hidden />
            On
          </Badge>
        ) : (
          <Badge tone="mute">
            <CircleDashed aria-hidden />
            Off
          </Badge>
        )
      }
    >
      <div className="flex flex-col gap-3 p-4">
        {secondFactor ? (
          <>
            {recoveryCodesLeft <= FEW_CODES ? (
              <Notice tone="warn">
                {recoveryCodesLeft === 0
                  ? 'No recovery code is left.'
                  : `Only ${counted(recoveryCodesLeft, 'recovery code')} left.`}{' '}
                Without one you are locked out when your phone is lost. Get new ones.
              </Notice>
            ) : (
              <p className="text-ink-2">
                <strong className="font-semibold text-ink tabular-nums">
                  {counted(recoveryCodesLeft, 'recovery code')}
                </strong>{' '}
                left, for when you do not have your phone. Each works once.
              </p>
            )}
            <div className="flex flex-wrap gap-2">
              {/* in the place of Set up: the focus stays on it */}
              <Button onClick={() => setOpen('codes')}>New recovery codes</Button>
              {!hasApp && <Button onClick={() => setOpen('set-up')}>Add an authenticator app</Button>}
              <Button variant="quietDanger" onClick={() => setOpen('off')}>
                Turn off
              </Button>
            </div>
          </>
        ) : (
          <>
            <p className="text-ink-2">
              Protects your account even if someone learns your password. You need an authenticator app, for example on
              your phone.
            </p>
            <div>
              <Button variant="primary" onClick={() => setOpen('set-up')}>
                Set up
              </Button>
            </div>
          </>
        )}
      </div>
      <FetchedPart onLost={close}>
        {open === 'set-up' && <SetUpDialog security={props.security} onClose={close} />}
        {open === 'codes' && <NewCodesDialog security={props.security} onClose={close} />}
        {open === 'off' && <TurnOffDialog security={props.security} onClose={close} />}
      </FetchedPart>
    </Card>
  );
}
