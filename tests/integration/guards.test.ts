import { expect, test } from 'vitest';
import { masterKey } from '../../db/vault/masterKey.ts';
import { guardsOf } from '../../db/verify/guards.ts';
import { freshDatabase, TEST_SECRET } from '../support/database.ts';

const KEY = masterKey(TEST_SECRET);

test('the guards of this release are those of db/verify/guards.json (after a change: this file with -u)', async () => {
  const db = await freshDatabase();
  try {
    const { sql } = await db.open('owner');
    const found = await sql.begin('read only', (tx) => guardsOf(tx, KEY));
    await expect(`${JSON.stringify(found, null, 2)}\n`).toMatchFileSnapshot('../../db/verify/guards.json');
  } finally {
    await db.drop();
  }
});
