import { MailPlus } from 'lucide-react';
import { useState } from 'react';
import type { PartnerView } from '../../../api/views.ts';
import type { PartnerFilter } from '../../../events/partners/partnersInput.ts';
import { Button } from '../../components/ui/Button.tsx';
import { ConfirmDialog } from '../../components/ui/ConfirmDialog.tsx';
import { BulkBar } from '../../components/ui/table/BulkBar.tsx';
import { exactly, type Total, totalNumber, totalWords } from '../../lib/total.ts';
import { someRefused } from '../partners/batch.ts';
import { type Chosen, countOf, useBulkDecision } from '../partners/decisions.ts';
import { ExportButton } from '../partners/ExportButton.tsx';
import { FindEmailsButton } from '../partners/FindEmailsButton.tsx';
import { withoutEmail } from '../partners/findContacts.ts';
import { NotesOfMany } from '../partners/NotesOfMany.tsx';
import { usePartnerTotal } from '../partners/partnerPages.ts';
import { SelectAllButton } from '../partners/SelectAllButton.tsx';
import { useApprovedSelection } from '../partners/selection.ts';

/** The actions on the selected partners, also on those that the filters hide. `filter`: of the list, for a selection of all. */
export function ApprovedBulkBar(props: {
  selected: readonly PartnerView[];
  visible: number;
  total: Total | null;
  filter: PartnerFilter;
  onAdd: () => void;
}) {
  const { filter, total } = props;
  const { all, clear, selectAll } = useApprovedSelection();
  const [asking, setAsking] = useState(false);
  const bulk = useBulkDecision('approved');
  const missingOfAll: PartnerFilter = { ...filter, withoutEmail: 'true' };
  const allMissing = usePartnerTotal(all ? missingOfAll : null) ?? exactly(0);
  const isAll = all && total !== null;
  const chosen: Chosen = isAll ? { filter, total } : { ids: props.selected.map(({ id }) => id) };
  const missing: Chosen = isAll
    ? { filter: missingOfAll, total: allMissing }
    : { ids: withoutEmail(props.selected).map(({ id }) => id) };
  const count = countOf(chosen);
  const reject = (): void =>
    bulk.mutate(
      { ...chosen, status: 'rejected' },
      { onSuccess: (answer) => someRefused(answer) || clear(), onSettled: () => setAsking(false) },
    );
  return (
    <BulkBar label="Selected partners" count={count.total} isMore={!count.exact} onClear={clear}>
      <Button variant="primary" onClick={props.onAdd}>
        <MailPlus aria-hidden />
        Add to Campaign ({totalNumber(count)})
      </Button>
      <FindEmailsButton missing={missing} />
      <NotesOfMany chosen={chosen} />
      <ExportButton chosen={chosen} fallbackName="approved-partners" />
      <Button variant="ghost" onClick={() => setAsking(true)}>
        Reject
      </Button>
      {props.visible > 0 && props.selected.length >= props.visible && (
        <SelectAllButton total={total} selected={props.selected.length} all={all} onSelect={selectAll} />
      )}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`Reject ${totalWords(count, 'partner')}?`}
        confirmLabel={`Reject ${totalNumber(count)}`}
        destructive
        pending={bulk.isPending}
        onConfirm={reject}
      >
        They leave this list, and their unsent messages are cancelled.
      </ConfirmDialog>
    </BulkBar>
  );
}
