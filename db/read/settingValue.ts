import type { AdminSettingKey } from '../../events/accounts/accountInput.ts';
import { ref, type Store } from '../store.ts';

/** What an admin has set; null: nothing. */
export const settingValue = async (store: Store, key: AdminSettingKey): Promise<string | null> =>
  (await store.load('system', ref('setting', key))).state.value;
