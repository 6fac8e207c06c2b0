import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import type { CampaignView } from '../../../api/views.ts';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { onDemand } from '../../lib/onDemand.tsx';

const DIALOGS = {
  add: onDemand(() => import('./AddPartnersDialog.tsx').then((module) => module.AddPartnersDialog)),
  start: onDemand(() => import('./StartDialog.tsx').then((module) => module.StartDialog)),
  edit: onDemand(() => import('./EditCampaignDialog.tsx').then((module) => module.EditCampaignDialog)),
  rewrite: onDemand(() => import('./RewriteDialog.tsx').then((module) => module.RewriteDialog)),
  template: onDemand(() => import('./SaveTemplateDialog.tsx').then((module) => module.SaveTemplateDialog)),
  delete: onDemand(() => import('./DeleteCampaignDialog.tsx').then((module) => module.DeleteCampaignDialog)),
};
type CampaignDialog = keyof typeof DIALOGS;

const Open = createContext<(campaign: string, dialog: CampaignDialog) => void>(() => {});

export function useCampaignDialog(campaign: string): (dialog: CampaignDialog) => void {
  const open = use(Open);
  return (dialog) => open(campaign, dialog);
}

/**
 * Around a screen's campaigns. Their dialogs belong to the screen, not to a row. A row is remade when the table becomes cards, and removed when it
 * scrolls out of sight. Typed text would be lost with it.
 */
export function CampaignDialogs(props: {
  campaigns: readonly CampaignView[];
  onDeleted?: () => void;
  children: ReactNode;
}) {
  const [opened, setOpened] = useState<{ id: string; dialog: CampaignDialog } | null>(null);
  const close = (): void => setOpened(null);
  const campaign = opened && props.campaigns.find(({ id }) => id === opened.id);
  const started = campaign?.status === 'active' || campaign?.status === 'completed';
  // started although the answer was lost, or in another tab
  useEffect(() => {
    if (started) setOpened((now) => (now?.dialog === 'start' ? null : now));
  }, [started]);
  const Dialog = opened && DIALOGS[opened.dialog];
  return (
    <Open value={(id, which) => setOpened({ id, dialog: which })}>
      {props.children}
      <FetchedPart onLost={close}>
        {campaign && Dialog && <Dialog campaign={campaign} onClose={close} onDeleted={props.onDeleted} />}
      </FetchedPart>
    </Open>
  );
}
