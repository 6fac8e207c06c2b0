import Papa from 'papaparse';

export type CsvRow = { line: number; cells: string[] };
export type CsvTable = { headers: string[]; rows: CsvRow[] };

/** Reads a list with a header row. Each row knows the line of the file where it begins, since a quoted cell may hold line breaks. */
export function readCsv(text: string): CsvTable {
  const source = text.replace(/^\uFEFF/, '');
  const rows: CsvRow[] = [];
  let start = 0;
  let line = 1;
  Papa.parse<string[]>(source, {
    skipEmptyLines: 'greedy',
    step: ({ data, meta }) => {
      const piece = source.slice(start, meta.cursor);
      const blank = /^(?:[\s,;\t]*\r?\n)*/.exec(piece)?.[0] ?? '';
      rows.push({ line: line + newlines(blank), cells: data });
      line += newlines(piece);
      start = meta.cursor;
    },
  });
  const [head, ...body] = rows;
  return { headers: head?.cells.map((cell) => cell.trim()) ?? [], rows: body };
}

function newlines(text: string): number {
  return text.split('\n').length - 1;
}
