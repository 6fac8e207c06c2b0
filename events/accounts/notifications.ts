/** What a person hears about outside of the app, where and when. The stream is `notifications-<user>`, in the tenant that they work in. */
import { z } from 'zod';
import type { Aggregate, EventOf, Recorded } from '../shared/event.ts';
import { isWebhook, NOTICE_TROUBLES, type NoticeTrouble, type Webhook } from '../shared/noticeChannels.ts';
import { Refused } from '../shared/refused.ts';
import { sameJson } from '../shared/sameJson.ts';
import {
  type Channel,
  channelId,
  NOTICE_KINDS,
  type NoticeKind,
  type NotificationRules,
  notificationRules,
} from './notificationsInput.ts';

/** `failing`: for a day. `gone`: its browser takes no more. `account`: its account was deleted. */
const REMOVED = ['person', 'failing', 'gone', 'account'] as const;

export const notificationDefinitions = {
  NotificationsSet: { version: 1, data: notificationRules },
  /** `secretId`: of the address in the vault, which is a secret. */
  NoticeChannelConnected: { version: 1, data: z.object({ channel: channelId, secretId: z.string() }) },
  NoticeChannelRemoved: { version: 1, data: z.object({ channel: channelId, why: z.enum(REMOVED) }) },
  NoticeTestRequested: { version: 1, data: z.object({ channel: channelId, requestId: z.string() }) },
  NoticeTested: { version: 1, data: z.object({ requestId: z.string(), trouble: z.enum(NOTICE_TROUBLES).nullable() }) },
} as const;
export type NotificationEvent = EventOf<typeof notificationDefinitions>;

export type NotificationState = NotificationRules & {
  /** The secret of each webhook and browser, by channel. */
  connected: Readonly<Record<string, string>>;
  /** Webhooks that failed for a day, and when they were switched off (ISO 8601). */
  switchedOff: Readonly<Partial<Record<Webhook, string>>>;
  test: { id: string; channel: string; status: 'open' | 'done'; trouble: NoticeTrouble | null } | null;
};

/** A browser's channel is one of `push`. */
export const channelOf = (id: string): Channel => (id.startsWith('push-') ? 'push' : (id as Channel));

function evolve(state: NotificationState, event: Recorded<NotificationEvent>): NotificationState {
  switch (event.type) {
    case 'NotificationsSet':
      return { ...state, ...event.data };
    case 'NoticeChannelConnected': {
      const { channel: id, secretId } = event.data;
      const { [id as Webhook]: _, ...switchedOff } = state.switchedOff;
      return {
        ...state,
        kinds: withChannel(state.kinds, channelOf(id)),
        connected: { ...state.connected, [id]: secretId },
        switchedOff,
      };
    }
    case 'NoticeChannelRemoved': {
      const { channel: id, why } = event.data;
      const { [id]: _, ...connected } = state.connected;
      const off = why === 'failing' && isWebhook(id) ? { [id]: event.at } : {};
      return { ...state, connected, switchedOff: { ...state.switchedOff, ...off } };
    }
    case 'NoticeTestRequested':
      return {
        ...state,
        test: { id: event.data.requestId, channel: event.data.channel, status: 'open', trouble: null },
      };
    case 'NoticeTested':
      return state.test?.id === event.data.requestId
        ? { ...state, test: { ...state.test, status: 'done', trouble: event.data.trouble } }
        : state;
  }
}

/** The first connection of a channel tells of everything, until the person chooses. */
function withChannel(kinds: NotificationState['kinds'], channel: Channel): NotificationState['kinds'] {
  if (NOTICE_KINDS.some((kind) => kinds[kind].includes(channel))) return kinds;
  return Object.fromEntries(NOTICE_KINDS.map((kind) => [kind, [...kinds[kind], channel]])) as typeof kinds;
}

export const notifications: Aggregate<NotificationState, NotificationEvent> = {
  kind: 'notifications',
  definitions: notificationDefinitions,
  projectionVersion: 1,
  initial: {
    kinds: { reply: [], complaint: [], account: [], texts: [], webhook: [] },
    digest: 'at_once',
    quiet: null,
    showTexts: false,
    connected: {},
    switchedOff: {},
    test: null,
  },
  evolve,
};

const rulesOf = ({ kinds, digest, quiet, showTexts }: NotificationRules): NotificationRules => ({
  ...{ kinds, digest, quiet, showTexts },
});

export function setNotifications(state: NotificationState, rules: NotificationRules): NotificationEvent[] {
  return sameJson(rulesOf(state), rulesOf(rules)) ? [] : [{ type: 'NotificationsSet', data: rulesOf(rules) }];
}

const MOST_BROWSERS = 10;
const browsersOf = ({ connected }: NotificationState) =>
  Object.keys(connected).filter((id) => channelOf(id) === 'push');

/** The secret of an earlier connection is replaced. */
export function connectChannel(state: NotificationState, channel: string, secretId: string): NotificationEvent[] {
  const isNewBrowser = channelOf(channel) === 'push' && !(channel in state.connected);
  if (isNewBrowser && browsersOf(state).length >= MOST_BROWSERS)
    throw new Refused({ code: 'browsers_full', most: MOST_BROWSERS });
  return [{ type: 'NoticeChannelConnected', data: { channel, secretId } }];
}

export const removeChannel = (
  state: NotificationState,
  channel: string,
  why: (typeof REMOVED)[number],
): NotificationEvent[] =>
  channel in state.connected ? [{ type: 'NoticeChannelRemoved', data: { channel, why } }] : [];

export function requestNoticeTest(state: NotificationState, channel: string, requestId: string): NotificationEvent[] {
  if (channel !== 'email' && !(channel in state.connected)) throw new Refused({ code: 'channel_not_connected' });
  return [{ type: 'NoticeTestRequested', data: { channel, requestId } }];
}

export const answerNoticeTest = (
  { test }: NotificationState,
  requestId: string,
  trouble: NoticeTrouble | null,
): NotificationEvent[] =>
  test?.id === requestId && test.status === 'open' ? [{ type: 'NoticeTested', data: { requestId, trouble } }] : [];

/** The channels, by their names, that tell of a kind. */
export function channelsFor(state: NotificationState, kind: NoticeKind): string[] {
  const wanted: ReadonlySet<Channel> = new Set(state.kinds[kind]);
  return ['email', ...Object.keys(state.connected)].filter((id) => wanted.has(channelOf(id)));
}
