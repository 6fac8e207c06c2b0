const MB = 1024 * 1024;

/** A larger attachment is not kept. */
export const MOST_FILE_BYTES = 10 * MB;
/** More of one mail, or of one conversation, is not kept either: a person who is written to must not fill the disk. */
const MOST_OF_A_MAIL = 15 * MB;
const MOST_OF_A_CONVERSATION = 100 * MB;

/** Which attachments of a mail are kept, by their sizes. `before`: so many bytes of the conversation are kept already. */
export function keptFiles(sizes: readonly number[], before: number): boolean[] {
  let room = Math.min(MOST_OF_A_MAIL, MOST_OF_A_CONVERSATION - before);
  return sizes.map((size) => {
    if (size > MOST_FILE_BYTES || size > room) return false;
    room -= size;
    return true;
  });
}
