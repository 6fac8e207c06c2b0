import type { PartnerView } from '../../../api/views.ts';
import { Badge } from '../../components/ui/Badge.tsx';
import { useLatestSearch } from './api.ts';

/** Marks an undecided partner whom the newest search added. */
export function NewMark({ partner }: { partner: Pick<PartnerView, 'status' | 'searchId'> }) {
  const newest = useLatestSearch().data?.id;
  if (partner.status !== 'pending' || partner.searchId === null || partner.searchId !== newest) return null;
  return (
    <Badge tone="accent" className="h-4.5 px-1.5">
      New
    </Badge>
  );
}
