const MB = 1024 * 1024;

/** A larger attachment is not kept. */
export const MOST_FILE_BYTES = 10 * MB;
/** These also limit one mail and one conversation, so that a recipient cannot fill the disk. */
const MOST_OF_A_MAIL = 15 * MB;
const MOST_OF_A_CONVERSATION = 100 * MB;

/** Decides by size which attachments of a mail are kept. `before`: so many bytes of the conversation are kept already. */
export function keptFiles(sizes: readonly number[], before: number): boolean[] {
  let room = Math.min(MOST_OF_A_MAIL, MOST_OF_A_CONVERSATION - before);
  return sizes.map((size) => {
    if (size > MOST_FILE_BYTES || size > room) return false;
    room -= size;
    return true;
  });
}
