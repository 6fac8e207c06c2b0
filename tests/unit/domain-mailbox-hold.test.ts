import { describe, expect, test } from 'vitest';
import { requestConnect } from '../../events/sending/connectedAccount.ts';
import { mailbox, recordAccountConnected, saveEmailSettings } from '../../events/sending/mailbox.ts';
import { holdAt, recordAttempt, recordProviderHealth } from '../../events/sending/mailboxHold.ts';
import type { MailboxEvent, MailboxState } from '../../events/sending/mailboxState.ts';
import type { ProviderSignal } from '../../events/sending/outcome.ts';
import { holdBlocker } from '../../events/sending/sendBlockers.ts';
import type { AccountTrouble } from '../../events/shared/accountWords.ts';
import type { EmailProvider } from '../../events/shared/options.ts';
import { mailboxConnected, sendGridConnected } from '../support/accountEvents.ts';
import { given } from '../support/scenario.ts';

const NOW = '2026-03-02T12:00:00.000Z';
const plus = (minutes: number) => new Date(Date.parse(NOW) + minutes * 60_000).toISOString();
const about = { messageId: 'm1', attempt: 1, secretId: 'k1', waitSeconds: 0 };
const signal =
  (kind: ProviderSignal, now = NOW, more: Partial<typeof about> & { trouble?: AccountTrouble } = {}) =>
  (state: MailboxState) =>
    recordProviderHealth(state, { ...about, signal: kind, ...more }, now);
const ready: MailboxEvent[] = [
  { type: 'EmailProviderChosen', data: { provider: 'sendgrid' } },
  sendGridConnected('k1'),
];
const troubled: MailboxEvent = { type: 'MailboxTroubled', data: { messageId: 'm1', attempt: 1 } };
const probed: MailboxEvent = { type: 'MailboxProbed', data: { messageId: 'm1', attempt: 1 } };
const held = (until: string | null, times = 1): MailboxEvent => ({
  type: 'MailboxHeld',
  data: { reason: until === null ? 'key_refused' : 'provider_trouble', until, times },
});
const save = (secretId: string | null) => (state: MailboxState) =>
  saveEmailSettings(state, { emailProvider: 'sendgrid', fromEmail: 'me@shop.example', secretId });
const types = (events: readonly MailboxEvent[]) => events.map(({ type }) => type);

describe('a refused key', () => {
  test('holds the mailbox until the settings are saved again', () => {
    given(mailbox, ...ready)
      .when(signal('key_refused'))
      .gives(held(null));
    const after = given(mailbox, ...ready, held(null));
    expect(holdAt(after.state, plus(99_999))).toEqual({ reason: 'key_refused', until: null });
    after.when(signal('key_refused')).gives();
    after.when(signal('fine')).gives();
    expect(types(save(null)(after.state))).toContain('MailboxHoldLifted');
    expect(holdAt(given(mailbox, ...ready, held(null), ...save(null)(after.state)).state, NOW)).toBeNull();
  });

  test('of an older key says nothing about the present one', () => {
    given(mailbox, ...ready)
      .when(signal('key_refused', NOW, { secretId: 'k0' }))
      .gives();
  });
});

describe('429', () => {
  test('holds as long as it says, and no longer', () => {
    const events = signal('wait', NOW, { waitSeconds: 120 })(given(mailbox, ...ready).state);
    expect(events).toEqual([{ type: 'MailboxHeld', data: { reason: 'rate_limited', until: plus(2), times: 1 } }]);
    const { state } = given(mailbox, ...ready, ...events);
    expect(holdAt(state, plus(1.9))).toEqual({ reason: 'rate_limited', until: plus(2) });
    expect(holdAt(state, plus(2))).toBeNull();
    // an earlier time does not shorten it; the settings end it only with another key
    expect(signal('wait', NOW, { waitSeconds: 60 })(state)).toEqual([]);
    expect(types(save(null)(state))).not.toContain('MailboxHoldLifted');
    expect(types(save('k2')(state))).toContain('MailboxHoldLifted');
    const asked = given(mailbox, ...ready, ...events, ...requestConnect(state, 'sendgrid', 'r2', null));
    const checked = { secretId: 'k2', identity: { email: 'a@b.example' } };
    expect(types(recordAccountConnected(asked.state, 'sendgrid', 'r2', checked))).toContain('MailboxHoldLifted');
    expect(recordAttempt(state, about)).toEqual([]);
  });
});

describe('trouble', () => {
  test('of five attempts in a row holds for 15 minutes; a proper answer between them starts again', () => {
    const four = [...ready, troubled, troubled, troubled, troubled];
    given(mailbox, ...ready)
      .when(signal('trouble'))
      .gives(troubled);
    given(mailbox, ...four)
      .when(signal('trouble'))
      .gives(held(plus(15)));
    given(mailbox, ...four)
      .when(signal('fine'))
      .gives({ type: 'MailboxRecovered', data: {} });
    given(mailbox, ...four, { type: 'MailboxRecovered', data: {} })
      .when(signal('trouble'))
      .gives(troubled);
    given(mailbox, ...ready)
      .when(signal('fine'))
      .gives();
  });

  const mailboxEvents: MailboxEvent[] = [
    { type: 'EmailProviderChosen', data: { provider: 'smtp' } },
    mailboxConnected('k1'),
  ];
  test.each(['smtp_certificate', 'smtp_host', 'smtp_no_tls'] as const)(
    '%s, which a person must end, holds at once, says so, and ends with a new connection',
    (trouble) => {
      const { state } = given(mailbox, ...mailboxEvents);
      const events = signal('trouble', NOW, { trouble })(state);
      expect(events).toEqual([
        { type: 'MailboxHeld', data: { reason: 'provider_trouble', until: plus(15), times: 1, trouble } },
      ]);
      const after = given(mailbox, ...mailboxEvents, ...events);
      expect(holdBlocker(after.state, NOW)).toMatchObject({
        reason: { code: 'account_trouble', provider: 'smtp', trouble },
        fix: 'check_mail_server',
      });
      const connected = (by: EmailProvider) => {
        const { state: asked } = given(mailbox, ...mailboxEvents, ...events, ...requestConnect(state, by, 'r2', null));
        return types(recordAccountConnected(asked, by, 'r2', { secretId: 'k2', identity: { email: 'a@b.example' } }));
      };
      expect(connected('smtp')).toContain('MailboxHoldLifted');
      expect(connected('gmail')).toEqual(['AccountConnected']);
      const both = given(mailbox, ...mailboxEvents, ...ready.slice(1), ...events);
      expect(types(save(null)(both.state))).toContain('MailboxHoldLifted');
    },
  );

  test('that may pass holds after the fifth attempt, and says what it was', () => {
    const trouble = 'smtp_unreachable';
    given(mailbox, ...mailboxEvents)
      .when(signal('trouble', NOW, { trouble }))
      .gives(troubled);
    const four = given(mailbox, ...mailboxEvents, troubled, troubled, troubled, troubled);
    const events = signal('trouble', NOW, { trouble })(four.state);
    const after = given(mailbox, ...mailboxEvents, ...events);
    expect(holdBlocker(after.state, NOW)?.reason).toEqual({
      code: 'account_trouble',
      provider: 'smtp',
      trouble: 'smtp_unreachable',
    });
  });

  test('after the hold one mail probes, and the others wait for its answer', () => {
    const over = given(mailbox, ...ready, held('2026-03-02T09:02:00.000Z'));
    expect(holdAt(over.state, '2026-03-02T09:02:00.000Z')).toBeNull();
    over.when((state) => recordAttempt(state, { messageId: 'm1', attempt: 1 })).gives(probed);
    // the scenario records the probe at 09:03
    const { state } = given(mailbox, ...ready, held('2026-03-02T09:02:00.000Z'), probed);
    expect(holdAt(state, '2026-03-02T09:03:00.000Z')).toEqual({
      reason: 'provider_trouble',
      until: '2026-03-02T09:06:00.000Z',
    });
    // a probe that never answered makes room for another
    expect(holdAt(state, '2026-03-02T09:06:00.000Z')).toBeNull();
    expect(signal('fine')(state)).toEqual([{ type: 'MailboxHoldLifted', data: { by: 'answer' } }]);
  });

  test('of the probe holds twice as long each time, up to four hours', () => {
    const minutes = [];
    let history: MailboxEvent[] = [...ready, held('2026-03-02T09:02:00.000Z')];
    for (let probes = 0; probes < 6; probes += 1) {
      const { state } = given(mailbox, ...history, probed);
      const [again] = signal('trouble')(state);
      if (again?.type !== 'MailboxHeld') throw new Error('not held again');
      minutes.push((Date.parse(again.data.until ?? '') - Date.parse(NOW)) / 60_000);
      // as if that time had passed
      history = [...ready, { ...again, data: { ...again.data, until: '2026-03-02T09:02:00.000Z' } }];
    }
    expect(minutes).toEqual([30, 60, 120, 240, 240, 240]);
  });

  test('of attempts that were out before the hold began adds nothing', () => {
    given(mailbox, ...ready, held(plus(15)))
      .when(signal('trouble'))
      .gives();
    given(mailbox, ...ready, held(plus(15)))
      .when(signal('fine'))
      .gives();
  });
});
