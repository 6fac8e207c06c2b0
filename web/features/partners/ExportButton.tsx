import { Button } from '../../components/ui/Button.tsx';
import { totalNumber } from '../../lib/total.ts';
import { useExportPartners } from './api.ts';
import { type Chosen, countOf } from './decisions.ts';

/** Saves the selected ones as a file, also those whom the filters hide. */
export function ExportButton(props: { chosen: Chosen; fallbackName: Parameters<typeof useExportPartners>[0] }) {
  const { chosen } = props;
  const exporting = useExportPartners(props.fallbackName);
  const count = countOf(chosen);
  return (
    <Button
      variant="ghost"
      pending={exporting.isPending}
      onClick={() =>
        exporting.mutate({ ...('ids' in chosen ? { ids: [...chosen.ids] } : { filter: chosen.filter }), count })
      }
    >
      Export ({totalNumber(count)})
    </Button>
  );
}
