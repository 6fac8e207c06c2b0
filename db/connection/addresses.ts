type Given = {
  DATABASE_URL: string;
  DATABASE_DIRECT_URL?: string | undefined;
  DATABASE_OWNER_URL?: string | undefined;
};

/** The owner's address, and the setting that it is from. Owners hold session locks, so they never go through a pooler. */
export function ownerAddress(given: Given): { ownerUrl: string; setting: string } {
  const { DATABASE_OWNER_URL, DATABASE_DIRECT_URL, DATABASE_URL } = given;
  if (DATABASE_OWNER_URL !== undefined) return { ownerUrl: DATABASE_OWNER_URL, setting: 'DATABASE_OWNER_URL' };
  if (DATABASE_DIRECT_URL !== undefined) return { ownerUrl: DATABASE_DIRECT_URL, setting: 'DATABASE_DIRECT_URL' };
  return { ownerUrl: DATABASE_URL, setting: 'DATABASE_URL' };
}

/** A database that has a direct address is otherwise reached through a pooler. */
export const isPooled = ({ DATABASE_URL, DATABASE_DIRECT_URL }: Given): boolean =>
  DATABASE_DIRECT_URL !== undefined && DATABASE_DIRECT_URL !== DATABASE_URL;
