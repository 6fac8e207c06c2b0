import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { BulkBar } from '../../web/components/ui/table/BulkBar.tsx';
import { marked, type TableColumn, type TableSort } from '../../web/components/ui/table/columns.ts';
import { DataTable } from '../../web/components/ui/table/DataTable.tsx';
import { RowName } from '../../web/components/ui/table/TableRow.tsx';
import { renderPart } from './support/renderApp.tsx';
import { laidOutAt } from './support/width.ts';

type City = { id: string; name: string; people: number | null };
const CITIES: readonly City[] = [
  { id: 'b', name: 'Bergen', people: 291_000 },
  { id: 'a', name: 'Århus', people: null },
  { id: 'l', name: 'Lyon', people: 522_000 },
];
const COLUMNS: readonly TableColumn<City>[] = [
  {
    id: 'name',
    header: 'City',
    width: '1fr',
    fixed: true,
    card: 'head',
    value: ({ name }) => name,
    cell: ({ name }, open) => (
      <RowName open={open} href={`/cities/${name}`}>
        {name}
      </RowName>
    ),
  },
  {
    id: 'people',
    header: 'People',
    width: '5rem',
    card: 'side',
    highestFirst: true,
    value: ({ people }) => people ?? undefined,
    cell: ({ people }) => people ?? '–',
  },
  { id: 'code', header: 'Code', width: '4rem', from: 600, extra: true, cell: ({ id }) => `code ${id}` },
];
const nameOf = ({ name }: City) => name;
const done: string[] = [];
const KEYS = {
  approve: (city: City | undefined) => {
    done.push(`a ${city?.name}`);
    return true;
  },
};

function Cities() {
  const [sort, setSort] = useState<TableSort>({ id: 'people', desc: true });
  const [open, setOpen] = useState<string | null>(null);
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const selection = {
    ids,
    mark: (these: readonly string[], on: boolean) => setIds(marked(ids, these, on)),
    clear: () => setIds(new Set()),
  };
  return (
    <DataTable
      name="cities"
      label="Cities"
      rows={CITIES}
      columns={COLUMNS}
      sort={sort}
      onSort={setSort}
      nameOf={nameOf}
      open={open}
      onOpen={(id) => setOpen(open === id ? null : id)}
      selection={selection}
      keys={KEYS}
      bulk={
        <BulkBar label="Selected cities" count={ids.size} onClear={selection.clear}>
          <button type="button">Visit</button>
        </BulkBar>
      }
    />
  );
}

const rows = () => [...document.querySelectorAll('[data-row]')];
const cities = () => rows().map((row) => row.querySelector('[data-opens]')?.textContent);
const header = (name: string) => screen.getByRole('columnheader', { name });
const sortBy = (hand: UserEvent, name: string) => hand.click(within(header(name)).getByRole('button'));
const box = (name: string) => screen.getByLabelText(name);

test('a header sorts, says so, and once more turns the order around; what is not known stays last', async () => {
  const hand = await renderPart(<Cities />);
  expect(cities()).toEqual(['Lyon', 'Bergen', 'Århus']);
  expect(header('People').getAttribute('aria-sort')).toBe('descending');
  await sortBy(hand, 'People');
  await waitFor(() => expect(cities()).toEqual(['Bergen', 'Lyon', 'Århus']));
  await sortBy(hand, 'City');
  await waitFor(() => expect(cities()).toEqual(['Århus', 'Bergen', 'Lyon']));
  expect(['City', 'People'].map((name) => header(name).getAttribute('aria-sort'))).toEqual(['ascending', 'none']);
});

test('Ctrl+A selects all rows, and B goes to what can be done to them; in a field Ctrl+A is its own', async () => {
  const hand = await renderPart(
    <>
      <input aria-label="Search" defaultValue="Lyon" />
      <Cities />
    </>,
  );
  await hand.keyboard('b');
  expect(document.activeElement).toBe(document.body);
  await hand.click(screen.getByLabelText('Search'));
  await hand.keyboard('{Control>}a{/Control}');
  expect(screen.queryByRole('toolbar')).toBeNull();
  await hand.click(header('City'));
  await hand.keyboard('{Control>}a{/Control}');
  within(screen.getByRole('toolbar')).getByText('3 selected');
  await hand.keyboard('b');
  expect(document.activeElement?.textContent).toBe('Visit');
});

test('rows are selected one by one and all at once; the bar has what can be done to them', async () => {
  const hand = await renderPart(<Cities />);
  expect(screen.queryByRole('toolbar')).toBeNull();
  await hand.click(box('Select Lyon'));
  const bar = within(screen.getByRole('toolbar', { name: 'Selected cities' }));
  bar.getByText('1 selected');
  expect(box('Select All Visible')).toHaveProperty('indeterminate', true);
  await hand.click(box('Select All Visible'));
  bar.getByText('3 selected');
  expect(box('Select Bergen')).toHaveProperty('checked', true);
  await hand.click(bar.getByText('Clear Selection'));
  expect(screen.queryByRole('toolbar')).toBeNull();
  expect(box('Select Lyon')).toHaveProperty('checked', false);
});

test('a click with the shift key selects or clears all rows from the last one on', async () => {
  const hand = await renderPart(<Cities />);
  const selected = () =>
    screen.getAllByRole<HTMLInputElement>('checkbox', { name: /^Select (?!All)/ }).map(({ checked }) => checked);
  const withShift = async (name: string) => {
    await hand.keyboard('{Shift>}');
    await hand.click(box(name));
    await hand.keyboard('{/Shift}');
  };
  await withShift('Select Bergen');
  expect(selected()).toEqual([false, true, false]);
  await hand.click(box('Select Lyon'));
  await withShift('Select Århus');
  expect(selected()).toEqual([true, true, true]);
  await hand.click(box('Select Århus'));
  await withShift('Select Bergen');
  expect(selected()).toEqual([true, false, false]);
});

test('the focus stays on the name of a row where the table becomes cards, and a table again', async () => {
  const setWidth = laidOutAt(1000);
  const hand = await renderPart(<Cities />);
  const bergen = () => screen.getByText('Bergen').closest('a');
  await hand.click(screen.getByText('Bergen'));
  const asTable = bergen();
  setWidth(400);
  expect(bergen()).not.toBe(asTable);
  expect(document.activeElement).toBe(bergen());
  setWidth(1000);
  expect(document.activeElement).toBe(bergen());
  // who left the table is not brought back
  bergen()?.blur();
  setWidth(400);
  expect(document.activeElement).toBe(document.body);
});

test('a card has what it is to show, however narrow it is', async () => {
  laidOutAt(150);
  await renderPart(<Cities />);
  expect(rows().map((row) => row.textContent)).toEqual([
    'Select LyonLyon522000',
    'Select BergenBergen291000',
    'Select ÅrhusÅrhus–',
  ]);
});

test('columns are chosen, and the browser remembers it', async () => {
  const hand = await renderPart(<Cities />);
  expect(screen.queryByText('code l')).toBeNull();
  await hand.click(screen.getByLabelText('Choose columns of Cities'));
  const choice = within(screen.getByRole('dialog', { name: 'Columns of Cities' }));
  expect(choice.getAllByRole('checkbox')).toHaveLength(2);
  await hand.click(choice.getByLabelText('Code'));
  await hand.click(choice.getByLabelText('People'));
  screen.getByText('code l');
  expect(screen.queryByText('522000')).toBeNull();
  expect(JSON.parse(localStorage.getItem('columns:cities') ?? '')).toMatchObject({ code: true, people: false });
});

test('a chosen column that has no room is named in the choice', async () => {
  laidOutAt(500);
  localStorage.setItem('columns:cities', JSON.stringify({ code: true }));
  const hand = await renderPart(<Cities />);
  expect(screen.queryByText('code l')).toBeNull();
  await hand.click(screen.getByLabelText('Choose columns of Cities'));
  screen.getByText(/^No room for .*Code\. Hide another column or widen the window\.$/);
});

test('columns that the address names come first, and a choice changes the address alone', async () => {
  localStorage.removeItem('columns:cities');
  const hand = await renderPart(<Cities />, '/cities?columns=code,gone&sort=people');
  screen.getByText('code l');
  expect(screen.queryByText('522000')).toBeNull();
  await hand.click(screen.getByLabelText('Choose columns of Cities'));
  await hand.click(screen.getByLabelText('People'));
  screen.getByText('522000');
  expect(new URLSearchParams(window.location.search).get('columns')?.split(',')).toEqual(['name', 'people', 'code']);
  expect(localStorage.getItem('columns:cities')).toBeNull();
});

test('j and k go through the rows, x selects, a key of the screen acts and goes on; not where something is typed', async () => {
  done.length = 0;
  const hand = await renderPart(
    <>
      <input aria-label="Typed" />
      <Cities />
    </>,
  );
  const at = () => document.activeElement?.textContent;
  await hand.keyboard('j');
  expect(at()).toBe('Lyon');
  await hand.keyboard('jjjk');
  expect(at()).toBe('Bergen');
  await hand.keyboard('x');
  await waitFor(() => expect(box('Select Bergen')).toHaveProperty('checked', true));
  await hand.keyboard('a');
  expect([done, at()]).toEqual([['a Bergen'], 'Århus']);
  await hand.keyboard('v');
  await hand.keyboard('k');
  // the open row follows
  expect(rows().map((row) => row.querySelector('[data-opens]')?.getAttribute('aria-expanded'))).toEqual([
    'false',
    'true',
    'false',
  ]);
  await hand.click(box('Typed'));
  await hand.keyboard('ajx');
  expect(done).toEqual(['a Bergen']);
});

test('a press on a row opens it, and on its checkbox does not', async () => {
  const hand = await renderPart(<Cities />);
  await hand.click(screen.getByText('522000'));
  expect(screen.getByText('Lyon').closest('a')?.getAttribute('aria-expanded')).toBe('true');
  await hand.click(box('Select Bergen'));
  expect(screen.getByText('Bergen').closest('a')?.getAttribute('aria-expanded')).toBe('false');
});

test('says how many are selected, and how many rows a filter leaves', async () => {
  function Filtered() {
    const [rows, setRows] = useState(CITIES);
    const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
    const selection = {
      ids,
      mark: (these: readonly string[], on: boolean) => setIds(marked(ids, these, on)),
      clear: () => setIds(new Set()),
    };
    return (
      <>
        <button type="button" onClick={() => setRows(CITIES.slice(0, 1))}>
          Only one
        </button>
        <DataTable name="few" label="Cities" rows={rows} columns={COLUMNS} nameOf={nameOf} selection={selection} />
      </>
    );
  }
  const hand = await renderPart(<Filtered />);
  const said = () => screen.getByRole('status').textContent;
  expect(said()).toBe('');
  await hand.click(screen.getByLabelText('Select Bergen'));
  await waitFor(() => expect(said()).toBe('1 selected'));
  await hand.click(screen.getByText('Only one'));
  await waitFor(() => expect(said()).toBe('1 row'));
});
