import type { CampaignTemplateView } from '../../../api/views.ts';
import { NamedRows } from '../../components/ui/NamedRows.tsx';
import { LoadFailed, Loading } from '../../components/ui/QueryState.tsx';
import { keptTemplates } from './templates.ts';

export function TemplatesPanel(props: { onChoose: (template: CampaignTemplateView) => void }) {
  const templates = keptTemplates.useAll();
  return (
    <>
      {templates.isPending && <Loading label="Loading templates" height="h-8" />}
      {templates.isError && <LoadFailed again={templates}>The templates could not be loaded.</LoadFailed>}
      {templates.data?.length === 0 && (
        <p className="p-2 text-ink-2 text-small">No templates yet. Save one from the menu of a campaign.</p>
      )}
      <NamedRows
        className="max-h-64 overflow-y-auto"
        label="Templates"
        kept={keptTemplates}
        items={templates.data ?? []}
        formOf={({ name, settings }) => ({ name, settings })}
        onChoose={props.onChoose}
      />
    </>
  );
}
