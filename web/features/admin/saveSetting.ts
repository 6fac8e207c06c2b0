import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AdminSettingKey } from '../../../events/inputs/account.ts';
import { client, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { showToast } from '../../lib/toasts.ts';
import { adminSettingQuery } from '../session/adminSetting.ts';
import { refetchBudgets } from './budgets.ts';

const WORDS: Record<AdminSettingKey, { saved: string; failed: string }> = {
  signup_url: { saved: 'Signup URL Updated', failed: 'Failed to update signup URL' },
  openai_cost_warning_threshold: { saved: 'Threshold Updated', failed: 'Failed to update threshold' },
  ai_budget: { saved: 'AI Budget Updated', failed: 'Failed to update the AI budget' },
  ai_budget_per_user: { saved: 'AI Budget Updated', failed: 'Failed to update the AI budget' },
  sending_accounts_per_user: { saved: 'Limit updated', failed: 'Failed to update the limit' },
  tutorials_url: { saved: 'Tutorials URL Updated', failed: 'Failed to update tutorials URL' },
  help_desk_url: { saved: 'Help Desk URL Updated', failed: 'Failed to update help desk URL' },
  privacy_url: { saved: 'Privacy link updated', failed: 'Failed to update the privacy link' },
  terms_url: { saved: 'Terms link updated', failed: 'Failed to update the terms link' },
  contact_url: { saved: 'Contact link updated', failed: 'Failed to update the contact link' },
};

/** What other cards of the screen show, too. */
const BUDGETS: readonly AdminSettingKey[] = ['ai_budget', 'ai_budget_per_user'];

/** Sets one setting of the installation. PUT /api/admin/settings/{key} */
export function saveSetting(key: AdminSettingKey, value: string): Promise<{ value: string }> {
  return unwrap(client.api.admin.settings[':key'].$put({ param: { key }, json: { value } }));
}

export function useSaveSetting(key: AdminSettingKey) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (value: string) => saveSetting(key, value),
    meta: { failure: failure('Error', WORDS[key].failed) },
    onSuccess: async ({ value }) => {
      queries.setQueryData(adminSettingQuery(key).queryKey, value);
      showToast({ title: WORDS[key].saved, text: value ? 'It applies to everyone.' : 'It is no longer set.' });
      await Promise.all([
        queries.invalidateQueries({ queryKey: adminSettingQuery(key).queryKey }),
        BUDGETS.includes(key) && refetchBudgets(queries),
      ]);
    },
  });
}
