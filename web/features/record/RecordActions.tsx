import { Ban, MailPlus, MessagesSquare } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import type { PartnerDetailView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { ButtonLook } from '../../components/ui/ButtonLook.tsx';
import { ConfirmDialog } from '../../components/ui/ConfirmDialog.tsx';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { onDemand } from '../../lib/onDemand.tsx';
import { NextDecision } from '../partners/PartnerActions.tsx';
import { useAddAddress } from '../suppressions/api.ts';

const AddToCampaignDialog = onDemand(() =>
  import('../approved/AddToCampaignDialog.tsx').then((module) => module.AddToCampaignDialog),
);

/** What is done with a person most days. `conversation`: the one with their newest email. */
export function RecordActions(props: { partner: PartnerDetailView; conversation: string | null }) {
  const { partner, conversation } = props;
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {conversation && (
        <ButtonLook size="small" variant="primary">
          <Link href={`/inbox/${conversation}`}>
            <MessagesSquare aria-hidden />
            Answer
          </Link>
        </ButtonLook>
      )}
      {partner.status === 'approved' && <AddToCampaign partner={partner} />}
      <NextDecision partner={partner} panel />
      <Suppress partner={partner} />
    </div>
  );
}

function AddToCampaign({ partner }: { partner: PartnerDetailView }) {
  const [open, setOpen] = useState(false);
  const close = (): void => setOpen(false);
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        <MailPlus aria-hidden />
        Add to Campaign
      </Button>
      <FetchedPart onLost={close}>
        {open && <AddToCampaignDialog partners={[partner]} onAdded={close} onClose={close} />}
      </FetchedPart>
    </>
  );
}

function Suppress({ partner }: { partner: PartnerDetailView }) {
  const [asking, setAsking] = useState(false);
  const add = useAddAddress();
  const email = partner.contactInfo?.email;
  if (!email || partner.doNotContact) return null;
  return (
    <>
      <Button size="small" variant="ghost" onClick={() => setAsking(true)}>
        <Ban aria-hidden />
        Do not contact
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Stop all emails to this person?"
        confirmLabel="Stop emails"
        destructive
        pending={add.isPending}
        onConfirm={() => add.mutate(email, { onSuccess: () => setAsking(false) })}
      >
        Nothing more is sent to <bdi className="break-all">{email}</bdi>. Emails that wait are cancelled.
      </ConfirmDialog>
    </>
  );
}
