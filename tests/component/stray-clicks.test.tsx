import { act, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { dropStrayClicks } from '../../web/lib/strayClicks.ts';

const approved: string[] = [];
/** Each press goes on to the next one, whose button takes the place of the first. */
function Letters() {
  const [at, setAt] = useState('first');
  return (
    <button
      key={at}
      type="button"
      onClick={() => {
        approved.push(at);
        setAt('second');
      }}
    >
      Approve <span>{at}</span>
    </button>
  );
}
const press = (element: Element, detail: number) => act(() => fireEvent.click(element, { detail }));

test('the second press of a double click does not reach what came in the place of the first', async () => {
  const stop = dropStrayClicks();
  render(<Letters />);
  await press(screen.getByText('first'), 1);
  await press(screen.getByText('second'), 2);
  expect(approved).toEqual(['first']);
  // on the same thing it counts, on an icon in it, too; and so does a press of its own
  await press(screen.getByText('second'), 1);
  await press(screen.getByRole('button'), 2);
  expect(approved).toEqual(['first', 'second', 'second']);
  stop();
});
