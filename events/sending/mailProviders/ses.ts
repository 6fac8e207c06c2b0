import type { MailServer } from '../mailHosts.ts';
import type { ProviderRules } from './provider.ts';

/**
 * Where Amazon SES takes emails by SMTP, read on 2026-11-30. AWS's "Generate credentials to connect to an Amazon SES SMTP endpoint" lists all but
 * us-west-1, eu-west-3 and ap-northeast-3. nodemailer lists those three.
 */
export const SES_REGIONS = [
  ...['us-east-1', 'us-east-2', 'us-west-1', 'us-west-2', 'ca-central-1', 'sa-east-1'],
  ...['eu-central-1', 'eu-west-1', 'eu-west-2', 'eu-west-3', 'eu-south-1', 'eu-north-1'],
  ...['ap-south-1', 'ap-northeast-1', 'ap-northeast-2', 'ap-northeast-3', 'ap-southeast-1', 'ap-southeast-2'],
];

export const sesServer = (region: string): MailServer => ({
  host: `email-smtp.${region}.amazonaws.com`,
  port: 465,
  security: 'tls',
});

export const sesRules: ProviderRules = {
  name: 'Amazon SES',
  account: 'your Amazon SES account',
  // its keys have random names, and the envelope has a domain of Amazon's
  authentication: () => ({ alignedBySpf: false, selectors: [], selectorsAre: 'guessed' }),
  readable: () => false,
  inbound: true,
  testText: 'This is a test email. Partner Pilot can send from this address with Amazon SES.',
};
