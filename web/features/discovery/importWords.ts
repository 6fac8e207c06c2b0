import type { ImportView } from '../../../api/views.ts';
import { onPreferredPlatform } from '../../../events/partners/partnerFilter.ts';
import type { ImportCells } from '../../../events/partners/partnersInput.ts';
import { platformOf } from '../../../events/partners/profileUrl.ts';
import { IMPORT_LIMIT, type Platform } from '../../../events/shared/options.ts';
import { counted } from '../../lib/numbers.ts';
import { showToast } from '../../lib/toasts.ts';

/** A call takes 1 MB, and a character up to three bytes. */
const CHARACTERS_A_PART = 250_000;

/** The rows in parts that one call takes. */
export function partsOf(rows: readonly ImportCells[]): ImportCells[][] {
  const parts: ImportCells[][] = [];
  let room = 0;
  for (const row of rows) {
    const size = JSON.stringify(row).length;
    const last = parts.at(-1);
    if (last && last.length < IMPORT_LIMIT.rowsAPart && size <= room) last.push(row);
    else {
      parts.push([row]);
      room = CHARACTERS_A_PART;
    }
    room -= size;
  }
  return parts;
}

type ImportCounts = Pick<ImportView, 'addedCount' | 'knownCount' | 'repeatedCount' | 'leftOutCount'>;

/** The notice at the end of an import. `hidden`: which of the added partners the preferred platforms hide. */
export function importedText(
  { addedCount, knownCount, repeatedCount, leftOutCount }: ImportCounts,
  hidden: 'some' | 'all' | null = null,
): string {
  return [
    `${counted(addedCount, 'partner')} added to your list for review.`,
    addedCount > 0 && hidden && `Your preferred platforms hide ${hidden === 'all' ? 'them' : 'some of them'}.`,
    knownCount > 0 && `${counted(knownCount, 'person was', 'people were')} in your list already.`,
    repeatedCount > 0 && `${counted(repeatedCount, 'row repeats', 'rows repeat')} a person in the list.`,
    leftOutCount > 0 && `${counted(leftOutCount, 'row was', 'rows were')} not imported.`,
  ]
    .filter(Boolean)
    .join(' ');
}

export function hiddenRows(rows: readonly ImportCells[], preferred: readonly Platform[]): 'some' | 'all' | null {
  const platforms = rows.flatMap((row) => row.platform ?? platformOf(String(row.profileUrl ?? '')) ?? []);
  const hidden = platforms.filter((platform) => !onPreferredPlatform({ platform: platform as Platform }, preferred));
  if (hidden.length === 0) return null;
  return hidden.length === platforms.length ? 'all' : 'some';
}

const told = new Set<string>();

export const markImportTold = (id: string): void => void told.add(id);

/** Says once how an import ended. */
export function tellImportEnd(view: ImportView, hidden?: 'some' | 'all' | null): void {
  if (told.has(view.id)) return;
  told.add(view.id);
  if (view.status === 'completed')
    showToast({
      title: view.addedCount > 0 ? 'Partners Added' : 'No Partners Added',
      text: importedText(view, hidden),
    });
  else showToast({ title: 'Failed to Add Partners', text: view.error ?? '', variant: 'destructive' });
}
