import { type Figures, isFigure } from './evidence.ts';
import type { PartnerEvent, PartnerState } from './partner.ts';

/** Figures of a source as it tells them now; null: it no longer does, or was not asked in time. */
export function refreshFigures(state: PartnerState, source: string, figures: Figures): PartnerEvent[] {
  const has = state.person?.evidence.some((item) => item.source === source && isFigure(item));
  if (!has || (state.status !== 'pending' && state.status !== 'approved')) return [];
  return [{ type: 'PartnerFiguresRefreshed', data: { source, ...figures } }];
}
