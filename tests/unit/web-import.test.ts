import { describe, expect, test } from 'vitest';
import { partnersCsv } from '../../api/present/partnersCsv.ts';
import { duplicateKey } from '../../events/partners/duplicateKey.ts';
import { problemWords } from '../../events/partners/importProblems.ts';
import type { ImportCells } from '../../events/partners/partnersInput.ts';
import { readImportRow } from '../../events/partners/readImportRow.ts';
import { IMPORT_LIMIT } from '../../events/shared/options.ts';
import { checkImport } from '../../web/features/discovery/importCheck.ts';
import { guessColumns, IMPORT_TEMPLATE, readCell } from '../../web/features/discovery/importFields.ts';
import { partsOf } from '../../web/features/discovery/importWords.ts';
import { readCsv, tableProblem } from '../../web/features/discovery/readCsv.ts';
import { readAddresses } from '../../web/features/suppressions/addressList.ts';

const check = (text: string) => {
  const table = readCsv(text);
  const { rows, problems } = checkImport(table, guessColumns(table.headers));
  return { rows, problems: problems.map((one) => ({ line: one.line, problem: problemWords(one) })) };
};

describe('reading a pasted or chosen list', () => {
  test('names the line of the file, also after quoted line breaks, blank lines and CRLF', () => {
    const { headers, rows } = readCsv('\uFEFFname,bio\r\nAda,"one\r\ntwo"\r\n\r\nBen,x\r\n');
    expect(headers).toEqual(['name', 'bio']);
    expect(rows).toEqual([
      { line: 2, cells: ['Ada', 'one\r\ntwo'] },
      { line: 5, cells: ['Ben', 'x'] },
    ]);
  });

  test('takes a range copied from a spreadsheet', () => {
    expect(readCsv('name\turl\nAda\thttps://linkedin.com/in/ada\n').rows).toEqual([
      { line: 2, cells: ['Ada', 'https://linkedin.com/in/ada'] },
    ]);
  });

  test('a quotation mark that nothing closes is named by its line', () => {
    const table = readCsv('name,bio\nAda,"runs"\nBen,"cooks\nCleo,x\n');
    expect(tableProblem(table)).toMatch(/^The quotation mark on line 3 is never closed/);
    expect(tableProblem(readCsv('name,bio\nAda,"runs"\n'))).toBeNull();
    // nor one that ends only the next cell with such a mark
    expect(readCsv('name\n"Ada" L\nBen\n"Cleo"\n').unclosed).toBe(2);
    expect(readCsv('name,bio\nAda,"12" screen",\n').unclosed).toBeUndefined();
  });

  test('an empty text has no rows', () => {
    expect(readCsv('')).toEqual({ headers: [], rows: [] });
  });
});

describe('the columns', () => {
  test('are guessed from the headers people use, each meaning once', () => {
    expect(guessColumns(['Full Name', 'E-mail', 'LinkedIn URL', 'URL', 'Shoe size', 'follower_count'])).toEqual([
      'name',
      'email',
      'profileUrl',
      null,
      null,
      'followersCount',
    ]);
  });

  test.each([
    ['48.2K', 48_200],
    ['1.2M', 1_200_000],
    ['48,203', 48_203],
    ['12 000', 12_000],
    // a count has no decimals, so these are the thousands of most of Europe
    ['48.200', 48_200],
    ['1.048.200', 1_048_200],
    ['1.048K', 1_048],
    ['1.5K', 1_500],
    ['950', 950],
    ['many', 'many'],
  ])('%s followers are read as %s', (text, value) => {
    expect(readCell('followersCount', text)).toBe(value);
  });

  test('percents, platforms and bare addresses are read as the server takes them', () => {
    expect(readCell('engagementRate', '4.1 %')).toBe(4.1);
    expect(readCell('platform', 'Twitter/X')).toBe('twitter');
    expect(readCell('profileUrl', 'linkedin.com/in/ada')).toBe('https://linkedin.com/in/ada');
    expect(readCell('email', '  ')).toBeUndefined();
    expect(readCell('email', '"Ada, L." <ada@shop.example>')).toBe('ada@shop.example');
    expect(readCell('email', 'mailto:ada@shop.example?subject=Hi')).toBe('ada@shop.example');
    expect(readCell('email', 'ada@bücher.example')).toBe('ada@xn--bcher-kva.example');
    // what is more than one address is refused as it is, and nothing of it is left out
    for (const text of [
      'Ada <ada@x.example>, Bo <bo@y.example>',
      'ada@bücher.example/kontakt',
      'ada@bücher.example:80',
    ])
      expect(readCell('email', text)).toBe(text);
  });
});

describe('checking the rows', () => {
  test('a number that is far too high gets one reason', () => {
    const checked = check('name,url,followers\nAda,https://www.linkedin.com/in/ada,99999999999999999999');
    expect(checked.problems).toEqual([{ line: 2, problem: 'followers must be at most 1,000,000,000' }]);
  });

  test('the template of the dialog passes its own check', () => {
    const checked = check(IMPORT_TEMPLATE);
    expect(checked.problems).toEqual([]);
    expect(checked.rows).toMatchObject([{ line: 2, name: 'Maren Oduya', followersCount: 48_200, engagementRate: 4.1 }]);
  });

  test('every wrong row is named by line with all that is wrong, and all rows are sent', () => {
    const checked = check(
      [
        'name,url,email',
        'Ada,https://www.linkedin.com/in/ada,',
        ',https://www.linkedin.com/in/ben,',
        ',https://www.linkedin.com/in/cleo,nonsense',
        'Nowhere,https://blog.example/me,',
      ].join('\n'),
    );
    expect(checked.rows.map((row) => row.line)).toEqual([2, 3, 4, 5]);
    expect(checked.problems).toEqual([
      { line: 3, problem: 'name is missing' },
      { line: 4, problem: 'name is missing; email is not a valid address' },
      { line: 5, problem: 'the profile URL does not show the platform: add a platform' },
    ]);
  });

  test('a cell as long as a book is sent as far as it takes to refuse it', () => {
    const checked = check(`name,url,bio\nAda,https://www.linkedin.com/in/ada,${'x'.repeat(900_000)}`);
    expect(checked.problems).toEqual([{ line: 2, problem: 'bio is longer than 2000 characters' }]);
    expect(JSON.stringify(checked.rows).length).toBeLessThan(2_200);
  });
});

describe('the parts of a list', () => {
  const row = (line: number, bio = ''): ImportCells => ({ line, name: 'Ada', bio });

  test('hold every row once, in order, and no more than a call takes', () => {
    for (const rows of [
      Array.from({ length: IMPORT_LIMIT.rows }, (_, index) => row(index)),
      Array.from({ length: 400 }, (_, index) => row(index, '漢'.repeat(2_001))),
    ]) {
      const parts = partsOf(rows);
      expect(parts.flat()).toEqual(rows);
      expect(parts.length).toBeLessThanOrEqual(IMPORT_LIMIT.parts);
      for (const part of parts) {
        expect(part.length).toBeLessThanOrEqual(IMPORT_LIMIT.rowsAPart);
        expect(Buffer.byteLength(JSON.stringify(part))).toBeLessThan(1_000_000);
      }
    }
  });

  test('of the largest file that is taken are as many as the server takes', () => {
    const long = 'x'.repeat(IMPORT_LIMIT.bytes / IMPORT_LIMIT.rows);
    const rows = Array.from({ length: IMPORT_LIMIT.rows }, (_, index) => row(index, long));
    expect(partsOf(rows).length).toBeLessThanOrEqual(IMPORT_LIMIT.parts);
  });
});

describe('what the export wrote', () => {
  type Exported = Parameters<typeof partnersCsv>[0][number];
  const person = (name: string, username: string | null, profileUrl: string | null, more: Partial<Exported> = {}) =>
    ({ name, username, profileUrl, platform: 'tiktok', ...more }) as Exported;
  const known = [
    person('Ada', '@ada', null),
    person('=Ben', '+ben', null, { followersCount: 1200, engagementRate: 3.4 }),
    person('-Cleo', '-cleo', null, { industry: '@Tech', bio: '-' }),
    person('\uFF20Dora', '\uFF1Ddora', null, { bio: '\tTab' }),
    person('+Eve', null, 'https://www.tiktok.com/@eve', { bio: 'two\nlines' }),
  ];

  test('is recognized when it is imported again', () => {
    const keys = check(partnersCsv(known)).rows.map((cells) => {
      const read = readImportRow(cells);
      return 'key' in read && read.key;
    });
    expect(keys).toEqual(known.map((one) => duplicateKey(one)));
  });

  test('is imported without the guard of its cells', () => {
    expect(check(partnersCsv(known)).rows).toMatchObject([
      { name: 'Ada', username: '@ada' },
      { name: '=Ben', username: '+ben' },
      { name: '-Cleo', username: '-cleo', industry: '@Tech', bio: '-' },
      { name: '\uFF20Dora', username: '\uFF1Ddora', bio: 'Tab' },
      { name: '+Eve', profileUrl: 'https://www.tiktok.com/@eve', bio: 'two\nlines' },
    ]);
    expect(check("name,platform,username\n'Ada',tiktok,'ada'").rows).toMatchObject([
      { name: "'Ada'", username: "'ada'" },
    ]);
  });
});

describe('a list of addresses', () => {
  const read = (...lines: string[]) => {
    const list = readAddresses(lines.join('\n'));
    if ('problem' in list) throw new Error(list.problem);
    const problems = list.problems.map(({ line, problem }) => `${line} ${problem}`);
    return { rows: list.rows.map(({ line, email }) => `${line} ${email}`), problems };
  };

  test.each([
    ['commas', 'a@x.example, b@x.example,c@x.example'],
    ['semicolons', 'a@x.example;b@x.example; c@x.example'],
    ['tabs', 'a@x.example\tb@x.example\tc@x.example'],
    ['white space', 'a@x.example b@x.example  c@x.example'],
    ['names', 'Ann <a@x.example>, "Last, First" <b@x.example>; \'c@x.example\' <c@x.example>'],
    ['links', 'mailto:a@x.example, <mailto:b@x.example?subject=Hi> [c@x.example](mailto:c@x.example)'],
    ['other columns', '@ann,a@x.example,"b@x.example",Sewing,"C" (c@x.example)'],
  ])('takes every address of a line with %s, in any place of the list', (_, line) => {
    const each = (at: number) => ['a', 'b', 'c'].map((name) => `${at} ${name}@x.example`);
    expect(read(line)).toEqual({ rows: each(1), problems: [] });
    expect(read('z@x.example', line, 'y@x.example').rows).toEqual(['1 z@x.example', ...each(2), '3 y@x.example']);
    expect(read('email', line, 'y@x.example').rows).toEqual([...each(2), '3 y@x.example']);
  });

  test.each([['"Zed Q" <zed@q.example>'], ['"Zed Q <zed@q.example>']])('%s takes no other line with it', (line) => {
    const rows = ['1 a@x.example', '2 zed@q.example', '3 b@x.example', '4 c@x.example'];
    expect(read('a@x.example', line, 'b@x.example', '"c@x.example"').rows).toEqual(rows);
    expect(read(line, 'b@x.example').rows).toEqual(['1 zed@q.example', '2 b@x.example']);
    expect(read('Email', line, 'b@x.example', '"c@x.example"')).toEqual({ rows: rows.slice(1), problems: [] });
  });

  test('what is no address is named, and takes no other one of its line with it', () => {
    expect(read('a@x.example, b@x, c@x.example', '', 'ben at home', 'ada @ x.example z@x.example')).toEqual({
      rows: ['1 a@x.example', '1 c@x.example', '4 z@x.example'],
      problems: [
        '1 b@x: this is not an email address',
        '3 ben at home: this is not an email address',
        '4 @: this is not an email address',
      ],
    });
  });

  test('takes a whole domain where it is written with its @, as our own export has it', () => {
    expect(read('email,reason', "'@rival.example,user", '@other.example,user', 'bare.example,user')).toEqual({
      rows: ['2 @rival.example', '3 @other.example'],
      problems: ['4 bare.example: this is not an email address'],
    });
    expect(read('@rival.example', 'ada@a.example').rows).toEqual(['1 @rival.example', '2 ada@a.example']);
    expect(read('@rival.example, ada@a.example').rows).toEqual(['1 @rival.example', '1 ada@a.example']);
    expect(read('@rival.example', '@other.example').rows).toEqual(['1 @rival.example', '2 @other.example']);
    expect(read('domain', '@rival.example').rows).toEqual(['2 @rival.example']);
    expect(read('@ada, ada@a.example').rows).toEqual(['1 ada@a.example']);
  });

  test('counts an address once, however often and in whatever case it is there', () => {
    expect(read('a@x.example', 'b@x.example', 'A@X.example, a@x.example')).toEqual({
      rows: ['1 a@x.example', '2 b@x.example'],
      problems: [],
    });
  });

  test('takes a first line for headers only where it is one', () => {
    expect(read('Email,a@x.example', 'b@x.example').rows).toEqual(['1 a@x.example', '2 b@x.example']);
    expect(read('Customers', 'Lovelace, Ada, a@x.example')).toEqual({
      rows: ['2 a@x.example'],
      problems: ['1 Customers: this is not an email address'],
    });
  });

  test('takes the column that is named as one of addresses, and no other', () => {
    expect(read('owner,E-Mail', 'me@own.example,"a@x.example; b@x.example"', 'me@own.example,')).toEqual({
      rows: ['2 a@x.example', '2 b@x.example'],
      problems: ['3 the address is missing'],
    });
  });
});

test('a table of addresses with a quotation mark that is never closed is refused: its other columns hold addresses, too', () => {
  const table = 'owner,email,notes\nkim@us.example,ada@x.example,"likes trails\nlee@us.example,ben@x.example,fine';
  expect(readAddresses(table)).toEqual({
    problem: expect.stringMatching(/^The quotation mark on line 2 is never closed/),
  });
});
