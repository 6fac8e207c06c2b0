import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { gmailError } from './google/gmail.ts';
import { tokenError } from './google/oauth.ts';
import { hookError } from './hooks/routes.ts';
import { hunterError } from './hunter/routes.ts';
import { microsoftError } from './microsoft/oauth.ts';
import { openaiError } from './openai/routes.ts';
import { pdlError } from './pdl/routes.ts';
import { sendgridError } from './sendgrid/routes.ts';
import { youTubeError } from './youtube/routes.ts';

/** `reason`: a code or reason of the provider's own. */
type ErrorOf = (c: Context, status: ContentfulStatusCode, message: string, reason?: string) => Response;

const errorOf = {
  openai: (c, status, message, reason) => openaiError(c, status, message, { code: reason }),
  people_data_labs: pdlError,
  hunter: (c, status, message) => hunterError(c, status, message),
  web: (c, status, message) => c.text(message, status),
  youtube: youTubeError,
  sendgrid: sendgridError,
  google: tokenError,
  gmail: gmailError,
  microsoft: microsoftError,
  hooks: hookError,
} satisfies Record<string, ErrorOf>;

/** The providers that speak HTTP. */
export type Provider = keyof typeof errorOf;
export const providers = Object.keys(errorOf) as Provider[];

/** An error as the provider itself would send it. */
export const providerError: (
  c: Context,
  provider: Provider,
  ...error: [ContentfulStatusCode, string, string?]
) => Response = (c, provider, ...error) => (errorOf[provider] as ErrorOf)(c, ...error);

/** By their path, and how many MB they take; SendGrid takes mails of 30. */
export const mounts: readonly [Provider, string, number?][] = [
  ['openai', '/openai/v1'],
  ['people_data_labs', '/pdl/v5'],
  ['hunter', '/hunter/v2'],
  ['web', '/pages'],
  ['web', '/pictures'],
  ['youtube', '/youtube/v3'],
  ['sendgrid', '/sendgrid', 30],
  ['sendgrid', '/sendgrid-eu', 30],
  ['google', '/google/token'],
  ['google', '/google/revoke'],
  ['gmail', '/gmail'],
  ['gmail', '/upload/gmail', 35],
  ['microsoft', '/microsoft/common/oauth2/v2.0/token'],
  ['hooks', '/hooks'],
];
