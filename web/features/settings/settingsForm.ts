import { z } from 'zod';
import { businessProfileUpdate, signatureForm } from '../../../events/accounts/businessInput.ts';

/** What Settings asks about the sender: the signature and the zone that emails are sent in. */
export const settingsForm = z.object({
  ...signatureForm.shape,
  timezone: businessProfileUpdate.shape.timezone.unwrap(),
});
export type SettingsForm = z.infer<typeof settingsForm>;
