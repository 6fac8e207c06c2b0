/** The text of a received email: what is cut from it opens on request. */
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { newPartOf } from '../../events/conversations/newPart.ts';
import { ReceivedText } from '../../web/features/inbox/ReceivedText.tsx';

test.each([
  ['a signature', 'Sounds great!\n\n-- \nMara\n+44 20 7946 0000', 'Show the rest', /7946/],
  ['a quotation', 'Sounds great!\n\nAda <a@b.example> wrote:\n> A vest?', 'Show the rest', /A vest/],
  ['inline answers', '> Would you like it?\nYes.\n> Which size?\nM.', 'Show the whole email', /Which size/],
])('%s', (_what, text, summary, hidden) => {
  render(<ReceivedText text={text} newPart={newPartOf(text)} />);
  const details = screen.getByText(summary).closest('details');
  expect(details?.open).toBe(false);
  expect(details?.textContent).toMatch(hidden);
});

test('nothing is cut from a plain email', () => {
  render(<ReceivedText text={'Yes.\n\nMara'} newPart={newPartOf('Yes.\n\nMara')} />);
  expect(screen.queryByText(/^Show/)).toBeNull();
});
