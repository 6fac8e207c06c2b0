import { z } from 'zod';
import { businessProfileUpdate, signatureForm } from '../../../events/accounts/businessInput.ts';

/** The sender's settings: the signature, and the zone of sent emails. */
export const settingsForm = z.object({
  ...signatureForm.shape,
  timezone: businessProfileUpdate.shape.timezone.unwrap(),
});
export type SettingsForm = z.infer<typeof settingsForm>;
