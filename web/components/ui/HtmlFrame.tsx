import { classes } from '../../lib/classes.ts';

const POLICY = "default-src 'none'; style-src 'unsafe-inline'";

/**
 * An email's HTML, in a frame that runs no script, loads nothing, and reaches nothing of the page. A link that someone presses opens a tab of its own,
 * which is not sandboxed: most pages need scripts.
 */
export function HtmlFrame(props: { html: string; title: string; className: string }) {
  return (
    <iframe
      title={props.title}
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      referrerPolicy="no-referrer"
      srcDoc={`<!doctype html><meta charset="utf-8"><base target="_blank"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><style>body{font:14px/1.45 sans-serif;background:#fff;color:#111;margin:12px;overflow-wrap:anywhere}</style>${props.html}`}
      className={classes('w-full rounded-control border bg-white', props.className)}
    />
  );
}
