import { MailPlus } from 'lucide-react';
import { useState } from 'react';
import type { PartnerView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { ConfirmDialog } from '../../components/ui/ConfirmDialog.tsx';
import { BulkBar } from '../../components/ui/table/BulkBar.tsx';
import { counted, wholeNumber } from '../../lib/numbers.ts';
import { useBulkDecision } from '../partners/decisions.ts';
import { ExportButton } from '../partners/ExportButton.tsx';
import { FindEmailsButton } from '../partners/FindEmailsButton.tsx';
import { useApprovedSelection } from '../partners/selection.ts';

/** The actions on the selected partners, also on those that the filters hide. */
export function ApprovedBulkBar(props: { selected: readonly PartnerView[]; onAdd: () => void }) {
  const { selected } = props;
  const { clear } = useApprovedSelection();
  const [asking, setAsking] = useState(false);
  const bulk = useBulkDecision('approved');
  const reject = (): void =>
    bulk.mutate(
      { ids: selected.map(({ id }) => id), status: 'rejected' },
      { onSuccess: clear, onSettled: () => setAsking(false) },
    );
  return (
    <BulkBar label="Selected partners" count={selected.length} onClear={clear}>
      <Button variant="primary" onClick={props.onAdd}>
        <MailPlus aria-hidden />
        Add to Campaign ({wholeNumber(selected.length)})
      </Button>
      <FindEmailsButton partners={selected} />
      <ExportButton partners={selected} fallbackName="approved-partners" />
      <Button variant="ghost" onClick={() => setAsking(true)}>
        Reject
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Reject ${counted(selected.length, 'partner')}?`}
        confirmLabel={`Reject ${wholeNumber(selected.length)}`}
        destructive
        pending={bulk.isPending}
        onConfirm={reject}
      >
        They leave this list, and their unsent messages are cancelled.
      </ConfirmDialog>
    </BulkBar>
  );
}
