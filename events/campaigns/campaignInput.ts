import { z } from 'zod';
import { MOST_SELECTED, partnerFilterQuery } from '../partners/partnersInput.ts';
import { itemName } from '../shared/itemName.ts';
import { CAMPAIGN_STATUSES, COMPARED_CAMPAIGNS, PARTNERS_A_CALL } from '../shared/options.ts';
import { dayText, stop } from '../shared/text.ts';
import { changedPrompt, settingInputs, type TemplateSettings } from './settings.ts';
import { NO_OFFER } from './settingWords.ts';
import { abTestProblem, VARIANTS } from './variants.ts';

const fields = z.object(settingInputs).partial();
const { name, subjectType, messagePrompt } = settingInputs;
const patch = fields.extend({ messagePrompt: changedPrompt.optional() });

/** Version B beside the campaign's own. */
function versionsDiffer(form: z.infer<typeof patch>, context: z.RefinementCtx): void {
  const { staticSubject = null, invitationText = null, messagePrompt = '', subjectType = 'static' } = form;
  const text = { staticSubject, invitationText, messagePrompt };
  const message = abTestProblem({ subjectType, text, abTest: form.abTest ?? null });
  if (message) context.addIssue({ code: 'custom', message, path: ['abTest', 'variantB'] });
}

function subjectIsComplete(form: z.infer<typeof patch>): boolean {
  if (form.subjectType === 'static') return Boolean(form.staticSubject);
  if (form.subjectType === 'show_me_you_know_me') return Boolean(form.invitationText);
  return true;
}

const incomplete = { error: 'Subject configuration is incomplete', path: ['staticSubject'] };

/** POST /api/campaigns. */
export const campaignForm = fields
  .extend({ name, subjectType, messagePrompt })
  .refine(subjectIsComplete, incomplete)
  .superRefine(versionsDiffer);
export type CampaignForm = z.infer<typeof campaignForm>;

/** The Edit dialog: without message instructions the present ones stay. */
export const campaignEditForm = fields
  .extend({ name, subjectType, messagePrompt: changedPrompt })
  .refine(subjectIsComplete, incomplete)
  .superRefine(versionsDiffer);

/** PATCH /api/campaigns/{id}: the given fields change; another subject type needs its field. */
export const campaignPatch = patch.refine(subjectIsComplete, incomplete);
export type CampaignPatch = z.infer<typeof campaignPatch>;

/** PUT /api/campaign-templates: the settings of a campaign. Its name, its account and the ids of its follow-ups are dropped. */
export const templateForm = z.object({
  name: itemName('template'),
  settings: z
    .object(settingInputs)
    .omit({ name: true, mailbox: true })
    .refine(subjectIsComplete, incomplete)
    .superRefine(versionsDiffer)
    .transform(
      ({ offer, followUps, ...kept }): TemplateSettings => ({
        ...kept,
        offer: offer ?? NO_OFFER,
        followUps: followUps.map(({ afterDays, writer, text }) => ({ afterDays, writer, text })),
      }),
    ),
});

/** PUT /api/campaigns/{id}/archived. */
export const campaignArchiving = z.object({ archived: z.boolean() });

/** PUT /api/campaigns/{id}/status. */
export const campaignStatusChange = z.object({ status: z.enum(CAMPAIGN_STATUSES) });

/** POST /api/campaigns/{id}/ab-test/choice. */
export const variantChoice = z.object({ variant: z.enum(VARIANTS) });

const day = dayText('Write the day as YYYY-MM-DD').optional();
const CHOOSE_CAMPAIGNS = `Choose 1 to ${COMPARED_CAMPAIGNS} campaigns`;

/** GET /api/campaign-figures: ids of campaigns with commas between them; `from`, `to`: the days their emails left. */
export const campaignFiguresQuery = z
  .object({
    campaigns: z
      .string(CHOOSE_CAMPAIGNS)
      .max(2_000, stop(CHOOSE_CAMPAIGNS))
      .transform((ids) => [...new Set(ids.split(',').filter(Boolean))])
      .refine(({ length }) => length > 0 && length <= COMPARED_CAMPAIGNS, CHOOSE_CAMPAIGNS),
    from: day,
    to: day,
  })
  .refine(({ from, to }) => !from || !to || from <= to, { path: ['to'], error: 'to must not be before from' });

const NO_ONE = 'Choose at least one partner';

const partnerIds = z.array(z.string().min(1, stop()).max(80, stop())).min(1, NO_ONE);

/** POST /api/campaigns/{id}/available-partners: some partners who may join. */
export const joiningPartners = z.object({ partnerIds: partnerIds.max(PARTNERS_A_CALL) });

/** POST /api/campaigns/{id}/partners: some partners, or all that a filter lets through. */
export const campaignPartners = z
  .object({ partnerIds: partnerIds.max(MOST_SELECTED).optional(), filter: partnerFilterQuery.optional() })
  .refine(({ partnerIds, filter }) => partnerIds || filter, { path: ['partnerIds'], error: NO_ONE });

/** POST /api/campaigns/{id}/regenerate-messages. */
export const regenerateRequest = z.object({ includeEdited: z.boolean().optional() });
