import { describe, expect, test } from 'vitest';
import { noticeDue } from '../../events/accounts/noticeTime.ts';
import { notifications } from '../../events/accounts/notifications.ts';
import { NOTICE_KINDS, webhookForm } from '../../events/accounts/notificationsInput.ts';
import { PAYLOADS } from '../../worker/notices/payloads.ts';
import { openPostOut } from '../../worker/providers/web/postOut.ts';
import { faultOf } from '../../worker/providers/web/safeWeb.ts';

const at = (time: string) => Date.parse(`2026-11-30T${time}Z`);
const due = (now: string, rules: Partial<Parameters<typeof noticeDue>[1]>, isEmail = true, zone = 'UTC') =>
  new Date(noticeDue(at(now), { digest: 'at_once', quiet: null, ...rules }, isEmail, zone)).toISOString();

describe('when a notification leaves', () => {
  const night = { from: '22:00', to: '07:00' };

  test('only emails are collected, until the next hour or the morning', () => {
    expect(due('10:20:00', {})).toBe('2026-11-30T10:20:00.000Z');
    expect(due('10:20:00', { digest: 'hourly' })).toBe('2026-11-30T11:00:00.000Z');
    expect(due('07:59:00', { digest: 'daily' })).toBe('2026-11-30T08:00:00.000Z');
    expect(due('08:00:00', { digest: 'daily' })).toBe('2026-12-01T08:00:00.000Z');
    expect(due('10:20:00', { digest: 'daily' }, false)).toBe('2026-11-30T10:20:00.000Z');
  });

  test('quiet hours hold it until they end, in the zone of the profile, over midnight too', () => {
    expect(due('21:59:00', { quiet: night }, false)).toBe('2026-11-30T21:59:00.000Z');
    expect(due('22:00:00', { quiet: night }, false)).toBe('2026-12-01T07:00:00.000Z');
    expect(due('06:59:00', { quiet: night }, false)).toBe('2026-11-30T07:00:00.000Z');
    expect(due('07:00:00', { quiet: night }, false)).toBe('2026-11-30T07:00:00.000Z');
    // 23:30 in New York
    expect(due('04:30:00', { quiet: night }, false, 'America/New_York')).toBe('2026-11-30T12:00:00.000Z');
    expect(due('04:30:00', { quiet: { from: '09:00', to: '17:00' }, digest: 'daily' }, true)).toBe(
      '2026-11-30T08:00:00.000Z',
    );
  });
});

test('a webhook must lead to the servers of its chat', () => {
  const isTaken = (channel: string, url: string) => webhookForm.safeParse({ channel, url }).success;
  expect(isTaken('slack', 'https://hooks.slack.com/services/T0/B0/x')).toBe(true);
  expect(isTaken('discord', 'https://discord.com/api/webhooks/1/x')).toBe(true);
  expect(isTaken('teams', 'https://prod-12.westeurope.logic.azure.com:443/workflows/1/triggers?sig=x')).toBe(true);
  for (const url of [
    'http://hooks.slack.com/services/T0/B0/x',
    'https://hooks.slack.com.evil.example/services/x',
    'https://evil.example/hooks.slack.com/services/x',
    'https://hooks.slack.com@evil.example/services/x',
    'https://hooks.slack.com:8443/services/x',
    'https://127.0.0.1/services/x',
  ])
    for (const channel of ['slack', 'discord', 'teams'])
      expect([channel, url, isTaken(channel, url)]).toEqual([channel, url, false]);
  expect(webhookForm.safeParse({ channel: 'slack', url: 'x' }).error?.issues[0]?.message).toBe(
    'This is no webhook URL of Slack. It looks like https://hooks.slack.com/services/…',
  );
});

test('nothing is posted to a private host, whatever its name leads to', async () => {
  const lookup = ((_host: string, _options: object, done: (error: null, found: object[]) => void) =>
    done(null, [{ address: '10.0.0.7', family: 4 }])) as never;
  const post = openPostOut({ lookup });
  for (const to of ['https://push.example/1', 'https://127.0.0.1/1', 'https://[::1]/1'])
    expect(await post(to, { headers: {}, body: 'x' }).catch(faultOf)).toBe('private');
});

test("a partner's text mentions no one and makes no link", () => {
  const text = 'Reply from Ada: “<!channel> @everyone [win](https://evil.example) **now**”';
  const notice = { title: text, lines: [text], url: 'https://app.example/inbox/1' };
  const slack = PAYLOADS.slack(notice) as { text: string };
  expect(slack.text).toContain('&lt;!channel&gt;');
  expect(slack.text).toMatch(/<https:\/\/app\.example\/inbox\/1\|Open in Partner Pilot>$/);
  const discord = PAYLOADS.discord(notice) as { content: string; allowed_mentions: object };
  expect(discord.allowed_mentions).toEqual({ parse: [] });
  expect(discord.content).not.toMatch(/[^\\]\[win/);
  const teams = PAYLOADS.teams(notice) as { attachments: { contentType: string; content: { body: object[] } }[] };
  expect(teams.attachments[0]?.contentType).toBe('application/vnd.microsoft.card.adaptive');
  // a TextRun shows Markdown as it is
  expect(teams.attachments[0]?.content.body).toMatchObject([{ inlines: [{ type: 'TextRun', text }] }]);
});

test('the first connection of a channel tells of everything, and keeps a later choice', () => {
  const by = (state: typeof notifications.initial, type: string, data: object) =>
    notifications.evolve(state, { type, data, at: '2026-11-30T10:00:00Z', actor: 'user:1' } as never);
  const connected = by(notifications.initial, 'NoticeChannelConnected', { channel: 'slack', secretId: 's1' });
  expect(Object.values(connected.kinds)).toEqual(NOTICE_KINDS.map(() => ['slack']));
  const { kinds, digest, quiet, showTexts } = connected;
  const chosen = by(connected, 'NotificationsSet', { kinds: { ...kinds, texts: [] }, digest, quiet, showTexts });
  const off = by(chosen, 'NoticeChannelRemoved', { channel: 'slack', why: 'failing' });
  expect([off.connected, off.switchedOff]).toEqual([{}, { slack: '2026-11-30T10:00:00Z' }]);
  const again = by(off, 'NoticeChannelConnected', { channel: 'slack', secretId: 's2' });
  expect([again.kinds.texts, again.switchedOff]).toEqual([[], {}]);
});
