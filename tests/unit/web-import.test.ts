import { describe, expect, test } from 'vitest';
import { partnersCsv } from '../../api/present/partnersCsv.ts';
import type { PartnerView } from '../../api/views.ts';
import { duplicateKey } from '../../events/partners/duplicateKey.ts';
import { problemWords } from '../../events/partners/importProblems.ts';
import { isHeader } from '../../events/partners/listColumns.ts';
import type { ImportCells } from '../../events/partners/partnersInput.ts';
import { readImportRow } from '../../events/partners/readImportRow.ts';
import { guessColumns, readCount, readPeople } from '../../events/partners/readPeople.ts';
import { readAddressList } from '../../events/privacy/readAddressList.ts';
import { listText } from '../../events/shared/listText.ts';
import { IMPORT_LIMIT } from '../../events/shared/options.ts';
import { readTable, tableProblem } from '../../events/shared/readTable.ts';
import { IMPORT_TEMPLATE } from '../../web/features/discovery/importFields.ts';
import { partsOf } from '../../web/features/discovery/importWords.ts';

const readCsv = (text: string) => readTable(text, isHeader);
const check = (text: string) => {
  const table = readCsv(text);
  const { rows, problems, leftOut } = readPeople(table, guessColumns(table));
  return {
    rows,
    problems: problems.map((one) => ({ line: one.line, problem: problemWords(one) })),
    leftOut: leftOut.map(({ line, cell, problem }) => `${line} ${cell}: ${problem}`),
  };
};

describe('reading a pasted or chosen list', () => {
  test('names the line of the file, also after quoted line breaks, blank lines and CRLF', () => {
    const { headers, rows } = readCsv('\uFEFFname,bio\r\nAda,"one\r\ntwo"\r\n\r\nBen,x\r\n');
    expect(headers).toEqual(['name', 'bio']);
    expect(rows).toEqual([
      { line: 2, cells: ['Ada', 'one\ntwo'] },
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
    expect(readCsv('')).toMatchObject({ headers: [], rows: [] });
  });
});

describe('lists as the world exports them', () => {
  const cells = (text: string) => check(text).rows.map(({ line: _, ...row }) => row);
  const IG = 'https://www.instagram.com/';
  test.each([
    [
      'the notes of LinkedIn',
      'Notes:\n"See https://www.linkedin.com/help"\n\nFirst Name,Last Name,URL,Email Address\nAda,Lovelace,https://www.linkedin.com/in/ada,\n',
      [{ name: 'Ada Lovelace', profileUrl: 'https://www.linkedin.com/in/ada' }],
    ],
    [
      'the mark of Excel',
      'sep=;\r\nname;url\r\nAda;https://instagram.com/ada\r\n',
      [{ name: 'Ada', profileUrl: `${IG}ada` }],
    ],
    [
      'a title',
      'Influencers Q4,,\n,,\nname,url\nAda,https://instagram.com/ada\n',
      [{ name: 'Ada', profileUrl: `${IG}ada` }],
    ],
    [
      'no headers',
      'Ada Lovelace,https://instagram.com/ada,ada@x.example\n',
      [{ name: 'Ada Lovelace', profileUrl: `${IG}ada`, email: 'ada@x.example' }],
    ],
    [
      'mixed line ends',
      'name,url\r\nAda,https://instagram.com/ada\nBo,https://instagram.com/bo\rCy,https://instagram.com/cy',
      ['Ada', 'Bo', 'Cy'].map((name) => ({ name, profileUrl: IG + name.toLowerCase() })),
    ],
    [
      'columns of the own people',
      'Contact owner,Owner email,Name,URL\nKim,kim@us.example,Ada,https://instagram.com/ada\n',
      [{ name: 'Ada', profileUrl: `${IG}ada` }],
    ],
    [
      'a site and a profile',
      'Name,Website,LinkedIn,Company LinkedIn Url\nAda,ada.example,linkedin.com/in/ada,linkedin.com/company/a\n',
      [{ name: 'Ada', profileUrl: 'https://www.linkedin.com/in/ada' }],
    ],
    [
      'figures of the other platform',
      'Name,Instagram,TikTok,Instagram followers,TikTok followers\nAda,,@ada,5,48.2K\n',
      [{ name: 'Ada', profileUrl: 'https://www.tiktok.com/@ada', followersCount: 48_200 }],
    ],
    [
      'two profiles',
      'Name,Instagram URL,TikTok URL\nAda,instagram.com/ada,tiktok.com/@ada\n',
      [{ name: 'Ada', profileUrl: `${IG}ada`, otherProfiles: 'https://www.tiktok.com/@ada' }],
    ],
    [
      'links as formulas',
      'name,url\n"=HYPERLINK(""https://a.example"",""Ada"")","=HYPERLINK(""https://instagram.com/ada"")"\n',
      [{ name: 'Ada', profileUrl: `${IG}ada` }],
    ],
    [
      'German',
      'Vorname;Name;Profil-Link;E-Mail-Adresse;Abonnenten\nAda;Lovelace;instagram.com/ada;ada@x.example;1,2 Mio.\n',
      [{ name: 'Ada Lovelace', profileUrl: `${IG}ada`, email: 'ada@x.example', followersCount: 1_200_000 }],
    ],
    [
      'French',
      'Prénom,Nom,Lien du profil,Courriel,Abonnés\nAda,Lovelace,instagram.com/ada,ada@x.example,48 200\n',
      [{ name: 'Ada Lovelace', profileUrl: `${IG}ada`, email: 'ada@x.example', followersCount: 48_200 }],
    ],
    [
      'Spanish',
      'Nombre;Apellidos;Perfil;Correo electrónico\nAda;Lovelace;instagram.com/ada;ada@x.example\n',
      [{ name: 'Ada Lovelace', profileUrl: `${IG}ada`, email: 'ada@x.example' }],
    ],
    [
      'Italian',
      'Nome,Cognome,Link al profilo,Posta elettronica\nAda,Lovelace,instagram.com/ada,ada@x.example\n',
      [{ name: 'Ada Lovelace', profileUrl: `${IG}ada`, email: 'ada@x.example' }],
    ],
    [
      'Portuguese',
      'Nome completo;Link do perfil;Seguidores\nAda Lovelace;instagram.com/ada;48,2 mil\n',
      [{ name: 'Ada Lovelace', profileUrl: `${IG}ada`, followersCount: 48_200 }],
    ],
    [
      'Dutch',
      'Voornaam;Achternaam;Profiel;E-mailadres\nAda;Lovelace;instagram.com/ada;ada@x.example\n',
      [{ name: 'Ada Lovelace', profileUrl: `${IG}ada`, email: 'ada@x.example' }],
    ],
    [
      'Polish',
      'Imię;Nazwisko;Link do profilu;Adres e-mail\nAda;Lovelace;instagram.com/ada;ada@x.example\n',
      [{ name: 'Ada Lovelace', profileUrl: `${IG}ada`, email: 'ada@x.example' }],
    ],
  ])('%s', (_what, text, rows) => expect(cells(text)).toEqual(rows));

  test('what is left out is named: nothing, a second address, a formula', () => {
    const { rows, problems, leftOut } = check(
      'name,url,email\nAda,instagram.com/ada,n/a\nBo,instagram.com/bo,bo@x.example; bo@y.example\n=A2&B2,instagram.com/cy,\nDi,instagram.com/p/1,\n',
    );
    expect(rows[1]?.email).toBe('bo@x.example');
    expect(leftOut).toEqual(['2 n/a: says_nothing', '3 bo@y.example: second_email']);
    expect(problems.map(({ line, problem }) => `${line} ${problem}`)).toEqual([
      '4 name is missing; the cell is a formula: save the list with its results',
      '5 the address is that of a post: give the address of the profile',
    ]);
  });

  test.each([
    ['UTF-8', Buffer.from('Zoë,a')],
    ['UTF-16', Buffer.from('\uFEFFZoë,a', 'utf16le')],
    ['UTF-16 without its mark', Buffer.from('Zoë,a', 'utf16le')],
    ['Windows-1252', Buffer.from('Zoë,a\n', 'latin1')],
    ['old Macs', Buffer.from([0x5a, 0x6f, 0x91, 0x2c, 0x61])],
    [
      'Windows-1250',
      Buffer.concat([Buffer.from('Zo'), Buffer.from([0xeb]), Buffer.from(',Pawe'), Buffer.from([0xb3, 10])]),
    ],
  ])('%s', (_what, bytes) => {
    const read = listText(bytes);
    expect('text' in read && read.text).toMatch(/^\uFEFF?Zoë,/);
  });
});

describe('the columns', () => {
  test('are guessed from the headers people use, each meaning once', () => {
    const headers = ['Full Name', 'E-mail', 'LinkedIn URL', 'Bio', 'Notes', 'Shoe size', 'follower_count'];
    const columns = ['name', 'email', 'profileUrl', 'bio', null, null, 'followersCount'];
    expect(guessColumns({ headers, rows: [] })).toEqual(columns);
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
    ['48,2K', 48_200],
    ['1,2 Mio.', 1_200_000],
    ['3,5 mln', 3_500_000],
    ['1,2 mil', 1_200],
    ['1.2 mil', '1.2 mil'],
    ["48'200", 48_200],
    ['48\u202f200', 48_200],
    ['~48k', 48_000],
    ['10,000+', 10_000],
    ['48 Tsd.', 48_000],
    ['48.2K followers', 48_200],
    ['48200.0', 48_200],
    ['1.234.567', 1_234_567],
    ['10K-50K', '10K-50K'],
    ['many', 'many'],
  ])('%s followers are read as %s', (text, value) => {
    expect(readCount(text)).toBe(value);
  });

  test.each([
    ['engagement', '4.1 %', 'engagementRate', 4.1],
    ['engagement', '0,9', 'engagementRate', 0.9],
    ['platform', 'X (Twitter)', 'platform', 'twitter'],
    ['platform', 'IG', 'platform', 'instagram'],
    ['platform', 'Tik Tok', 'platform', 'tiktok'],
    ['url', 'linkedin.com/in/ada/', 'profileUrl', 'https://www.linkedin.com/in/ada'],
    ['Instagram', '@ada.runs', 'profileUrl', 'https://www.instagram.com/ada.runs'],
    [
      'YouTube Channel ID',
      'UCabcdefghijklmnopqrstuv',
      'profileUrl',
      'https://www.youtube.com/channel/UCabcdefghijklmnopqrstuv',
    ],
    ['email', '"Ada, L." <ada@shop.example>', 'email', 'ada@shop.example'],
    ['email', 'mailto:ada@shop.example?subject=Hi', 'email', 'ada@shop.example'],
    ['email', 'ada@bücher.example', 'email', 'ada@xn--bcher-kva.example'],
    ['email', 'ada [at] shop.example', 'email', 'ada@shop.example'],
    ['email', ' ', 'email', undefined],
  ])('%s: %s is read as the server takes it', (header, cell, field, value) => {
    const cells = `"${cell.replaceAll('"', '""')}"`;
    expect(check(`name,${header}\nAda,${cells}`).rows[0]?.[field as 'email']).toBe(value);
  });
});

describe('checking the rows', () => {
  test('a number that is far too high gets one reason', () => {
    const checked = check('name,url,followers\nAda,https://www.linkedin.com/in/ada,99999999999999999999');
    expect(checked.leftOut).toEqual(['2 99999999999999999999: followers_too_many']);
    expect(checked.problems).toEqual([]);
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
    expect(checked.leftOut).toEqual([`2 ${'x'.repeat(80)}: bio_too_long`]);
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
  type Exported = PartnerView;
  const written = async (pages: Exported[][]): Promise<string> => {
    const texts: string[] = [];
    async function* given() {
      yield* pages;
    }
    for await (const text of partnersCsv(given())) texts.push(text);
    return texts.join('');
  };
  const person = (name: string, username: string | null, profileUrl: string | null, more: Partial<Exported> = {}) =>
    ({ name, username, profileUrl, platform: 'tiktok', ...more }) as Exported;
  const known = [
    person('Ada', '@ada', null),
    person('=Ben', '+ben', null, { followersCount: 1200, engagementRate: 3.4 }),
    person('-Cleo', '-cleo', null, { industry: '@Tech', bio: '- hills' }),
    person('\uFF20Dora', '\uFF1Ddora', null, { bio: '\tTab' }),
    person('+Eve', null, 'https://www.tiktok.com/@eve', { bio: 'two\nlines' }),
  ];

  test('is recognized when it is imported again', async () => {
    const keys = check(await written([known.slice(0, 2), known.slice(2)])).rows.map((cells) => {
      const read = readImportRow(cells);
      return 'key' in read && read.key;
    });
    expect(keys).toEqual(known.map((one) => duplicateKey(one)));
  });

  test('is imported without the guard of its cells', async () => {
    expect(check(await written([known])).rows).toMatchObject([
      { name: 'Ada', username: '@ada' },
      { name: '=Ben', username: '+ben' },
      { name: '-Cleo', username: '-cleo', industry: '@Tech', bio: '- hills' },
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
    const list = readAddressList(lines.join('\n'));
    if ('problem' in list) throw new Error(list.problem);
    const problems = list.skipped.map(({ line, cell, problem }) => `${line} ${cell ? `${cell}: ` : ''}${problem}`);
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

  test.each(['🌿@x.example', '“mara”@x.example', 'ü@🌿@x.example'])('%s does not stop its whole domain', (cell) => {
    expect(read('email', 'a@y.example', cell).rows).toEqual(['2 a@y.example']);
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
      rows: ['2 @rival.example', '3 @other.example', '4 @bare.example'],
      problems: [],
    });
    expect(read('@rival.example', 'ada@a.example').rows).toEqual(['1 @rival.example', '2 ada@a.example']);
    expect(read('@rival.example, ada@a.example').rows).toEqual(['1 ada@a.example', '1 @rival.example']);
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

  test.each([
    [
      'second addresses',
      'First Name,E-mail Address,E-mail 2 Address,E-mail 2 Type',
      'Ada,a@x.example,b@x.example,SMTP',
      ['a', 'b'],
    ],
    ['the recipient', 'sender,recipient', 'kim@us.example,a@x.example', ['a']],
    ['the contact', 'Owner,Contact Email', 'kim@us.example,a@x.example', ['a']],
    ['the customer of a German list', 'Betreuer;E-Mail', 'kim@us.example;a@x.example', ['a']],
    ['an unnamed column', 'Assigned to,Primary', 'kim@us.example,a@x.example', ['a']],
    ['signs and letters', 'email', 'r&d@x.example\na=b@x.example\n\u200bmära@x.example', ['r&d', 'a=b', 'mära']],
    ['a title above', 'Opt-outs\n\nsep,Email', 'x,a@x.example', ['a']],
  ])('takes %s', (_what, headers, rows, names) => {
    expect(read(headers, rows).rows.map((row) => row.split(' ')[1])).toEqual(names.map((name) => `${name}@x.example`));
  });

  test('a bare domain stands for all who are there, and one of millions is refused', () => {
    expect(read('domain', 'https://www.rival.example/', 'gmail.com')).toEqual({
      rows: ['2 @rival.example'],
      problems: ['3 @gmail.com: Millions of people have an address at gmail.com: add single addresses'],
    });
    expect(read('ada@a.example', 'rival.example').rows).toEqual(['1 ada@a.example', '2 @rival.example']);
    // the site of somebody who is on the list by their address
    expect(read('email,domain', 'ada@a.example,a.example', ',b.example').rows).toEqual([
      '2 ada@a.example',
      '3 @b.example',
    ]);
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
  expect(readAddressList(table)).toEqual({
    problem: expect.stringMatching(/^The quotation mark on line 2 is never closed/),
  });
});
