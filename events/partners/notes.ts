import { z } from 'zod';

/** The user's notes on a partner. It speaks of a person, so it is personal. */
export const notes = z.object({ text: z.string(), tags: z.array(z.string()) });
export type Notes = z.infer<typeof notes>;
