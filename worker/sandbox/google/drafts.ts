import { randomBytes } from 'node:crypto';
import { openJsonFile } from '../jsonFile.ts';

/** A mail that an account stores and has not sent. */
export interface Draft {
  readonly id: string;
  readonly accountId: string;
  readonly messageId: string;
  readonly threadId: string;
  /** RFC 5322 in base64url, as it came. */
  readonly raw: string;
}

/** The drafts of all accounts. A change is on the disk when its promise ends, as at Gmail. */
export interface Drafts {
  create(accountId: string, raw: string, threadId: string | undefined): Promise<Draft>;
  find(accountId: string, id: string): Draft | undefined;
  list(): readonly Draft[];
  ofThread(accountId: string, threadId: string): readonly Draft[];
  remove(draft: Draft): Promise<void>;
}

const drawId = (): string => randomBytes(8).toString('hex');

/** Opens `<dataDir>/sandbox/drafts.json`. `isSent`: whether a draft of that id left already, just before the process ended. */
export const openDrafts = async (dataDir: string, isSent: (draftId: string) => boolean): Promise<Drafts> => {
  const { kept, save } = await openJsonFile<Draft>(dataDir, 'drafts.json');
  const drafts = new Map(kept.filter(({ id }) => !isSent(id)).map((draft) => [draft.id, draft]));
  const of = (accountId: string) => [...drafts.values()].filter((draft) => draft.accountId === accountId);

  return {
    create: async (accountId, raw, threadId) => {
      const messageId = drawId();
      const draft = { id: `r-${drawId()}`, accountId, messageId, threadId: threadId ?? messageId, raw };
      drafts.set(draft.id, draft);
      await save([...drafts.values()]);
      return draft;
    },
    find: (accountId, id) => of(accountId).find((draft) => draft.id === id),
    list: () => [...drafts.values()],
    ofThread: (accountId, threadId) => of(accountId).filter((draft) => draft.threadId === threadId),
    remove: async ({ id }) => {
      drafts.delete(id);
      await save([...drafts.values()]);
    },
  };
};
