/** The places outside of the app that notifications go to, and what can go wrong there. */

/** Team chats that take messages at a secret address. The address must lead to their own servers. */
export const WEBHOOKS = {
  slack: {
    name: 'Slack',
    address: /^https:\/\/hooks\.slack\.com\/(services|workflows|triggers)\/\S+$/,
    example: 'https://hooks.slack.com/services/…',
  },
  discord: {
    name: 'Discord',
    address: /^https:\/\/((ptb|canary)\.)?(discord|discordapp)\.com\/api\/webhooks\/\S+$/,
    example: 'https://discord.com/api/webhooks/…',
  },
  teams: {
    name: 'Teams',
    address: /^https:\/\/[\w.-]+\.(logic\.azure\.com|api\.powerplatform\.com)(:443)?\/\S+$/,
    example: 'https://….logic.azure.com/workflows/…',
  },
} as const;
export type Webhook = keyof typeof WEBHOOKS;
export const WEBHOOK_KINDS = Object.keys(WEBHOOKS) as [Webhook, ...Webhook[]];
export const isWebhook = (channel: string): channel is Webhook => Object.hasOwn(WEBHOOKS, channel);

/** Within a sentence. A browser has its own channel. */
export function channelName(id: string): string {
  if (isWebhook(id)) return WEBHOOKS[id].name;
  return id === 'email' ? 'email' : 'a browser';
}

/** Why a test notification did not arrive, or may not have. */
export const NOTICE_TROUBLES = ['gone', 'refused', 'unreachable', 'not_set_up', 'unknown'] as const;
export type NoticeTrouble = (typeof NOTICE_TROUBLES)[number];

const TROUBLE_TEXTS: Record<NoticeTrouble, (name: string) => string> = {
  gone: (name) => `The address of ${name} no longer exists. Connect it again.`,
  refused: (name) => `The test was refused by ${name}. Check the connection and try again.`,
  unreachable: (name) => `No answer from ${name}. Try again later.`,
  not_set_up: () => 'This installation sends no email of its own. Ask your administrator.',
  unknown: () => 'The email may have left. Check your inbox before you try again.',
};
export const noticeTroubleText = (channel: string, trouble: NoticeTrouble): string =>
  TROUBLE_TEXTS[trouble](channelName(channel));
