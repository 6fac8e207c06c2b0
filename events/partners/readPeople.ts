import { findAddresses } from '../shared/emailAddress.ts';
import type { Platform } from '../shared/options.ts';
import type { Table, TableRow } from '../shared/readTable.ts';
import type { ImportProblem, ProblemLine } from './importProblems.ts';
import { columnMeaning, type PeopleColumn, plainHeader, platformNamed, saysNothing, shownIn } from './listColumns.ts';
import { type ImportCells, type ImportField, LONGEST_BIO } from './partnersInput.ts';
import { PROFILE_PROBLEMS, readImportRow } from './readImportRow.ts';
import { pastedUrl, readProfile, urlOfUsername } from './readProfile.ts';

/** A cell that is left out of a row that is imported. */
export type LeftOutCell = { line: number; column: string; cell: string; problem: ImportProblem };

/** Several columns may mean these; a row takes the first that it has. */
const MANY: ReadonlySet<PeopleColumn> = new Set(['profileUrl', 'email', 'followersCount', 'engagementRate']);
export const mayRepeat = (column: PeopleColumn): boolean => MANY.has(column);

const LOOKED_AT = 50;
const LONGEST_SHOWN = 80;

/** Guesses what each column means: from its header in eight languages, else from what is in it. */
export function guessColumns({ headers, rows }: Pick<Table, 'headers' | 'rows'>): (PeopleColumn | null)[] {
  const meanings = headers.map(columnMeaning);
  const taken = new Set<PeopleColumn>();
  const hasProfiles = meanings.some(({ kind, isSite }) => kind === 'profileUrl' && !isSite);
  const columns = meanings.map(({ kind, isSite }): PeopleColumn | null => {
    if (kind === null || kind === 'domain' || kind === 'owner' || (isSite && hasProfiles)) return null;
    if (taken.has(kind) && !MANY.has(kind)) return null;
    taken.add(kind);
    return kind;
  });
  // "Vorname, Name", "Prénom, Nom" and "Nombre, Apellidos": the short word is the other half
  const [short, first, last] = (['name', 'firstName', 'lastName'] as const).map((one) => columns.indexOf(one));
  const isShort = /^(?:name|nom|nombre|nome|naam)$/.test(plainHeader(headers[short ?? -1] ?? ''));
  if (isShort && (first ?? -1) >= 0 && last === -1) columns[short ?? -1] = 'lastName';
  else if (isShort && first === -1 && (last ?? -1) >= 0) columns[short ?? -1] = 'firstName';
  const isFree = (at: number) => columns[at] === null && meanings[at]?.kind === null;
  const byContent = (holds: (cell: string) => boolean): number => {
    const counts = headers.map((_header, at) => {
      const cells = rows.slice(0, LOOKED_AT).flatMap(({ cells: all }) => all[at] || []);
      const held = cells.filter(holds).length;
      return isFree(at) && held * 2 > cells.length ? held : 0;
    });
    return counts.indexOf(Math.max(1, ...counts));
  };
  const fill = (column: PeopleColumn, holds: (cell: string) => boolean) => {
    const at = byContent(holds);
    if (at >= 0) columns[at] = column;
  };
  if (!columns.includes('profileUrl')) fill('profileUrl', (cell) => readProfile(cell).ok);
  if (!columns.includes('email')) fill('email', (cell) => findAddresses(cell).addresses.length > 0);
  if (headers.every((header) => header === '')) fill('name', (cell) => /^[\p{L}\p{M} .'’-]{2,60}$/u.test(cell));
  return columns;
}

/** The column that an import needs and nobody has chosen. null: all is there. */
export function missingColumn(columns: readonly (PeopleColumn | null)[]): string | null {
  if (!['name', 'firstName', 'lastName'].some((one) => columns.includes(one as PeopleColumn)))
    return 'No column is the name yet. Choose Name above the column that holds it.';
  if (columns.includes('profileUrl') || (columns.includes('platform') && columns.includes('username'))) return null;
  return 'No column identifies a person. Choose Profile URL above the column that holds it, or Platform and Username.';
}

/** The fields whose error costs only their cell. */
const FIELD_OF: Readonly<Partial<Record<ImportProblem, ImportField>>> = {
  email_invalid: 'email',
  followers_invalid: 'followersCount',
  followers_negative: 'followersCount',
  followers_too_many: 'followersCount',
  engagement_invalid: 'engagementRate',
  engagement_range: 'engagementRate',
  industry_invalid: 'industry',
  industry_too_long: 'industry',
  bio_invalid: 'bio',
  bio_too_long: 'bio',
  platform_unknown: 'platform',
  username_invalid: 'username',
  username_too_long: 'username',
  profile_url_invalid: 'profileUrl',
  profile_url_too_long: 'profileUrl',
  no_platform: 'profileUrl',
  profile_is_post: 'profileUrl',
  profile_is_company: 'profileUrl',
  profile_is_page: 'profileUrl',
  profile_is_short: 'profileUrl',
};

export type ReadPeople = {
  rows: ImportCells[];
  problems: ProblemLine[];
  leftOut: LeftOutCell[];
  /** Lines with a person whom the list has further up. */
  repeated: number[];
};

/** Reads a table by its column meanings: its rows as they are sent, every wrong one, and every cell that is left out. The server checks them again. */
export function readPeople(
  table: Pick<Table, 'headers' | 'rows'>,
  columns: readonly (PeopleColumn | null)[],
): ReadPeople {
  const read: ReadPeople = { rows: [], problems: [], leftOut: [], repeated: [] };
  const seen = new Set<string>();
  const places = columns.flatMap((column, at) => {
    const header = table.headers[at] ?? '';
    return column
      ? [{ column, at, header: header || `Column ${at + 1}`, platform: columnMeaning(header).platform }]
      : [];
  });
  for (const row of table.rows) {
    const { cells, leftOut } = cellsOf(row, places);
    const first = readImportRow(cells);
    const wrong = 'problems' in first ? first.problems : [];
    const rest = { ...cells };
    for (const problem of wrong) if (FIELD_OF[problem]) delete rest[FIELD_OF[problem]];
    const again = wrong.length > 0 && wrong.every((one) => FIELD_OF[one]) ? readImportRow(rest) : first;
    const isFine = 'row' in again;
    read.rows.push(isFine ? rest : cells);
    if (isFine && seen.has(again.key)) read.repeated.push(row.line);
    if (isFine) seen.add(again.key);
    const formulas = leftOut.flatMap(({ problem }) => (problem === 'formula' && !cells.name ? [problem] : []));
    if (!isFine) read.problems.push({ line: row.line, problems: [...wrong, ...formulas.slice(0, 1)] });
    else
      read.leftOut.push(
        ...leftOut,
        ...wrong.map((problem) => {
          const place = places.find(({ column, at }) => column === FIELD_OF[problem] && row.cells[at]);
          const cell = row.cells[place?.at ?? -1] ?? '';
          return { line: row.line, column: place?.header ?? '', cell: cell.slice(0, LONGEST_SHOWN), problem };
        }),
      );
  }
  return read;
}

type Place = { column: PeopleColumn; at: number; header: string; platform: Platform | undefined };

function cellsOf({ line, cells }: TableRow, places: readonly Place[]): { cells: ImportCells; leftOut: LeftOutCell[] } {
  const row: ImportCells = { line };
  const leftOut: LeftOutCell[] = [];
  const leave = ({ header }: Place, cell: string, problem: ImportProblem) =>
    leftOut.push({ line, column: header, cell: cell.slice(0, LONGEST_SHOWN), problem });
  const filled = places.flatMap((place) => {
    // one letter too many is refused as a whole page would be
    const cell = (cells[place.at] ?? '').slice(0, LONGEST_BIO + 1).trim();
    if (cell === '') return [];
    const shown = saysNothing(cell) ? null : shownIn(cell, place.column);
    if (shown !== null) return [{ place, cell: shown }];
    leave(place, cell, saysNothing(cell) ? 'says_nothing' : 'formula');
    return [];
  });
  const of = (column: PeopleColumn) => filled.filter(({ place }) => place.column === column);
  const name = of('name')[0]?.cell ?? [...of('firstName'), ...of('lastName')].map(({ cell }) => cell).join(' ');
  if (name) row.name = name;
  for (const { cell } of of('platform')) row.platform = platformNamed(cell)?.platform ?? cell.toLowerCase();
  readProfiles(row, [...of('profileUrl'), ...of('username')], leave);
  const platform = row.platform ?? (row.profileUrl ? platformIn(String(row.profileUrl)) : undefined);
  for (const column of ['followersCount', 'engagementRate'] as const) {
    const all = of(column);
    const fitting = all.filter(({ place }) => place.platform === undefined || place.platform === platform);
    const own = fitting.find(({ place }) => place.platform) ?? fitting[0];
    if (own) row[column] = column === 'followersCount' ? readCount(own.cell) : readPercent(own.cell);
  }
  for (const { place, cell } of of('email')) {
    const { addresses, rest } = findAddresses(cell);
    if (row.email === undefined && (addresses.length > 0 || of('email').length === 1)) {
      row.email = addresses[0] ?? cell;
      if (addresses.length > 1) leave(place, addresses.slice(1).join(', '), 'second_email');
    } else if (addresses.some((address) => address !== row.email)) leave(place, cell, 'second_email');
    else if (addresses.length === 0) leave(place, rest, 'email_invalid');
  }
  for (const column of ['industry', 'bio'] as const) {
    const [first] = of(column);
    if (first) row[column] = first.cell;
  }
  return { cells: row, leftOut };
}

const platformIn = (url: string): Platform | undefined => {
  const read = readProfile(url);
  return read.ok ? read.platform : undefined;
};

/** The first profile is the row's, and the others are kept beside it. A cell of a platform's column may be a user name. */
function readProfiles(
  row: ImportCells,
  filled: readonly { place: Place; cell: string }[],
  leave: (place: Place, cell: string, problem: ImportProblem) => void,
): void {
  const others: string[] = [];
  const unread: { place: Place; cell: string; url: string; problem: ImportProblem }[] = [];
  for (const { place, cell } of filled) {
    const url = profileIn(cell, place.column, place.platform ?? platformNamed(String(row.platform ?? ''))?.platform);
    const read = url === null ? null : readProfile(url);
    if (read?.ok) {
      if (row.profileUrl === undefined) row.profileUrl = read.url;
      else others.push(read.url);
    } else if (place.column === 'username' && url === null) row.username = cell;
    else unread.push({ place, cell, url: url ?? cell, problem: problemOf(read) });
  }
  if (others.length > 0) row.otherProfiles = others.join(' ');
  if (row.profileUrl === undefined && unread[0] && row.username === undefined)
    row.profileUrl = unread.shift()?.url ?? '';
  for (const { place, cell, problem } of unread) leave(place, cell, problem);
}

/** The address that a cell names. null: a user name on no known platform. */
function profileIn(cell: string, column: PeopleColumn, platform: Platform | undefined): string | null {
  const url = pastedUrl(cell);
  // "maren.runs" is a user name, too
  if (url && (/[/:]/.test(cell) || (!platform && column !== 'username'))) return url.href;
  if (column === 'username') return null;
  const [, name] = /^@?([\p{L}\p{N}._-]{1,60})$/u.exec(cell) ?? [];
  if (!platform || !name) return cell;
  return /^UC[\w-]{22}$/.test(name) && platform === 'youtube'
    ? `https://www.youtube.com/channel/${name}`
    : urlOfUsername(platform, name);
}

/** A count as people write it, such as "48,2K", "48 200" or "1.2 million". Text that is none stays, and the server names it. */
export function readCount(text: string): number | string {
  const plain = text
    .toLowerCase()
    .replace(/[\s'’\u00a0\u202f]+/g, ' ')
    .replace(
      /^[~≈>c]+a?\.? ?|\+$| ?(?:followers?|subscribers?|subs|fans|abonn\p{L}+|seguidores|iscritti|volgers)$/gu,
      '',
    )
    .trim();
  const [, digits, unit = ''] =
    /^(\d[\d., ]*?) ?(k|tsd\.?|thousand|mil|mille|tys\.?|m|mm|mio\.?|mln|million\p{L}*|millones|milioni|milh\p{L}+|miljoen)?$/u.exec(
      plain,
    ) ?? [];
  if (!digits) return text;
  const isThousand = /^(?:k|tsd|thou|mil$|mille$|tys)/.test(unit);
  const factor = unit === '' ? 1 : isThousand ? 1_000 : 1_000_000;
  // "1,2 mil" is a thousand in Spanish, and "1.2 mil" a million in English
  const value = unit === 'mil' && digits.includes('.') ? null : numberIn(digits, unit !== '');
  return value === null ? text : Math.round(value * factor);
}

/** Three digits after a sign are thousands. With a unit, a point is a decimal sign all the same. */
function numberIn(digits: string, hasUnit: boolean): number | null {
  const plain = digits.replace(/ /g, '');
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(plain)) return Number(plain.replaceAll(',', ''));
  if (!hasUnit && /^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/.test(plain))
    return Number(plain.replaceAll('.', '').replace(',', '.'));
  return /^\d+(?:[.,]\d+)?$/.test(plain) ? Number(plain.replace(',', '.')) : null;
}

/** "4,1 %" is 4.1. */
function readPercent(text: string): number | string {
  const rate = Number(text.replace(/\s*%$/, '').replace(',', '.'));
  return Number.isFinite(rate) ? rate : text;
}

const problemOf = (read: ReturnType<typeof readProfile> | null): ImportProblem =>
  read === null || read.ok ? 'profile_url_invalid' : PROFILE_PROBLEMS[read.reason];
