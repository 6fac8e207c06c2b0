import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import type { SuppressionView } from '../../api/views.ts';
import { DoNotContact } from '../../web/features/suppressions/DoNotContact.tsx';
import { answer, calls, failed } from './support/api.ts';
import { notice } from './support/notices.ts';
import { renderPart } from './support/renderApp.tsx';
import { seeToast } from './support/toast.ts';
import { aSuppression } from './support/views.ts';

/** The list as the server keeps it. */
let listed: SuppressionView[];
beforeEach(() => {
  listed = [];
  answer('get', '/api/suppressions', ({ path }) => {
    const query = new URL(path, 'http://x').searchParams;
    const [email, reason] = [query.get('email'), query.get('reason')];
    const items = listed.filter((one) => (!email || one.email === email) && (!reason || one.reason === reason));
    return { items, total: items.length, next: null };
  });
});

const card = () => within(screen.getByRole('region', { name: 'Do not contact' }));
const rows = () => card().queryAllByRole('listitem');
const rowOf = (email: string) => {
  const row = rows().find((one) => one.textContent?.includes(email));
  if (!row) throw new Error(`No row of ${email}`);
  return within(row);
};

async function shown(): Promise<UserEvent> {
  const hand = await renderPart(<DoNotContact />);
  await screen.findByLabelText('Add an address');
  return hand;
}

describe('the "Do not contact" card of Settings', () => {
  const field = () => card().getByLabelText<HTMLInputElement>('Add an address');

  test('an empty list says what to do; Export waits, and there is nothing to filter', async () => {
    await shown();
    await card().findByText('No addresses yet. Add one, or import a list from another tool.');
    expect(card().getByRole<HTMLButtonElement>('button', { name: 'Export' }).disabled).toBe(true);
    expect(card().queryByLabelText('Find an address')).toBeNull();
  });

  test.each([
    ['', 'Enter an email address'],
    ['ada at lindqvist', 'Please enter a valid email address'],
  ])('%j is no address: that is said beside the field, in focus, and nothing is sent', async (typed, problem) => {
    const hand = await shown();
    if (typed) await hand.type(field(), typed);
    await hand.click(card().getByRole('button', { name: 'Add' }));
    await card().findByText(problem);
    await waitFor(() => expect(document.activeElement).toBe(field()));
    expect(field().getAttribute('aria-invalid')).toBe('true');
    expect(calls).toEqual([]);
  });

  test('Enter adds, and the notice names the address', async () => {
    const hand = await shown();
    answer('post', '/api/suppressions', ({ body }) => {
      const { email } = body as { email: string };
      listed = [aSuppression({ email: email.toLowerCase() })];
      return listed[0] ?? aSuppression();
    });
    await hand.type(field(), 'Ada@Lindqvist.example{Enter}');
    await new Promise((r) => setTimeout(r, 500));
    await seeToast({ title: 'Address Added', text: 'Nothing more is sent to ada@lindqvist.example.' });
    expect(field().value).toBe('');
    expect(calls).toEqual([{ method: 'POST', path: '/api/suppressions', body: { email: 'Ada@Lindqvist.example' } }]);
    await waitFor(() => rowOf('ada@lindqvist.example').getByText(/added by you/));
  });

  test('when adding fails, what was typed stays and the server’s words are shown', async () => {
    const hand = await shown();
    answer('post', '/api/suppressions', () => failed(500, 'The list is closed.'));
    await hand.type(field(), 'kept@lindqvist.example{Enter}');
    await seeToast({ title: 'Error', text: 'The list is closed.', variant: 'destructive' });
    expect(field().value).toBe('kept@lindqvist.example');
  });

  test('what changes elsewhere shows by itself, each reason with its own badge', async () => {
    await shown();
    listed = [
      aSuppression({ id: 'x1', email: 'uma@lindqvist.example', reason: 'unsubscribed' }),
      aSuppression({ id: 'x2', email: 'bob@lindqvist.example', reason: 'bounced' }),
      aSuppression({ id: 'x3', email: 'con@lindqvist.example', reason: 'complained' }),
    ];
    notice({ kind: 'suppression', id: 'x1', type: 'AddressSuppressed', version: 1 });
    await waitFor(() => expect(rows()).toHaveLength(3));
    rowOf('uma@').getByText('Unsubscribed');
    rowOf('bob@').getByText('Bounced');
    rowOf('con@').getByText('Reported as spam');
  });
});
