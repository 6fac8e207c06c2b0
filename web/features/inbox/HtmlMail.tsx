import { useState } from 'react';

const POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/**
 * A received mail's formatted form, in a frame that runs no script, loads nothing, and reaches nothing of the page. A link that someone presses opens
 * a tab of its own, which is not sandboxed: most pages need scripts.
 */
export function HtmlMail(props: { html: string; title: string }) {
  const [shown, setShown] = useState(false);
  return (
    <>
      <button type="button" className="link w-fit text-note" aria-expanded={shown} onClick={() => setShown(!shown)}>
        {shown ? 'Hide formatting' : 'Show formatting'}
      </button>
      {shown && (
        <iframe
          title={props.title}
          sandbox="allow-popups allow-popups-to-escape-sandbox"
          referrerPolicy="no-referrer"
          srcDoc={`<!doctype html><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><style>body{font:14px/1.45 sans-serif;background:#fff;color:#111;margin:12px;overflow-wrap:anywhere}</style>${props.html}`}
          className="h-80 w-full rounded-control border bg-white"
        />
      )}
    </>
  );
}
