import { useState } from 'react';
import { encode } from 'uqr';
import type { SecondFactorKeyView, SecurityView } from '../../../api/views.ts';
import { Dialog } from '../../components/ui/Dialog.tsx';
import { copyText, selectTextOf } from '../../lib/copyText.ts';
import { useConfirmKey, useMakeKey } from './api.ts';
import { APP_CODE, ProofForm } from './ProofForm.tsx';
import { RecoveryCodes } from './RecoveryCodes.tsx';
import { useUnsavedCodes } from './unsavedCodes.ts';

const STEPS = {
  proof: 'First, confirm that it is you.',
  key: 'Scan this with your authenticator app, then type the code that it shows.',
  codes: 'Two-factor authentication is on.',
};

/** The password, then the key and a first code, then the recovery codes. */
export function SetUpDialog(props: { security: SecurityView; onClose: () => void }) {
  const { hasPassword } = props.security;
  const make = useMakeKey();
  const confirm = useConfirmKey();
  const codes = confirm.data?.recoveryCodes;
  const { reminded, mayClose } = useUnsavedCodes(codes !== undefined, props.onClose);
  const step = codes ? 'codes' : make.data ? 'key' : 'proof';
  return (
    <Dialog onClose={mayClose} title="Set up two-factor authentication" description={STEPS[step]}>
      {step === 'proof' && (
        <ProofForm
          asks={{ password: hasPassword }}
          label="Continue"
          pending={make.isPending}
          submit={(proof) => make.mutateAsync(proof)}
          onCancel={props.onClose}
        >
          {!hasPassword && <p className="text-ink-2">You have no password, so you must have signed in just now.</p>}
        </ProofForm>
      )}
      {step === 'key' && make.data && (
        <ProofForm
          asks={{ password: false, code: APP_CODE }}
          label="Turn on"
          takesFocus
          pending={confirm.isPending}
          submit={({ code = '' }) => confirm.mutateAsync(code)}
          onCancel={props.onClose}
        >
          <Key {...make.data} />
        </ProofForm>
      )}
      {codes && <RecoveryCodes codes={codes} reminded={reminded} onSaved={props.onClose} />}
    </Dialog>
  );
}

function Key({ uri, secret }: SecondFactorKeyView) {
  const [text, setText] = useState<HTMLElement | null>(null);
  const groups = secret.match(/.{1,4}/g) ?? [];
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
      <QrCode text={uri} />
      <div className="min-w-0 flex-1 basis-52">
        <p className="text-ink-2 text-small">No camera? Type this key into the app:</p>
        <p
          ref={setText}
          className="my-1.5 grid w-fit grid-cols-4 gap-x-3 gap-y-0.5 font-mono text-body tabular-nums"
          translate="no"
        >
          {groups.map((group, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the key never changes, and groups may repeat
            <span key={index}>{group} </span>
          ))}
        </p>
        <button
          type="button"
          className="link text-small"
          onClick={() => void copyText(secret, 'Key', () => selectTextOf(text))}
        >
          Copy the key
        </button>
      </div>
    </div>
  );
}

/** Dark on light in both themes: not every camera reads the reverse. */
function QrCode(props: { text: string }) {
  const [{ data, size }] = useState(() => encode(props.text, { border: 3 }));
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ''))).join('');
  return (
    <svg
      role="img"
      aria-label="QR code of the key"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-44 shrink-0 rounded-control border bg-surface text-ink dark:bg-ink dark:text-paper"
    >
      <path d={path} fill="currentColor" />
    </svg>
  );
}
