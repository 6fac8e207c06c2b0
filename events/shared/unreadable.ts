/** States with personal fields have this after an unreadable event, until the person is erased. */
export type MayBeUnreadable = { unreadable?: true };

/** Replaces a text whose key was damaged. It is not erased: the right key, from a backup, opens it again. */
export const UNREADABLE_TEXT = 'Unreadable';

/** Why nothing can be written or sent for such a person, as a sentence without its full stop. */
export const UNREADABLE =
  'The data of this person is unreadable, because their key was damaged. An operator can restore the key from a backup, or erase the person';

/** A text for the screens: `Unreadable` if it could not be decrypted, null if there is none. */
export const readable = (state: MayBeUnreadable, text: string | null | undefined): string | null =>
  text ?? (state.unreadable ? UNREADABLE_TEXT : null);
