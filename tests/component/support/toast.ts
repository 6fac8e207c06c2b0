import { screen, waitFor } from '@testing-library/react';
import { expect } from 'vitest';
import { type ShownToast, useToasts } from '../../../web/lib/toasts.ts';
import { afterTest } from './afterTest.ts';

/** The notices since the test began that no test has seen yet. */
const said: ShownToast[] = [];

/** Keeps the notices of a test: they go away after five seconds, which a busy machine may take to look. */
export function hearToasts(): void {
  said.length = 0;
  useToasts.setState({ shown: null });
  afterTest(useToasts.subscribe(({ shown }) => shown && said.push(shown)));
}

/** Waits for the notice with this exact title, text and look. Notices before it count as seen. */
export async function seeToast(expected: {
  title: string;
  text?: string | RegExp;
  variant?: 'destructive';
}): Promise<void> {
  const { title, text = '', variant = 'default' } = expected;
  await waitFor(() => {
    const fits = (one: ShownToast) =>
      one.title === title && (typeof text === 'string' ? (one.text ?? '').includes(text) : text.test(one.text ?? ''));
    const index = said.findIndex(fits);
    expect(said[index] ?? said, `no notice "${title}: ${text}"`).toMatchObject({ title });
    expect(said[index]?.variant ?? 'default').toBe(variant);
    said.splice(0, index + 1);
  });
  // it is drawn, too
  if (useToasts.getState().shown?.title === title) await screen.findByText(title, { selector: 'li *' });
}
