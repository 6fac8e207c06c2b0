import { type AccountTrouble, accountTrouble } from '../../events/shared/accountWords.ts';
import type { EmailProvider } from '../../events/shared/options.ts';
import { ProviderError } from './providerError.ts';

/** The provider of an account did not do its part. Its own words stay behind: they may name people. */
export class AccountError extends ProviderError {
  readonly trouble: AccountTrouble;

  constructor(
    provider: EmailProvider,
    trouble: AccountTrouble,
    retryAfterSeconds: number | null = null,
    retryable = accountTrouble(provider, trouble).passing ?? false,
  ) {
    super({ code: 'account_trouble', provider, trouble }, `${provider}_${trouble}`, retryable, retryAfterSeconds);
    this.name = 'AccountError';
    this.trouble = trouble;
  }
}
