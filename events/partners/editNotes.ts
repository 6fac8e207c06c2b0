import { Refused } from '../shared/refused.ts';
import { sameJson } from '../shared/sameJson.ts';
import type { Notes } from './notes.ts';
import type { PartnerEvent, PartnerState } from './partner.ts';

/** The same notes again are no event. `edit`: the number of the edit that the user saw; another tab may have saved since. */
export function editNotes(state: PartnerState, { text, tags, edit }: Notes & { edit: number }): PartnerEvent[] {
  if (state.status === 'none' || state.status === 'deleted') throw new Refused('not_found', 'Partner not found');
  if (state.erased) throw new Refused('gone', 'This person was erased, so nothing is kept about them.');
  const edited = { text, tags };
  if (sameJson(state.notes, edited)) return [];
  if (edit !== state.notesEdit)
    throw new Refused('conflict', 'These notes were changed elsewhere. Reload to see them.');
  return [{ type: 'PartnerNotesEdited', data: {}, personal: edited }];
}
