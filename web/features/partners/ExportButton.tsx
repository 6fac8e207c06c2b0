import type { PartnerView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { wholeNumber } from '../../lib/numbers.ts';
import { useExportPartners } from './api.ts';

/** Saves the selected ones as a file, also those whom the filters hide. */
export function ExportButton(props: {
  partners: readonly PartnerView[];
  fallbackName: Parameters<typeof useExportPartners>[0];
}) {
  const exporting = useExportPartners(props.fallbackName);
  const ids = props.partners.map(({ id }) => id);
  return (
    <Button variant="ghost" pending={exporting.isPending} onClick={() => exporting.mutate({ ids, count: ids.length })}>
      Export ({wholeNumber(ids.length)})
    </Button>
  );
}
