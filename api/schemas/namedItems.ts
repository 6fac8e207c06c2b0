import { z } from 'zod';
import { campaignTemplate } from '../../events/campaigns/templates.ts';
import { snippet } from '../../events/messages/snippets.ts';
import { savedView } from '../../events/partners/savedViews.ts';

const id = z.string();

/** GET, PUT, PATCH and DELETE /api/saved-views, by name. `query`: the list's address after its question mark. */
export const savedViewSchema = z.strictObject({ id, ...savedView.shape });
export type SavedViewView = z.infer<typeof savedViewSchema>;

/** GET, PUT, PATCH and DELETE /api/snippets, by name. */
export const snippetSchema = z.strictObject({ id, ...snippet.shape });
export type SnippetView = z.infer<typeof snippetSchema>;

/** GET, PUT, PATCH and DELETE /api/campaign-templates, by name. */
export const campaignTemplateSchema = z.strictObject({ id, ...campaignTemplate.shape });
export type CampaignTemplateView = z.infer<typeof campaignTemplateSchema>;
