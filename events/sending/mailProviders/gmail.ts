import type { ProviderRules } from './provider.ts';

export const gmailRules: ProviderRules = {
  name: 'Gmail',
  account: 'your Gmail account',
  authentication: () => ({
    manages: /^(gmail|googlemail)\.com$/,
    spfInclude: '_spf.google.com',
    alignedBySpf: true,
    // an administrator may have chosen another name
    selectors: ['google'],
    selectorsAre: 'usual',
    mx: '1 smtp.google.com',
  }),
  readable: ({ drafts }) => drafts,
  revokes: true,
  testText: 'This is a test. Your Gmail account is connected, and Partner Pilot can send emails from it.',
};
