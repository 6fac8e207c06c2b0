import { type ProblemLine, problemWords } from '../../events/partners/importProblems.ts';
import type { ImportState, WhyStopped } from '../../events/partners/partnerImport.ts';
import type { ImportProblemView, ImportView } from '../views.ts';

const STOPPED: Record<WhyStopped, string> = {
  rows_gone: 'The import stopped, because its rows are not part of a backup. Import the list again.',
  erasure: 'The import stopped, because a person was erased. Import the list again.',
  failed: 'The import stopped, because something went wrong on our side. Import the list again.',
};

/** Rows that an answer names. */
const SHOWN = 200;

const byLine = (problems: readonly ProblemLine[]): ProblemLine[] => problems.toSorted((a, b) => a.line - b.line);

/** The rows that were not added, by line. */
export const leftOutRows = ({ problems }: ImportState): ImportProblemView[] =>
  byLine(problems).map((one) => ({ line: one.line, problem: problemWords(one) }));

export function importView(state: ImportState): ImportView | null {
  const { status, importId, problems } = state;
  if (status === 'none' || importId === null) return null;
  const waiting = state.people === null ? state.rows : state.people - state.done;
  return {
    id: importId,
    status,
    rowCount: state.rows,
    doneCount: state.rows - waiting,
    addedCount: state.added,
    knownCount: state.known,
    repeatedCount: state.repeated,
    leftOutCount: problems.length,
    leftOut: leftOutRows({ ...state, problems: byLine(problems).slice(0, SHOWN) }),
    error: errorOf(state),
  };
}

function errorOf({ status, reason, problems }: ImportState): string | null {
  if (status === 'refused')
    return `Nothing was added: ${problems.length} ${problems.length === 1 ? 'row has' : 'rows have'} a problem.`;
  return reason && STOPPED[reason];
}
