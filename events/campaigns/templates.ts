/** A template is the settings and steps of a campaign under a name, without its people and its account. */
import { z } from 'zod';
import { namedItems } from '../shared/namedItems.ts';
import { templateSettings } from './settings.ts';

export const campaignTemplate = z.object({ name: z.string(), settings: templateSettings });

export const templates = namedItems({ kind: 'templates', noun: 'template', most: 50, content: campaignTemplate });
