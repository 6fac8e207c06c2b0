import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import type { SuppressionView } from '../../api/views.ts';
import { DoNotContactScreen } from '../../web/features/suppressions/DoNotContactScreen.tsx';
import { answer, calls, reads } from './support/api.ts';
import { downloads } from './support/downloads.ts';
import { fillIn } from './support/fields.ts';
import { notice } from './support/notices.ts';
import { pressToFetch } from './support/pressToFetch.ts';
import { renderPart } from './support/renderApp.tsx';
import { seeToast } from './support/toast.ts';
import { aSuppression } from './support/views.ts';

/** The list as the server keeps it. */
let listed: SuppressionView[];
beforeEach(() => {
  listed = [];
  answer('get', '/api/suppressions', ({ path }) => {
    const query = new URL(path, 'http://x').searchParams;
    const [email, reason] = [query.get('email')?.toLowerCase(), query.get('reason')];
    const items = listed.filter((one) => (!email || one.email === email) && (!reason || one.reason === reason));
    return { items, total: items.length, next: null };
  });
});

const UMA = aSuppression({ id: 'x1', email: 'uma@lindqvist.example', reason: 'unsubscribed', objection: true });
const BOB = aSuppression({ id: 'x2', email: 'bob@lindqvist.example', reason: 'bounced', source: 'provider' });
const CON = aSuppression({ id: 'x3', email: 'con@lindqvist.example', reason: 'complained', objection: true });

const card = () => within(screen.getByText('Do not contact', { selector: 'h2' }).closest('section') as HTMLElement);
const rows = () => [...document.querySelectorAll<HTMLElement>('[data-row]')];
const rowOf = (email: string) => {
  const row = rows().find((one) => one.textContent?.includes(email));
  if (!row) throw new Error(`No row of ${email}`);
  return within(row);
};
const button = (name: string, part = card()) => part.getByRole<HTMLButtonElement>('button', { name });

let hand: UserEvent;
async function shown(items: SuppressionView[] = []): Promise<void> {
  listed = items;
  hand = await renderPart(<DoNotContactScreen />);
  await screen.findByLabelText('Add an address');
  await waitFor(() => expect(rows()).toHaveLength(items.length));
}

describe('the list', () => {
  test('an empty one says what to do; Export waits, and there is nothing to filter', async () => {
    await shown();
    await card().findByText('No addresses yet. Add one, or import a list from another tool.');
    expect(button('Export').disabled).toBe(true);
    expect(card().queryByLabelText('Find an address')).toBeNull();
  });

  test('each address with its reason, source and day; how many there are is below', async () => {
    await shown([UMA, BOB, CON, aSuppression({ id: 'x4' })]);
    rowOf('uma@').getByText('Unsubscribed');
    rowOf('bob@').getByText('Bounced');
    rowOf('con@').getByText('Reported as spam');
    rowOf('ada@').getByText('Do not contact');
    rowOf('ada@').getByText('by you');
    rowOf('ada@').getByText(/^(\d+ \w+|\w+ \d+)$/);
    card().getByText('4 addresses');
  });

  test('what changes elsewhere shows without a reload', async () => {
    await shown();
    listed = [UMA];
    notice({ kind: 'suppression', id: 'x1', type: 'AddressSuppressed', version: 1 });
    await waitFor(() => rowOf('uma@'));
  });

  test('Show more brings the next page, until there is none', async () => {
    answer('get', '/api/suppressions', ({ path }) =>
      path.includes('after=x2') ? { items: [BOB], total: 2, next: null } : { items: [UMA], total: 2, next: 'x2' },
    );
    hand = await renderPart(<DoNotContactScreen />);
    await hand.click(await screen.findByText('Show more'));
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(card().queryByText('Show more')).toBeNull();
  });
});

describe('adding an address', () => {
  const field = () => card().getByLabelText<HTMLInputElement>('Add an address');

  test('what is no address is said beside the field, in focus, and nothing is sent', async () => {
    await shown();
    for (const [typed, problem] of [
      ['', 'Enter an email address'],
      ['ada at lindqvist', 'Please enter a valid email address'],
      ['gmail.com', 'Millions of people have an address at gmail.com: add single addresses'],
    ] as const) {
      await fillIn(hand, field(), typed);
      await hand.click(button('Add'));
      await card().findByText(problem);
      await waitFor(() => expect(document.activeElement).toBe(field()));
      expect(field().getAttribute('aria-invalid')).toBe('true');
    }
    expect(calls).toEqual([]);
  });

  test('a double click adds it once, and the notice names it', async () => {
    await shown();
    answer('post', '/api/suppressions', () => {
      listed = [aSuppression()];
      return Response.json(aSuppression(), { status: 201 });
    });
    await fillIn(hand, field(), 'Ada@Lindqvist.example');
    await hand.dblClick(button('Add'));
    await seeToast({ title: 'Address Added', text: 'Nothing more is sent to ada@lindqvist.example.' });
    expect(field().value).toBe('');
    expect(calls).toEqual([{ method: 'POST', path: '/api/suppressions', body: { email: 'Ada@Lindqvist.example' } }]);
    await waitFor(() => rowOf('ada@'));
  });

  test('a whole domain is added and listed as one', async () => {
    await shown();
    answer('post', '/api/suppressions', () => {
      listed = [aSuppression({ email: '@rival.example' })];
      return Response.json(listed[0], { status: 201 });
    });
    await fillIn(hand, field(), 'Rival.example');
    await hand.type(field(), '{Enter}');
    await seeToast({ title: 'Address Added', text: 'Nothing more is sent to anyone at rival.example.' });
    await waitFor(() => rowOf('Everyone at rival.example'));
  });

  test('one that is listed already is said to be', async () => {
    await shown([aSuppression()]);
    answer('post', '/api/suppressions', aSuppression());
    await fillIn(hand, field(), 'ada@lindqvist.example');
    await hand.click(button('Add'));
    await seeToast({ title: 'Already on the List', text: 'Nothing is sent to ada@lindqvist.example.' });
  });
});

describe('finding', () => {
  const find = () => card().getByLabelText<HTMLInputElement>('Find an address');

  test('a whole address is looked for; what the server would refuse is not, and the field says why', async () => {
    await shown([UMA, BOB]);
    const asked = () => reads.filter((path) => path.includes('email='));
    for (const [typed, hint] of [
      ['uma@lindqvist.e', 'Type a whole address to search, or a domain such as @company.com.'],
      ['jo..rg@lindqvist.example', 'Please enter a valid email address.'],
    ] as const) {
      await fillIn(hand, find(), typed);
      await card().findByText(hint);
      expect([find().value, rows().length, asked()]).toEqual([typed, 2, []]);
      await hand.clear(find());
      expect(card().queryByText(hint)).toBeNull();
    }
    await fillIn(hand, find(), 'UMA@lindqvist.example');
    await waitFor(() => expect(rows()).toHaveLength(1));
    expect(asked()).toHaveLength(1);
  });

  test('an address that is not there says so, and gives the way back to the whole list', async () => {
    await shown([UMA, BOB]);
    await fillIn(hand, find(), 'nobody@lindqvist.example');
    await card().findByText('This address is not on the list.');
    await hand.click(button('Show the whole list'));
    await waitFor(() => expect(rows()).toHaveLength(2));
    expect(find().value).toBe('');
  });

  test('a reason shows its own', async () => {
    await shown([UMA, BOB]);
    await hand.selectOptions(card().getByLabelText('Reason'), 'Bounced');
    await waitFor(() => expect(rows()).toHaveLength(1));
    rowOf('bob@');
    await hand.selectOptions(card().getByLabelText('Reason'), 'Every reason');
    await waitFor(() => expect(rows()).toHaveLength(2));
  });
});

describe('removing', () => {
  const dialog = () => screen.findByRole('alertdialog');
  const remove = () => button('Remove bob@lindqvist.example');
  beforeEach(() => {
    answer('delete', '/api/suppressions/:id', () => {
      listed = [];
      return { success: true as const };
    });
  });

  test.each([
    ['Cancel', async () => hand.click(within(await dialog()).getByText('Cancel'))],
    ['Escape', () => hand.keyboard('{Escape}')],
  ])('asks first; %s keeps the address, and the focus returns', async (_, close) => {
    await shown([BOB]);
    remove().focus();
    await hand.keyboard('{Enter}');
    within(await dialog()).getByText(
      'bob@lindqvist.example can be added to campaigns and written to again, unless their domain is listed.',
    );
    await close();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    await waitFor(() => expect(document.activeElement).toBe(remove()));
    expect(calls).toEqual([]);
  });

  test('is done and said', async () => {
    await shown([BOB]);
    await hand.click(remove());
    const asked = within(await dialog());
    asked.getByText('Remove from the list?');
    await hand.click(asked.getByText('Remove'));
    await seeToast({ title: 'Address Removed', text: 'bob@lindqvist.example is no longer on the list.' });
    expect(calls).toEqual([{ method: 'DELETE', path: '/api/suppressions/x2', body: { confirm: false } }]);
    await waitFor(() => expect(rows()).toHaveLength(0));
  });

  test.each([
    [UMA, /^uma@lindqvist\.example asked not to be contacted\. Writing to them again is against the law/],
    [CON, /^con@lindqvist\.example reported your email as spam\. Writing to them again is against the law/],
  ])('someone who objected ($reason) only after a warning that names the law', async (one, warning) => {
    await shown([one]);
    await hand.click(button(`Remove ${one.email}`));
    const asked = within(await dialog());
    asked.getByText('Write to someone who objected?');
    asked.getByText(warning);
    await hand.click(asked.getByText('They asked me to write again'));
    await seeToast({ title: 'Address Removed' });
    expect(calls).toMatchObject([{ body: { confirm: true } }]);
  });
});

test('Export hands over what the filter leaves, and says how many', async () => {
  const saved = downloads();
  answer('get', '/api/suppressions/export', () => new Response('email,reason,source,since\n'));
  await shown([UMA, BOB]);
  await hand.selectOptions(card().getByLabelText('Reason'), 'Bounced');
  await waitFor(() => card().getByText('1 address'));
  await hand.click(button('Export'));
  await seeToast({ title: 'Export Complete', text: '1 address exported as CSV.' });
  expect(reads.at(-1)).toBe('/api/suppressions/export?reason=bounced');
  const csv = { name: 'do-not-contact.csv', text: 'email,reason,source,since\n' };
  await waitFor(() => expect(saved).toEqual([csv]));
});

describe('importing a list', () => {
  const BAD = 'name,Email Address\nAda,ada@lindqvist.example\nBen,ben at home\nCleo,\nDora,dora@lindqvist.example';
  const dialog = () => within(screen.getByRole('dialog'));
  async function open(): Promise<void> {
    await shown();
    await pressToFetch(button('Import'));
    await screen.findByText('One address on each line, or a list with an "email" column.');
  }
  async function paste(text: string): Promise<void> {
    await fillIn(hand, dialog().getByLabelText('Or paste the list'), text);
    await hand.click(button('Read the pasted list', dialog()));
  }
  const importTwo = () => button('Import 2 addresses', dialog());

  test('a list that holds no address says so', async () => {
    await open();
    await paste('name,company\nAda,Sewing');
    await screen.findByText(/^No email address was found in this list\./);
  });

  test('another column can be chosen, and that of the own people is not taken', async () => {
    await open();
    await paste(
      'Owner,Primary,Extra\nkim@us.example,ada@lindqvist.example,ada@home.example\nkim@us.example,ben@lindqvist.example,',
    );
    await screen.findByText('2 addresses of 2 rows');
    await hand.click(dialog().getByLabelText('Extra'));
    await screen.findByText('3 addresses of 2 rows');
    expect(dialog().getByLabelText<HTMLInputElement>('Owner').checked).toBe(false);
  });

  test('a list is sent in parts and counted as one; what a call refuses is named, and the others are added', async () => {
    answer('post', '/api/suppressions/import', ({ body }) => {
      const { rows } = body as { rows: { line: number }[] };
      const leftOut = rows.slice(0, 1).map(({ line }) => ({ line, problem: 'this is not an email address' }));
      return { addedCount: rows.length - 2, knownCount: 1, leftOut };
    });
    await open();
    await paste(Array.from({ length: 1_200 }, (_, index) => `a${index}@lindqvist.example`).join('\n'));
    await hand.click(button('Import 1,200 addresses', dialog()));
    const counted = '1,196 addresses added. 2 addresses were on the list already. 2 lines were not imported.';
    await seeToast({ title: 'List Imported', text: counted });
    expect(calls.map(({ body }) => (body as { rows: unknown[] }).rows.length)).toEqual([1_000, 200]);
    const problems = within(dialog().getByRole('region', { name: 'Lines that cannot be imported' }));
    problems.getByText('2 lines were not imported. The others were.');
    expect(problems.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Line 1: this is not an email address',
      'Line 1001: this is not an email address',
    ]);
    await hand.click(button('Done', dialog()));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('all or nothing waits until no line is wrong', async () => {
    answer('post', '/api/suppressions/import', { addedCount: 2, knownCount: 0, leftOut: [] });
    await open();
    await paste(BAD);
    const allOrNothing = dialog().getByRole('switch', { name: 'Add nothing if a row is wrong' });
    await hand.click(allOrNothing);
    dialog().getByText('2 entries cannot be imported. Fix the list and choose it again.');
    expect(importTwo().disabled).toBe(true);
    await hand.click(button('Choose another list', dialog()));
    await paste('ada@lindqvist.example\ndora@lindqvist.example');
    await hand.click(importTwo());
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls).toMatchObject([{ body: { allOrNothing: true } }]);
  });

  test('is sent with the reason that was chosen; what is new and what was known are counted', async () => {
    answer('post', '/api/suppressions/import', { addedCount: 1, knownCount: 1, leftOut: [] });
    await open();
    const file = new File(['first@lindqvist.example\ndora@lindqvist.example\n'], 'list.csv', { type: 'text/csv' });
    await hand.upload(dialog().getByLabelText('Choose a CSV file'), file);
    await screen.findByText('2 addresses of 2 rows');
    await hand.selectOptions(dialog().getByLabelText('Why are they on your list?'), 'Emails to them bounced');
    await hand.click(importTwo());
    await seeToast({ title: 'List Imported', text: '1 address added. 1 address was on the list already.' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const sent = [
      { line: 1, email: 'first@lindqvist.example' },
      { line: 2, email: 'dora@lindqvist.example' },
    ];
    expect(calls).toMatchObject([{ path: '/api/suppressions/import', body: { reason: 'bounced', rows: sent } }]);
  });
});
