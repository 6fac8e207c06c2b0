import type { ParsedMail } from '../../events/conversations/incomingMail.ts';

/** A mail with the contents of its `files`, in order. null: that file did not come whole. */
export type ReadMail = ParsedMail & { contents: readonly (Buffer | null)[] };
