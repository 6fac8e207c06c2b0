import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { describe, expect, test, vi } from 'vitest';
import type { ImportView } from '../../api/views.ts';
import { ImportDialog } from '../../web/features/discovery/ImportDialog.tsx';
import { ImportStatus } from '../../web/features/discovery/ImportStatus.tsx';
import { usePartnerPages } from '../../web/features/partners/partnerPages.ts';
import { answer, calls, failed, hold, reads } from './support/api.ts';
import { downloads } from './support/downloads.ts';
import { notice, reopened } from './support/notices.ts';
import { keepPartners } from './support/partnerViews.ts';
import { renderPart } from './support/renderApp.tsx';
import { seeToast } from './support/toast.ts';

const HEADER = 'Name,LinkedIn URL,Email,Followers,Bio,Shoe size\n';
const MAREN = 'Maren Oduya,https://www.linkedin.com/in/marenruns,maren@oduya.example,48.2K,"Coach,\nVermont",41\n';

/** Shorter than the time that an import gathers. */
const AT_ONCE = { timeout: 3_000 };

const closed = vi.fn();
/** The server's newest import. */
let newest: ImportView | null = null;
const anImport = (more: Partial<ImportView> = {}): ImportView => ({
  ...{ id: 'import-1', status: 'completed', rowCount: 1, doneCount: 1, addedCount: 1 },
  ...{ knownCount: 0, repeatedCount: 0, leftOutCount: 0, leftOut: [], error: null },
  ...more,
});
/** The server says so from now on, and the screen hears of it. */
function say(view: ImportView): void {
  newest = view;
  notice({ kind: 'import', id: 'w', type: 'ImportRowsAdded', version: 2 });
}
const idSent = (): string => (calls[0]?.body as { importId: string } | undefined)?.importId ?? '';

function Both() {
  usePartnerPages({});
  return <ImportStatus />;
}

async function opened(already: ImportView | null = null): Promise<UserEvent> {
  closed.mockClear();
  newest = already;
  keepPartners([]);
  answer('get', '/api/partners/import', () => newest as ImportView);
  return renderPart(<ImportDialog onClose={closed} />);
}
const aFile = (content: BlobPart, name = 'list.csv') => new File([content], name, { type: 'text/csv' });
const choose = (file: File) =>
  fireEvent.change(screen.getByLabelText('Choose a CSV file'), { target: { files: [file] } });
const pasted = () => screen.getByLabelText<HTMLTextAreaElement>('Or paste the list');
const columns = () => screen.findByRole('region', { name: 'Columns and first rows' });
const meaning = (header: string) => screen.getByLabelText<HTMLSelectElement>(`Meaning of ${header}`);
const submit = (name: string) => screen.getByText<HTMLButtonElement>(name, { selector: 'button' });

/** Opens the dialog and reads a list. */
async function read(text: string): Promise<UserEvent> {
  const hand = await opened();
  choose(aFile(text));
  await columns();
  return hand;
}

describe('where the list comes from', () => {
  test('nothing can be read or imported before there is a list', async () => {
    await opened();
    screen.getByText('or drop it here');
    expect(submit('Import partners').disabled).toBe(true);
    expect(submit('Read the pasted list').disabled).toBe(true);
  });

  test('the template is saved', async () => {
    const saved = downloads();
    const hand = await opened();
    await hand.click(screen.getByText('Download template'));
    await waitFor(() => expect(saved).toHaveLength(1));
    expect(saved[0]?.name).toBe('partners-template.csv');
    expect(saved[0]?.text).toContain('name,profileUrl,platform');
  });

  test.each([
    ['a picture', aFile(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')), 'This file is not text.'],
    ['a workbook', aFile(Buffer.from('504b030414000600', 'hex'), 'list.xlsx'), 'This is a spreadsheet file.'],
    ['an old workbook', aFile(Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'list.xls'), 'save it as CSV'],
    ['an empty file', aFile(' \n'), 'This file is empty.'],
    ['a first line only', aFile(HEADER), 'no people below it'],
    ['more than 5 MB', aFile(Buffer.alloc(5_000_001, 'a')), 'This file is larger than 5 MB.'],
    ['more than 5,000 rows', aFile(HEADER + 'A,b\n'.repeat(5_001)), 'This list has 5,001 rows.'],
  ])('%s is refused with what to do', async (_what, file, text) => {
    await opened();
    choose(file);
    await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(text));
    expect(screen.queryByLabelText('Columns and first rows')).toBeNull();
  });

  test.each([
    ['an old spreadsheet', Buffer.from('name,platform,username\nZoë Åström,linkedin,zoe\n', 'latin1')],
    ['Unicode text', Buffer.from('\uFEFFname\tplatform\tusername\nZoë Åström\tlinkedin\tzoe\n', 'utf16le')],
  ])('a file of %s keeps its letters', async (_what, bytes) => {
    await opened();
    choose(aFile(bytes));
    await screen.findByText('Zoë Åström', { selector: 'td' });
  });

  test('a file can be dropped', async () => {
    await opened();
    fireEvent.drop(screen.getByText('or drop it here'), { dataTransfer: { files: [aFile(HEADER + MAREN)] } });
    within(await columns()).getByText('Maren Oduya');
  });

  test('a pasted list without people is refused; another one is read, and stays over "Choose another list"', async () => {
    const hand = await opened();
    await hand.click(pasted());
    await hand.paste('just one line');
    await hand.click(submit('Read the pasted list'));
    expect(screen.getByRole('alert').textContent).toContain('no people below it');
    await hand.clear(pasted());
    await hand.click(pasted());
    await hand.paste(HEADER + MAREN);
    expect(screen.queryByRole('alert')).toBeNull();
    fireEvent.click(submit('Read the pasted list'));
    await columns();
    expect(document.activeElement?.textContent).toContain('1 row. Check what each column means');
    await hand.click(submit('Choose another list'));
    expect(pasted().value).toBe(HEADER + MAREN);
  });
});

describe('the columns', () => {
  test('each shows what it was taken for', async () => {
    await read(HEADER + MAREN);
    const headers = ['Name', 'LinkedIn URL', 'Email', 'Followers', 'Bio', 'Shoe size'];
    const taken = ['Name', 'Profile URL', 'Email', 'Followers', 'Bio', 'Leave out'];
    expect(headers.map((header) => meaning(header).selectedOptions[0]?.text)).toEqual(taken);
  });

  test('one that no one can be identified without must be chosen', async () => {
    const hand = await read(HEADER + MAREN);
    await hand.selectOptions(meaning('Name'), 'Leave out');
    screen.getByText(/^No column is the name yet\./);
    expect(submit('Import partners').disabled).toBe(true);
    await hand.selectOptions(meaning('Name'), 'Name');
    expect(submit('Import 1 partner').disabled).toBe(false);
  });

  test('a meaning is given to one column only', async () => {
    const hand = await read(HEADER + MAREN);
    await hand.selectOptions(meaning('Shoe size'), 'Bio');
    expect(meaning('Bio').selectedOptions[0]?.text).toBe('Leave out');
  });
});

describe('lines that cannot be imported', () => {
  const LIST = `${HEADER}${MAREN}No Address,,,,\nBo,https://www.linkedin.com/company/bo,,1,x\n`;
  const problems = () => within(screen.getByRole('region', { name: 'Lines that cannot be imported' }));

  test('are named, and the others can be imported', async () => {
    await read(LIST);
    problems().getByText('2 lines cannot be imported. The others can.');
    expect(
      problems()
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Line 4: give a profile URL, or a platform and a username',
      'Line 5: the address is that of a company or group, not of a person',
    ]);
    expect(submit('Import 1 partner').disabled).toBe(false);
  });

  test('one cell that is left out is one', async () => {
    await read(`${HEADER}${MAREN}Bo,https://www.linkedin.com/in/bo,n/a,5,x\n`);
    const cells = within(screen.getByRole('region', { name: 'Cells that are left out' }));
    cells.getByText('1 cell is left out. Its row is imported without it.');
    cells.getByText(/^Email: n\/a: this counts as an empty cell/);
  });

  test('cells that are left out are named, and their rows are imported', async () => {
    const hand = await read(`${HEADER}${MAREN}Bo,https://www.linkedin.com/in/bo,no address,many,x\n`);
    const cells = within(screen.getByRole('region', { name: 'Cells that are left out' }));
    cells.getByText('2 cells are left out. Their rows are imported without them.');
    expect(cells.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Line 4: Email: no address: email is not a valid address',
      'Line 4: Followers: many: followers must be a whole number',
    ]);
    expect(submit('Import 2 partners').disabled).toBe(false);
    await hand.click(screen.getByLabelText('Add nothing if a row is wrong'));
    expect(submit('Import 2 partners').disabled).toBe(true);
  });

  test('keep the others back while the switch is on', async () => {
    const hand = await read(LIST);
    await hand.click(screen.getByLabelText('Add nothing if a row is wrong'));
    problems().getByText('2 lines cannot be imported. Fix the list and choose it again.');
    expect(submit('Import 1 partner').disabled).toBe(true);
  });

  test('that only the server knows of are named in the end, all of them in a file', async () => {
    const hand = await read(HEADER + MAREN);
    const problem = 'This person asked not to share their data. They were removed permanently.';
    answer('post', '/api/partners/import', () => {
      newest = anImport({ id: idSent(), addedCount: 0, leftOutCount: 1, leftOut: [{ line: 2, problem }] });
      return newest;
    });
    await hand.click(submit('Import 1 partner'));
    await seeToast({ title: 'No Partners Added', text: '1 row was not imported.' });
    await screen.findByText(problem);
    expect(closed).not.toHaveBeenCalled();
    const saved = downloads();
    answer('get', '/api/partners/import/left-out', (() => new Response('line,problem\n')) as never);
    await hand.click(submit('Download the list'));
    await waitFor(() => expect(saved[0]?.name).toBe('not-imported.csv'));
    answer('get', '/api/partners/import/left-out', () => failed(500));
    await hand.click(submit('Download the list'));
    const text = 'The list could not be downloaded. Please try again.';
    await seeToast({ title: 'Export Failed', text, variant: 'destructive' });
    await hand.click(submit('Done'));
    expect(closed).toHaveBeenCalledOnce();
  });

  test('refuse the whole list if all or nothing was asked for', async () => {
    const hand = await read(HEADER + MAREN);
    await hand.click(screen.getByLabelText('Add nothing if a row is wrong'));
    const error = 'Nothing was added: 1 row has a problem.';
    const leftOut = [{ line: 2, problem: 'email is not a valid address' }];
    answer('post', '/api/partners/import', () => {
      newest = anImport({ id: idSent(), status: 'refused', addedCount: 0, leftOutCount: 1, leftOut, error });
      return failed(422, error, { details: leftOut });
    });
    await hand.click(submit('Import 1 partner'));
    await screen.findByText(error);
    expect(screen.queryByText('Failed to Add Partners')).toBeNull();
    expect(calls[0]?.body).toMatchObject({ allOrNothing: true });
    await hand.click(submit('Choose another list'));
    await hand.click(submit('Show'));
    await screen.findByText(error);
  });
});

describe('a refusal while the import is shown beside the list, too', () => {
  function Page() {
    const [open, setOpen] = useState(true);
    return (
      <>
        {open && <ImportDialog onClose={() => setOpen(false)} />}
        <ImportStatus />
      </>
    );
  }
  const error = 'Nothing was added: 1 row has a problem.';
  const leftOut = [{ line: 2, problem: 'email is not a valid address' }];

  async function running() {
    newest = null;
    keepPartners([]);
    answer('get', '/api/partners/import', () => newest as ImportView);
    const hand = await renderPart(<Page />);
    choose(aFile(HEADER + MAREN));
    await columns();
    const { held, release } = hold();
    answer('post', '/api/partners/import', async () => {
      await held;
      newest = anImport({ id: idSent(), status: 'refused', addedCount: 0, leftOutCount: 1, leftOut, error });
      return failed(422, error, { details: leftOut });
    });
    await hand.click(submit('Import 1 partner'));
    await waitFor(() => expect(calls).toHaveLength(1));
    say(anImport({ id: idSent(), status: 'running', doneCount: 0 }));
    await waitFor(() => expect(document.querySelector('section[aria-label="Import"]')).not.toBeNull());
    return { hand, release };
  }

  test('is said once', async () => {
    const { release } = await running();
    release();
    await screen.findByText(error);
    expect(screen.queryByText('Failed to Add Partners')).toBeNull();
  });

  test('is said by a toast once the dialog was closed', async () => {
    const { hand, release } = await running();
    await hand.click(screen.getByText('Close', { selector: 'button' }));
    release();
    await seeToast({ title: 'Failed to Add Partners', text: error, variant: 'destructive' });
  });
});

describe('Import', () => {
  test('sends what the columns mean, says how many were added, and closes', async () => {
    const hand = await read(HEADER + MAREN);
    answer('post', '/api/partners/import', () => anImport({ id: idSent() }));
    await hand.click(submit('Import 1 partner'));
    await seeToast({ title: 'Partners Added', text: '1 partner added to your list for review.' });
    await waitFor(() => expect(closed).toHaveBeenCalledOnce());
    expect(calls[0]?.body).toEqual({
      ...{ importId: expect.stringMatching(/^[0-9a-f]{20}$/), part: 1, parts: 1, allOrNothing: false },
      rows: [
        {
          line: 2,
          name: 'Maren Oduya',
          profileUrl: 'https://www.linkedin.com/in/marenruns',
          email: 'maren@oduya.example',
          followersCount: 48_200,
          bio: 'Coach,\nVermont',
        },
      ],
    });
  });

  test('sends a long list in parts of one import, and shows how far it is', async () => {
    const line = (index: number) => `Ada ${index},https://www.linkedin.com/in/ada-${index},,,\n`;
    const hand = await read(HEADER + Array.from({ length: 1_200 }, (_, index) => line(index)).join(''));
    const { held, release } = hold();
    answer('post', '/api/partners/import', async () => {
      if (calls.length < 3) return anImport({ id: idSent(), status: 'receiving' });
      await held;
      return anImport({ id: idSent(), rowCount: 1_200, doneCount: 1_200, addedCount: 1_200 });
    });
    await hand.click(submit('Import 1,200 partners'));
    await waitFor(() => expect(calls).toHaveLength(3));
    expect(new Set(calls.map(({ body }) => (body as { importId: string }).importId)).size).toBe(1);
    expect(calls.map(({ body }) => (body as { part: number }).part)).toEqual([1, 2, 3]);
    const bar = () => screen.getByRole('progressbar').getAttribute('aria-valuetext');
    say(anImport({ id: idSent(), status: 'receiving', rowCount: 1_000, doneCount: 0 }));
    await waitFor(() => expect(bar()).toBe('1000 of 1200'));
    screen.getByText('Sending the list');
    say(anImport({ id: idSent(), status: 'running', rowCount: 1_200, doneCount: 350 }));
    await waitFor(() => expect(bar()).toBe('350 of 1200'));
    screen.getByText('Adding partners');
    release();
    await seeToast({ title: 'Partners Added', text: '1,200 partners added to your list for review.' });
    await waitFor(() => expect(closed).toHaveBeenCalledOnce());
  });

  test('that runs already is shown wherever the dialog is opened, to its end', async () => {
    await opened(anImport({ status: 'running', rowCount: 4_000, doneCount: 1_000 }));
    await screen.findByText('Adding partners');
    expect(screen.getByRole('progressbar').getAttribute('aria-valuetext')).toBe('1000 of 4000');
    say(anImport({ rowCount: 4_000, doneCount: 4_000, addedCount: 3_990, knownCount: 10 }));
    await screen.findByText(/^3,990 partners added to your list for review\. 10 people were in your list already\.$/);
  });

  test('is shown beside the list of partners, too, and its end is said', async () => {
    newest = anImport({ id: 'import-9', status: 'running', rowCount: 40, doneCount: 10 });
    answer('get', '/api/partners/import', () => newest as ImportView);
    await renderPart(<ImportStatus />);
    within(await screen.findByRole('region', { name: 'Import' })).getByText('Adding partners');
    say(anImport({ id: 'import-9', status: 'stopped', error: 'The import stopped.' }));
    await seeToast({ title: 'Failed to Add Partners', text: 'The import stopped.', variant: 'destructive' });
    expect(screen.queryByRole('region', { name: 'Import' })).toBeNull();
  });

  test('whose end was missed holds nothing back', async () => {
    answer('get', '/api/partners/import', anImport());
    answer('get', '/api/partners', []);
    await renderPart(<Both />);
    const asked = () => reads.filter((one) => one.startsWith('/api/partners?')).length;
    await waitFor(() => expect(asked()).toBe(1));
    notice({ kind: 'import', id: 'w', type: 'ImportRowsAdded', version: 3 });
    reopened();
    await waitFor(() => expect(asked()).toBe(2));
    notice({ kind: 'partner', id: 'p', type: 'PartnerAdded', version: 1 });
    await waitFor(() => expect(asked()).toBe(3), AT_ONCE);
  });

  test('does not fetch the whole list of partners with each of its commits, but in the end', async () => {
    newest = anImport({ status: 'running' });
    answer('get', '/api/partners/import', () => newest as ImportView);
    answer('get', '/api/partners', []);
    await renderPart(<Both />);
    const asked = (path: string) => reads.filter((one) => one.split('?')[0] === path).length;
    await waitFor(() => expect([asked('/api/partners'), asked('/api/partners/import')]).toEqual([1, 1]));
    const partnerAdded = () => notice({ kind: 'partner', id: 'p', type: 'PartnerAdded', version: 1 });
    notice({ kind: 'import', id: 'w', type: 'ImportRowsAdded', version: 3 });
    partnerAdded();
    await waitFor(() => expect(asked('/api/partners/import')).toBe(2));
    expect(asked('/api/partners')).toBe(1);
    notice({ kind: 'import', id: 'w', type: 'ImportCompleted', version: 4 });
    await waitFor(() => expect(asked('/api/partners')).toBe(2), AT_ONCE);
  });

  test('a lost answer is asked for again, by the same id', async () => {
    const hand = await read(HEADER + MAREN);
    answer('post', '/api/partners/import', () => (calls.length === 1 ? failed(503) : anImport({ id: idSent() })));
    await hand.click(submit('Import 1 partner'));
    await waitFor(() => expect(closed).toHaveBeenCalledOnce(), { timeout: 5_000 });
    expect(calls[1]?.body).toEqual(calls[0]?.body);
  });

  test('a failure is said, and the list stays', async () => {
    const hand = await read(HEADER + MAREN);
    answer('post', '/api/partners/import', () => failed(500));
    await hand.click(submit('Import 1 partner'));
    const text = 'The list could not be imported. Try again.';
    await seeToast({ title: 'Failed to Add Partners', text, variant: 'destructive' });
    expect(meaning('Name').value).toBe('name');
    expect(closed).not.toHaveBeenCalled();
  });
});
