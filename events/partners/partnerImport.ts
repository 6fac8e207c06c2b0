/** The imports of a workspace, one at a time. Its rows name people, so they lie in the vault while it runs (db/vault/jobInput.ts). */
import { z } from 'zod';
import type { Aggregate, EventOf, Recorded } from '../shared/event.ts';
import { IMPORT_LIMIT } from '../shared/options.ts';
import { Refused } from '../shared/refused.ts';
import { IMPORT_PROBLEMS, type ProblemLine } from './importProblems.ts';

const importId = z.string();
const problems = z.array(z.object({ line: z.number(), problems: z.array(z.enum(IMPORT_PROBLEMS)) }));
/** `rows_gone`: a backup does not hold them. `erasure`: somebody was erased, whom a row may name. */
const STOPPED = ['rows_gone', 'erasure', 'failed'] as const;
export type WhyStopped = (typeof STOPPED)[number];

export const importDefinitions = {
  /** The first part of an id begins an import. `characters`: of all its texts together. */
  ImportPartReceived: {
    version: 1,
    data: z.object({
      importId,
      part: z.number(),
      parts: z.number(),
      rows: z.number(),
      characters: z.number(),
      allOrNothing: z.boolean(),
    }),
  },
  /** All parts are there. */
  ImportStarted: { version: 1, data: z.object({ importId }) },
  /** `people`: who is to be added, each once. `repeated`: rows of people whom an earlier row names. */
  ImportRowsChecked: {
    version: 1,
    data: z.object({
      importId,
      people: z.number(),
      repeated: z.number(),
      problems,
    }),
  },
  /** Committed with the partners that it counts. */
  ImportRowsAdded: {
    version: 1,
    data: z.object({
      importId,
      added: z.number(),
      known: z.number(),
      problems,
    }),
  },
  ImportCompleted: { version: 1, data: z.object({ importId }) },
  /** A row was wrong, and the user wanted all or nothing. */
  ImportRefused: { version: 1, data: z.object({ importId }) },
  ImportStopped: { version: 1, data: z.object({ importId, reason: z.enum(STOPPED) }) },
} as const;
export type ImportEvent = EventOf<typeof importDefinitions>;

export type ImportState = {
  status: 'none' | 'receiving' | 'running' | 'completed' | 'refused' | 'stopped';
  importId: string | null;
  /** Earlier imports: a late part of one begins nothing. */
  former: string[];
  parts: number;
  received: number[];
  rows: number;
  characters: number;
  allOrNothing: boolean;
  /** null: the rows were not checked yet. */
  people: number | null;
  /** People who are done, in the order of the list. */
  done: number;
  added: number;
  known: number;
  repeated: number;
  problems: ProblemLine[];
  reason: WhyStopped | null;
};

const initial: ImportState = {
  status: 'none',
  importId: null,
  former: [],
  parts: 0,
  received: [],
  rows: 0,
  characters: 0,
  allOrNothing: false,
  people: null,
  done: 0,
  added: 0,
  known: 0,
  repeated: 0,
  problems: [],
  reason: null,
};

const FORMER_IDS = 20;

function evolve(state: ImportState, event: Recorded<ImportEvent>): ImportState {
  switch (event.type) {
    case 'ImportPartReceived': {
      const { importId, part, parts, rows, characters, allOrNothing } = event.data;
      const former = state.importId === null ? [] : [...state.former, state.importId].slice(-FORMER_IDS);
      const current: ImportState =
        state.importId === importId
          ? state
          : { ...initial, status: 'receiving', importId, former, parts, allOrNothing };
      return {
        ...current,
        received: [...current.received, part],
        rows: current.rows + rows,
        characters: current.characters + characters,
      };
    }
    case 'ImportStarted':
      return { ...state, status: 'running' };
    case 'ImportRowsChecked': {
      const { people, repeated, problems } = event.data;
      return { ...state, people, repeated, problems };
    }
    case 'ImportRowsAdded': {
      const { added, known, problems } = event.data;
      return {
        ...state,
        done: state.done + added + known + problems.length,
        added: state.added + added,
        known: state.known + known,
        problems: [...state.problems, ...problems],
      };
    }
    case 'ImportCompleted':
      return { ...state, status: 'completed' };
    case 'ImportRefused':
      return { ...state, status: 'refused' };
    case 'ImportStopped':
      return { ...state, status: 'stopped', reason: event.data.reason };
  }
}

export const partnerImport: Aggregate<ImportState, ImportEvent> = {
  kind: 'import',
  definitions: importDefinitions,
  projectionVersion: 1,
  initial,
  evolve,
};

export type ImportPart = {
  importId: string;
  part: number;
  parts: number;
  rows: number;
  characters: number;
  allOrNothing: boolean;
};

/**
 * Takes a part once; with the last one the import starts. Another import replaces one whose parts are not all there, because its browser may be
 * gone. It waits for one that runs.
 */
export function receiveImportPart(state: ImportState, given: ImportPart): ImportEvent[] {
  const { importId, part, parts, rows, characters, allOrNothing } = given;
  const begins = state.importId !== importId;
  if (begins && state.status === 'running') throw new Refused({ code: 'import_under_way' });
  if (begins && state.former.includes(importId)) throw new Refused({ code: 'import_replaced' });
  if (!begins && (state.status !== 'receiving' || state.received.includes(part))) return [];
  if (!begins && (state.parts !== parts || state.allOrNothing !== allOrNothing))
    throw new Refused({ code: 'import_parts_differ' });
  const before = begins ? initial : state;
  if (before.rows + rows > IMPORT_LIMIT.rows) throw new Refused({ code: 'import_rows', most: IMPORT_LIMIT.rows });
  if (before.characters + characters > IMPORT_LIMIT.bytes)
    throw new Refused({ code: 'import_characters', most: IMPORT_LIMIT.bytes });
  const received: ImportEvent = { type: 'ImportPartReceived', data: { ...given } };
  const isWhole = before.received.length + 1 === parts;
  return isWhole ? [received, { type: 'ImportStarted', data: { importId } }] : [received];
}

const isRunning = (state: ImportState, importId: string): boolean =>
  state.status === 'running' && state.importId === importId;

export type CheckedRows = { people: number; repeated: number; problems: ProblemLine[] };

/** Records what the rows are, once, before anyone is added. */
export function recordCheckedRows(state: ImportState, importId: string, checked: CheckedRows): ImportEvent[] {
  if (!isRunning(state, importId) || state.people !== null) return [];
  const recorded: ImportEvent = { type: 'ImportRowsChecked', data: { importId, ...checked } };
  if (state.allOrNothing && checked.problems.length > 0)
    return [recorded, { type: 'ImportRefused', data: { importId } }];
  return checked.people === 0 ? [recorded, { type: 'ImportCompleted', data: { importId } }] : [recorded];
}

export type AddedRows = { added: number; known: number; problems: ProblemLine[] };

/** Records that the next people of the list are done; after the last one the import is completed. */
export function recordAddedRows(state: ImportState, importId: string, rows: AddedRows): ImportEvent[] {
  if (!isRunning(state, importId) || state.people === null) return [];
  const done = rows.added + rows.known + rows.problems.length;
  if (done === 0 || state.done + done > state.people) return [];
  const recorded: ImportEvent = { type: 'ImportRowsAdded', data: { importId, ...rows } };
  const isLast = state.done + done === state.people;
  return isLast ? [recorded, { type: 'ImportCompleted', data: { importId } }] : [recorded];
}

/** Ends an import that cannot go on; whom it added stays. */
export const stopImport = (state: ImportState, importId: string | null, reason: WhyStopped): ImportEvent[] =>
  importId !== null && state.importId === importId && (state.status === 'receiving' || state.status === 'running')
    ? [{ type: 'ImportStopped', data: { importId, reason } }]
    : [];
