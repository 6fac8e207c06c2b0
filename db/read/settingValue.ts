import type { AdminSettingKey } from '../../events/accounts/settingNames.ts';
import { ref, type Store } from '../store.ts';

/** An admin's value. null: none. */
export const settingValue = async (store: Store, key: AdminSettingKey): Promise<string | null> =>
  (await store.load('system', ref('setting', key))).state.value;
