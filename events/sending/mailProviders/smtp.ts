import { hostAuthentication } from '../hostAuthentication.ts';
import type { ProviderRules } from './provider.ts';

export const smtpRules: ProviderRules = {
  name: 'Mail server',
  account: 'your mailbox',
  authentication: (account) => hostAuthentication(account?.identity?.smtp?.host ?? null),
  readable: () => true,
  testText: 'This is a test email. Your mailbox is connected, and Partner Pilot can send from it.',
};
