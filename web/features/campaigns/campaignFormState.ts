import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import type { CampaignForm, campaignForm } from '../../../events/campaigns/campaignInput.ts';

export type CampaignFormInput = z.input<typeof campaignForm>;
export type CampaignFormState = UseFormReturn<CampaignFormInput, unknown, CampaignForm>;
