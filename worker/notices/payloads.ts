import type { Webhook } from '../../events/shared/noticeChannels.ts';
import type { Notice } from './writeNotice.ts';

const titled = ({ title, lines }: Notice): string[] =>
  lines.length === 1 && lines[0] === title ? [title] : [title, ...lines];

/** A partner's text must not mention a channel, or look like a link of ours. */
const slackText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const discordText = (text: string) => text.replace(/[\\`*_~|<>[\]()#@:]/g, '\\$&');
/** Without a preview of linked pages. */
const DISCORD_FLAGS = 4;
const LONGEST_DISCORD = 1_800;
/** Adaptive Cards: a TextRun shows Markdown as it is. */
const textRuns = (text: string, weight: 'Default' | 'Bolder') => ({
  type: 'RichTextBlock',
  inlines: [{ type: 'TextRun', text, weight }],
});

/** The messages of each chat's incoming webhook. */
export const PAYLOADS: Record<Webhook, (notice: Notice) => object> = {
  slack: (notice) => ({
    text: [...titled(notice).map(slackText), `<${notice.url}|Open in Partner Pilot>`].join('\n'),
    unfurl_links: false,
  }),
  discord: (notice) => ({
    content: `${titled(notice).map(discordText).join('\n').slice(0, LONGEST_DISCORD)}\n<${notice.url}>`,
    allowed_mentions: { parse: [] },
    flags: DISCORD_FLAGS,
  }),
  teams: (notice) => ({
    type: 'message',
    attachments: [
      {
        contentType: 'application/vnd.microsoft.card.adaptive',
        contentUrl: null,
        content: {
          $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
          type: 'AdaptiveCard',
          version: '1.4',
          body: titled(notice).map((text, index) => textRuns(text, index === 0 ? 'Bolder' : 'Default')),
          actions: [{ type: 'Action.OpenUrl', title: 'Open in Partner Pilot', url: notice.url }],
        },
      },
    ],
  }),
};
