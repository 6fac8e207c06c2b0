import { describe, expect, test } from 'vitest';
import { checkImport } from '../../web/features/discovery/importCheck.ts';
import { guessColumns, IMPORT_TEMPLATE, readCell } from '../../web/features/discovery/importFields.ts';
import { readCsv, tableProblem } from '../../web/features/discovery/readCsv.ts';

const check = (text: string, known: Parameters<typeof checkImport>[2] = []) => {
  const table = readCsv(text);
  return checkImport(table, guessColumns(table.headers), known);
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

  test('bad rows, doubles within the list and people of the list are named by line', () => {
    const checked = check(
      [
        'name,url,email',
        'Ada,https://www.linkedin.com/in/ada,',
        ',https://www.linkedin.com/in/ben,',
        'Ada again,http://linkedin.com/in/ADA/,',
        'Cleo,https://www.linkedin.com/in/cleo,nonsense',
        'Known,https://linkedin.com/in/known,',
        'Nowhere,https://blog.example/me,',
      ].join('\n'),
      [{ profileUrl: 'https://www.linkedin.com/in/known', platform: 'linkedin', username: 'known' }],
    );
    expect(checked.rows.map((row) => row.line)).toEqual([2]);
    expect(checked.problems).toEqual([
      { line: 3, problem: 'name is missing' },
      { line: 4, problem: 'the same person as on line 2' },
      { line: 5, problem: 'email is not a valid address' },
      { line: 6, problem: 'already in your list' },
      { line: 7, problem: 'the profile URL does not show the platform: add a platform' },
    ]);
  });
});
