import type { CampaignTemplateView } from '../../../api/views.ts';
import type { TemplateSettings } from '../../../events/campaigns/settings.ts';
import { client, unwrap } from '../../lib/client.ts';
import { namedItems } from '../../lib/namedItems.ts';

const calls = client.api['campaign-templates'];

type Form = { name: string; settings: TemplateSettings };

export const keptTemplates = namedItems<CampaignTemplateView, Form>('template', 'campaign-templates', {
  all: (init) => unwrap(calls.$get({}, { init })),
  save: (json) => unwrap(calls.$put({ json })),
  rename: (id, name) => unwrap(calls[':id'].$patch({ param: { id }, json: { name } })),
  remove: (id) => unwrap(calls[':id'].$delete({ param: { id } })),
});
