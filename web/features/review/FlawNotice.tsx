import type { ReactNode } from 'react';
import type { SendView } from '../../../api/views.ts';
import { flawText } from '../../../events/messages/check/flaw.ts';
import { capitalised } from '../../../events/shared/format.ts';
import { Notice } from '../../components/ui/Notice.tsx';

/** Why a text was flagged, reason by reason. `children`: what that means for it. */
export function FlawNotice(props: { flaws: SendView['flaws']; children: ReactNode }) {
  return (
    <Notice tone="warn">
      <strong className="font-semibold">This text was flagged.</strong> {props.children}
      <ul className="mt-1 list-disc pl-5">
        {props.flaws.map((flaw) => (
          <li key={`${flaw.rule} ${flaw.quote}`} className="break-words">
            {reason(flaw)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function reason(flaw: SendView['flaws'][number]): string {
  const text = flawText(flaw);
  return `${capitalised(text)}.`;
}
