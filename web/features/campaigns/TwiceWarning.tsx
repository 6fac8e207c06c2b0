import type { AvailablePartnerView } from '../../../api/views.ts';
import { Notice } from '../../components/ui/Notice.tsx';
import { counted } from '../../lib/numbers.ts';

/** Says who of the chosen would hear from two campaigns at the same time. */
export function TwiceWarning(props: { chosen: readonly AvailablePartnerView[] }) {
  const twice = props.chosen.filter(({ otherCampaigns }) => otherCampaigns.length > 0);
  if (twice.length === 0) return null;
  const names = [...new Set(twice.flatMap(({ otherCampaigns }) => otherCampaigns))].join(', ');
  return (
    <Notice tone="warn">
      {counted(twice.length, 'partner')} {twice.length === 1 ? 'is' : 'are'} in another running campaign already (
      {names}) and would get an email from each.
    </Notice>
  );
}
