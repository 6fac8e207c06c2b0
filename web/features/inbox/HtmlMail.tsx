import { useState } from 'react';
import { HtmlFrame } from '../../components/ui/HtmlFrame.tsx';

/** A received mail's formatted form, on request. */
export function HtmlMail(props: { html: string; title: string }) {
  const [shown, setShown] = useState(false);
  return (
    <>
      <button type="button" className="link w-fit text-note" aria-expanded={shown} onClick={() => setShown(!shown)}>
        {shown ? 'Hide formatting' : 'Show formatting'}
      </button>
      {shown && <HtmlFrame {...props} className="h-80" />}
    </>
  );
}
