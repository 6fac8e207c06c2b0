import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import type { PartnerView } from '../../api/views.ts';
import { ImportDialog } from '../../web/features/discovery/ImportDialog.tsx';
import { answer, calls, failed } from './support/api.ts';
import { downloads } from './support/downloads.ts';
import { keepPartners } from './support/partnerViews.ts';
import { renderPart } from './support/renderApp.tsx';
import { seeToast } from './support/toast.ts';
import { aPartner } from './support/views.ts';

const HEADER = 'Name,LinkedIn URL,Email,Followers,Bio,Shoe size\n';
const MAREN = 'Maren Oduya,https://www.linkedin.com/in/marenruns,maren@oduya.example,48.2K,"Coach,\nVermont",41\n';

const closed = vi.fn();
async function opened(known: PartnerView[] = []): Promise<UserEvent> {
  closed.mockClear();
  keepPartners(known);
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
async function read(text: string, known: PartnerView[] = []): Promise<UserEvent> {
  const hand = await opened(known);
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
  test('are named, and nothing can be added before they are left out', async () => {
    const known = aPartner({ platform: 'linkedin', profileUrl: 'https://www.linkedin.com/in/solrivera' });
    const bad = 'No Address,,,,\nBo,https://www.linkedin.com/in/bo,no address,1,x\n';
    const hand = await read(`${HEADER}${MAREN}${bad}${MAREN}Sol,linkedin.com/in/SolRivera/,,,\n`, [known]);
    const problems = within(screen.getByRole('region', { name: 'Lines that cannot be imported' }));
    await problems.findByText(/^4 lines cannot be imported\./);
    expect(problems.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      'Line 4: give a profile URL, or a platform and a username',
      'Line 5: email is not a valid address',
      'Line 6: the same person as on line 2',
      'Line 8: already in your list',
    ]);
    expect(submit('Import 1 partner').disabled).toBe(true);
    await hand.click(problems.getByText('Leave out 4 lines'));
    expect(screen.getByText('4 lines left out of this import.').getAttribute('role')).toBe('status');
    expect(submit('Import 1 partner').disabled).toBe(false);
    expect(document.activeElement).toBe(submit('Import 1 partner'));
  });

  test('those that the server refuses are named, until a column means something else', async () => {
    const hand = await read(HEADER + MAREN);
    const details = [{ line: 2, problem: 'this person is in your list already' }];
    answer('post', '/api/partners/import', () => failed(422, 'x', { details }));
    await hand.click(submit('Import 1 partner'));
    await screen.findByText('this person is in your list already');
    expect(screen.queryByText('Failed to Add Partners')).toBeNull();
    expect(submit('Import 1 partner').disabled).toBe(true);
    await hand.selectOptions(meaning('Shoe size'), 'Username');
    expect(screen.queryByText('this person is in your list already')).toBeNull();
    expect(submit('Import 1 partner').disabled).toBe(false);
  });
});

describe('Import', () => {
  test('sends what the columns mean, says how many were added, and closes', async () => {
    const hand = await read(HEADER + MAREN);
    answer('post', '/api/partners/import', { addedCount: 1 });
    await hand.click(submit('Import 1 partner'));
    await seeToast({ title: 'Partners Added', text: '1 partner added to your list for review.' });
    await waitFor(() => expect(closed).toHaveBeenCalledOnce());
    expect(calls[0]?.body).toEqual({
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

  test('what was added is at no moment called a line that cannot be imported', async () => {
    const kept = keepPartners([]);
    closed.mockClear();
    const hand = await renderPart(<ImportDialog onClose={closed} />);
    choose(aFile(HEADER + MAREN));
    await columns();
    answer('post', '/api/partners/import', () => {
      kept.list = [aPartner({ platform: 'linkedin', profileUrl: 'https://www.linkedin.com/in/marenruns' })];
      return { addedCount: 1 };
    });
    const said: string[] = [];
    const look = new MutationObserver(() => said.push(screen.queryByText(/cannot be imported/)?.textContent ?? ''));
    look.observe(document.body, { subtree: true, childList: true, characterData: true });
    await hand.click(submit('Import 1 partner'));
    await waitFor(() => expect(closed).toHaveBeenCalledOnce());
    look.disconnect();
    expect(said.filter(Boolean)).toEqual([]);
    submit('Import 1 partner');
  });

  test('who opted out is left out and named by line; the others are added', async () => {
    const hand = await read(HEADER + MAREN);
    const problem = 'This person asked not to share their data. They were removed permanently.';
    answer('post', '/api/partners/import', { addedCount: 0, leftOut: [{ line: 2, problem }] });
    await hand.click(submit('Import 1 partner'));
    await seeToast({
      title: 'No Partners Added',
      text: 'Left out, because they asked not to share their data: line 2.',
    });
  });

  test.each([
    [500, 'The list could not be imported. Nothing was added.'],
    [413, 'This list is too large for one import. Nothing was added; import it in parts.'],
  ])('a failure is said, and the list stays: %i', async (status, text) => {
    const hand = await read(HEADER + MAREN);
    answer('post', '/api/partners/import', () => failed(status));
    await hand.click(submit('Import 1 partner'));
    await seeToast({ title: 'Failed to Add Partners', text, variant: 'destructive' });
    expect(meaning('Name').value).toBe('name');
    expect(closed).not.toHaveBeenCalled();
  });
});
