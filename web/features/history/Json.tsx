/** A piece of data as it is, laid out to be read; a long one scrolls in its box. */
export function Json(props: { label: string; text: string }) {
  return (
    <section
      aria-label={props.label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
      tabIndex={0}
      className="max-h-96 overflow-y-auto rounded-control border bg-surface"
    >
      <pre className="whitespace-pre-wrap break-words p-3 font-mono text-ink-2 text-note [overflow-wrap:anywhere]">
        {props.text}
      </pre>
    </section>
  );
}

/** Data in lines, indented. A picture's bytes show only their number of letters. */
export const laidOut = (data: unknown): string =>
  JSON.stringify(
    data,
    (name, value: unknown) => (name === 'bytes' && typeof value === 'string' ? `(${value.length} letters)` : value),
    2,
  );
