import { Mail, Pencil } from 'lucide-react';
import type { MouseEvent } from 'react';
import type { PartnerView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Hinted } from '../../components/ui/Hint.tsx';
import { type Decision, useChangeStatus } from './decisions.ts';
import { openContact } from './openContact.ts';
import { RejectReasons } from './RejectReasons.tsx';
import { useRowFocus } from './rowFocus.ts';

/**
 * Approve and Reject for a pending partner. The labels have the partner's name, to tell them apart in a list. In the panel (`panel`) they need not.
 */
function DecisionButtons(props: { partner: PartnerView; panel?: boolean }) {
  const change = useChangeStatus();
  const { partner } = props;
  const running = change.isPending ? change.variables.status : null;
  const keepRow = useRowFocus();
  const decide = (status: Decision) => (event: MouseEvent) => {
    keepRow(event.currentTarget);
    change.mutate({ partner, status });
  };
  return (
    <>
      <Hinted by={props.panel && 'reject'}>
        <Button
          size="small"
          variant="ghost"
          aria-label={props.panel ? undefined : `Reject ${partner.name ?? ''}`}
          pending={running === 'rejected'}
          disabled={running === 'approved'}
          onClick={decide('rejected')}
        >
          Reject
        </Button>
      </Hinted>
      {props.panel && (
        <RejectReasons
          keys
          disabled={change.isPending}
          onReject={(reason) => change.mutate({ partner, status: 'rejected', reason })}
        />
      )}
      <Hinted by={props.panel && 'approve'}>
        <Button
          size="small"
          variant={props.panel ? 'primary' : 'outline'}
          aria-label={props.panel ? undefined : `Approve ${partner.name ?? ''}`}
          pending={running === 'approved'}
          disabled={running === 'rejected'}
          onClick={decide('approved')}
        >
          Approve
        </Button>
      </Hinted>
    </>
  );
}

/** Brings a rejected partner back into the approved list. */
function ApproveButton(props: { partner: PartnerView; panel?: boolean }) {
  const change = useChangeStatus();
  const keepRow = useRowFocus();
  const { partner } = props;
  return (
    <Button
      size="small"
      aria-label={props.panel ? undefined : `Approve ${partner.name ?? ''}`}
      pending={change.isPending}
      onClick={(event) => {
        keepRow(event.currentTarget);
        change.mutate({ partner, status: 'approved' });
      }}
    >
      Approve
    </Button>
  );
}

/** "Get Email", or "Edit Email" once there is an address. The screen shows the dialog (OpenContactDialog). */
export function EmailButton(props: { partner: PartnerView; panel?: boolean }) {
  const { partner } = props;
  const known = Boolean(partner.contactInfo?.email);
  return (
    <Hinted by={props.panel && 'email'}>
      <Button
        size="small"
        aria-label={props.panel ? undefined : `${known ? 'Edit Email' : 'Get Email'} of ${partner.name ?? ''}`}
        onClick={() => openContact(partner)}
        variant={known ? 'ghost' : 'outline'}
      >
        {known ? <Pencil aria-hidden /> : <Mail aria-hidden />}
        {known ? 'Edit Email' : 'Get Email'}
      </Button>
    </Hinted>
  );
}

export function NextDecision(props: { partner: PartnerView; panel?: boolean }) {
  if (props.partner.status === 'pending') return <DecisionButtons {...props} />;
  return props.partner.status === 'approved' ? <EmailButton {...props} /> : <ApproveButton {...props} />;
}
