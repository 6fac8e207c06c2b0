import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { keepFocus } from '../../web/lib/lostFocus.ts';
import { afterTest } from './support/afterTest.ts';

const shown = (bar: boolean, button: boolean) => (
  <main id="content" tabIndex={-1}>
    <section aria-label="List">{bar && <div>{button && <button type="button">Approve</button>}</div>}</section>
  </main>
);
const settled = () => new Promise((resolve) => setTimeout(resolve, 250));

test('the focus of what went away goes to what is left around it', async () => {
  afterTest(keepFocus());
  const { rerender } = render(shown(true, true));
  screen.getByText('Approve').focus();
  rerender(shown(false, false));
  expect(document.activeElement).toBe(document.body);
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('List'));
});

test('in a dialog it stays in the dialog', async () => {
  afterTest(keepFocus());
  const dialog = (button: boolean) => (
    <>
      {shown(true, false)}
      <div role="dialog" aria-label="Import" tabIndex={-1}>
        {button && <button type="button">Send</button>}
      </div>
    </>
  );
  const { rerender } = render(dialog(true));
  screen.getByText('Send').focus();
  rerender(dialog(false));
  await expect.poll(() => document.activeElement).toBe(screen.getByLabelText('Import'));
});

test('another element that takes the focus keeps it, and a click on nothing moves nothing', async () => {
  afterTest(keepFocus());
  const { rerender } = render(shown(true, true));
  screen.getByText('Approve').focus();
  rerender(shown(true, false));
  const main = document.getElementById('content');
  main?.focus();
  await settled();
  expect(document.activeElement).toBe(main);

  rerender(shown(true, true));
  screen.getByText('Approve').focus();
  document.body.dispatchEvent(new Event('pointerdown', { bubbles: true }));
  rerender(shown(true, false));
  await settled();
  expect(document.activeElement).toBe(document.body);
});
