import { queryOptions, useQuery } from '@tanstack/react-query';
import type { AdminSettingKey } from '../../../events/inputs/account.ts';
import { externalUrl } from '../../../events/shared/externalUrl.ts';
import { client, unwrap } from '../../lib/client.ts';

/** One setting of the installation; unset is "". GET /api/admin/settings/{key} */
export async function fetchAdminSetting(key: AdminSettingKey): Promise<string> {
  const { value } = await unwrap(client.api.admin.settings[':key'].$get({ param: { key } }));
  return value;
}

export function adminSettingQuery(key: AdminSettingKey) {
  return queryOptions({
    queryKey: ['admin', 'settings', key],
    queryFn: () => fetchAdminSetting(key),
    // the event stream tells each person of their own changes only, and this one an admin makes for everyone
    refetchOnWindowFocus: true,
    staleTime: 60_000,
  });
}

export function useAdminSetting(key: AdminSettingKey) {
  return useQuery(adminSettingQuery(key));
}

/** A setting that is a link: its address, or null while it is loading, blank or not an address. */
export function useLinkSetting(key: AdminSettingKey): string | null {
  return externalUrl(useAdminSetting(key).data);
}
