import type { UserView } from '../../../api/views.ts';
import type { AdminSettingKey } from '../../../events/accounts/settingNames.ts';
import { externalUrl } from '../../../events/shared/externalUrl.ts';
import { client, unwrap } from '../../lib/client.ts';
import { query } from '../../lib/query.ts';

export const [useCurrentUser, currentUserQuery] = query(() => ({
  key: ['auth', 'user'],
  call: () => unwrap(client.api.auth.user.$get()),
}));

/** The name to greet a user by: first and last name, otherwise the username or the email address. */
export function displayName(user: UserView): string {
  return [user.firstName, user.lastName].filter(Boolean).join(' ') || user.username || user.email || 'Your account';
}

/** One setting of the installation; unset is "". */
export const [useAdminSetting, adminSettingQuery] = query((key: AdminSettingKey) => ({
  key: ['admin', 'settings', key],
  call: async () => (await unwrap(client.api.admin.settings[':key'].$get({ param: { key } }))).value,
  // the event stream tells people of their own changes only, and an admin makes this one for everyone
  refetchOnWindowFocus: true,
  staleTime: 60_000,
}));

/** A setting that is a link: its address, or null while it is loading, blank or not an address. */
export function useLinkSetting(key: AdminSettingKey): string | null {
  return externalUrl(useAdminSetting(key).data);
}
