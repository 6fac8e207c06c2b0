import type { PartnerView } from '../../../api/views.ts';
import { useLatestSearch } from './api.ts';

export function NewMark({ partner }: { partner: Pick<PartnerView, 'status' | 'searchId'> }) {
  const newest = useLatestSearch().data?.id;
  if (partner.status !== 'pending' || partner.searchId === null || partner.searchId !== newest) return null;
  return <span className="shrink-0 font-semibold text-accent text-note">New</span>;
}
