import { useState } from 'react';
import { wholeNumber } from '../../lib/numbers.ts';

const MOST_SHOWN = 2_500;

/** The new text of a mail. Quotation and signature, and the rest of a very long text, open on request. `null`: erased. */
export function ReceivedText(props: { text: string | null; newPart: string | null }) {
  const text = props.text ?? '';
  const own = props.newPart || text;
  const isAbove = text.trimStart().startsWith(own);
  // answers between quoted lines are read with the questions
  const hidden = isAbove ? text.trimStart().slice(own.length).trim() : text;
  if (props.text === null) return <p>Erased</p>;
  if (!text.trim()) return <p className="text-ink-3">This email has no text.</p>;
  return (
    <>
      <Cut key={own} text={own} />
      {hidden && (
        <details className="text-ink-3 text-note">
          <summary className="w-fit list-inside rounded-control py-1">
            {isAbove ? 'Show the rest' : 'Show the whole email'}
          </summary>
          <div className="mt-1 border-l-2 pl-3">
            <Cut text={hidden} />
          </div>
        </details>
      )}
    </>
  );
}

function Cut(props: { text: string }) {
  const [whole, setWhole] = useState(false);
  const cut = !whole && props.text.length > MOST_SHOWN;
  return (
    <>
      <p dir="auto" className="whitespace-pre-line break-words">
        {cut ? `${props.text.slice(0, MOST_SHOWN).trimEnd()} …` : props.text}
      </p>
      {cut && (
        <button type="button" className="link w-fit text-note" onClick={() => setWhole(true)}>
          Show all {wholeNumber(props.text.length)} characters
        </button>
      )}
    </>
  );
}
