import { LayoutTemplate } from 'lucide-react';
import type { CampaignTemplateView } from '../../../api/views.ts';
import { FetchedPart } from '../../components/ui/FetchedPart.tsx';
import { Popover } from '../../components/ui/Popover.tsx';
import { onDemand } from '../../lib/onDemand.tsx';

const TemplatesPanel = onDemand(() => import('./TemplatesPanel.tsx').then((module) => module.TemplatesPanel));

/** The templates of campaigns, behind one button. */
export function Templates(props: { onChoose: (template: CampaignTemplateView) => void }) {
  return (
    <Popover
      label="Templates"
      align="end"
      button={{
        children: (
          <>
            <LayoutTemplate aria-hidden />
            Start from a template
          </>
        ),
      }}
      className="w-72 p-2"
    >
      {(close) => (
        <FetchedPart onLost={close}>
          <TemplatesPanel
            onChoose={(template) => {
              close();
              props.onChoose(template);
            }}
          />
        </FetchedPart>
      )}
    </Popover>
  );
}
