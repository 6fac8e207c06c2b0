import { describe, expect, test } from 'vitest';
import { campaign, createCampaign, pauseCampaignForRate } from '../../events/campaigns/campaign.ts';
import { accountsOfDomains } from '../../events/sending/accounts.ts';
import { mailbox, saveEmailSettings } from '../../events/sending/mailbox.ts';
import { holdAt, holdsForGood, keepsWaiting, pauseForRate, resumeMailbox } from '../../events/sending/mailboxHold.ts';
import { holdBlocker, isMailboxHold } from '../../events/sending/sendBlockers.ts';
import { ownDomainOf } from '../../events/shared/ownDomain.ts';
import { breachOf, breachText, complaintWarning } from '../../events/shared/rates.ts';
import { sendGridConnected } from '../support/accountEvents.ts';
import { fold, given } from '../support/scenario.ts';

const NOW = '2026-03-02T12:00:00.000Z';
const BREACH = { rate: 'bounce_rate', sent: 40, count: 3 } as const;
const paused = { type: 'MailboxPaused', data: { ...BREACH, since: '2026-02-01T00:00:00.000Z' } } as const;

describe('a rate that is over its limit', () => {
  test.each([
    [{ sent: 19, bounced: 19, complained: 19 }, null],
    [{ sent: 20, bounced: 1, complained: 1 }, null],
    [
      { sent: 40, bounced: 2, complained: 0 },
      { rate: 'bounce_rate', sent: 40, count: 2 },
    ],
    [{ sent: 41, bounced: 2, complained: 0 }, null],
    [
      { sent: 666, bounced: 0, complained: 2 },
      { rate: 'complaint_rate', sent: 666, count: 2 },
    ],
    [{ sent: 667, bounced: 0, complained: 2 }, null],
    [
      { sent: 40, bounced: 20, complained: 2 },
      { rate: 'complaint_rate', sent: 40, count: 2 },
    ],
  ] as const)('%j: %j', (counted, breach) => expect(breachOf(counted)).toEqual(breach));

  test('is said with its figures and its limit', () => {
    expect(breachText(BREACH)).toBe('3 of 40 emails were returned as undeliverable (7.5%; the limit is 5%)');
    expect(breachText({ rate: 'complaint_rate', sent: 300, count: 2 })).toMatch(/spam \(0\.7%; the limit is 0\.3%\)$/);
  });
});

describe('spam reports warn before they pause', () => {
  test.each([
    [19, 1, null],
    [20, 0, null],
    [20, 1, /^1 of 20 emails was reported as spam \(5%\)\. Stay below 0\.1%: at 0\.3%, from the second report on/],
    [1000, 1, /\(0\.1%\)/],
    [1001, 1, null],
    [666, 2, null],
    [667, 2, /^2 of 667 emails were reported as spam \(0\.3%\)/],
    [2001, 2, null],
  ] as const)('of %i emails %i', (sent, complained, text) => {
    const warning = complaintWarning({ sent, bounced: 0, complained });
    if (text === null) expect(warning).toBeNull();
    else expect(warning).toMatch(text);
  });

  test('a pause for bounces says enough', () => {
    expect(complaintWarning({ sent: 40, bounced: 20, complained: 1 })).toBeNull();
  });
});

describe('the accounts of a domain', () => {
  const at = (id: string, address: string | null) => ({ id, state: { ...mailbox.initial, address } });

  test('are counted together, but not those of a public host', () => {
    const groups = accountsOfDomains([
      at('a', 'Ada@Packs.example'),
      at('b', 'bo@packs.example'),
      at('c', 'cy@other.example'),
      at('d', 'd@gmail.com'),
      at('e', 'e@gmail.com'),
      at('f', null),
    ]);
    expect(groups.map((group) => group.map(({ id }) => id))).toEqual([['a', 'b']]);
  });

  test.each([
    ['a@packs.example', 'packs.example'],
    ['a@mail.packs.example', 'mail.packs.example'],
    ['a@GMX.net', null],
    ['a@yahoo.co.uk', null],
    ['a@outlook.de', null],
    ['a@web.de', null],
    ['a@webde.example', 'webde.example'],
  ])('%s has the domain %s of its own', (address, domain) => expect(ownDomainOf(address)).toBe(domain));

  test('have texts that say so', () => {
    expect(breachText({ ...BREACH, domain: true })).toMatch(/^3 of 40 emails from this domain were returned/);
    expect(complaintWarning({ sent: 40, bounced: 0, complained: 1 }, true)).toMatch(
      /^1 of 40 emails from this domain was/,
    );
    expect(fold(mailbox, [{ type: 'MailboxPaused', data: { ...paused.data, domain: true } }]).pause?.domain).toBe(true);
  });
});

describe('a paused mailbox', () => {
  const state = fold(mailbox, [
    sendGridConnected('k1'),
    { type: 'EmailProviderChosen', data: { provider: 'sendgrid' } },
    paused,
  ]);

  test('sends nothing, says why, and is paused once', () => {
    expect(holdAt(state, NOW)).toEqual({ reason: 'bounce_rate', until: null });
    expect(keepsWaiting(state, NOW)).toBe(true);
    expect(holdsForGood(state, [])).toBe(true);
    const blocker = holdBlocker(state, NOW);
    expect(blocker).toMatchObject({ kind: 'bounce_rate', until: null, reason: { code: 'rate_breach', ...BREACH } });
    expect(blocker && isMailboxHold(blocker)).toBe(true);
    expect(pauseForRate(state, BREACH, NOW)).toEqual([]);
  });

  test('goes on when a person resumes it, not when settings are saved', () => {
    const form = { emailProvider: 'sendgrid', secretId: 'k2' } as const;
    expect(saveEmailSettings(state, form).map(({ type }) => type)).toEqual(['AccountConnected']);
    expect(resumeMailbox(state)).toEqual([{ type: 'MailboxResumed', data: {} }]);
    const resumed = fold(mailbox, [paused, { type: 'MailboxResumed', data: {} }]);
    expect(resumed).toMatchObject({ pause: null, ratesFrom: '2026-03-02T09:01:00.000Z' });
    expect(resumeMailbox(resumed)).toEqual([]);
  });
});

describe('a campaign over a limit', () => {
  const form = { name: 'N', subjectType: 'static', staticSubject: 'S', messagePrompt: 'P' } as const;
  const started = [
    ...createCampaign(campaign.initial, form, () => 'f1'),
    { type: 'CampaignStarted', data: {} } as const,
  ];
  const event = { type: 'CampaignPaused', data: { reason: 'bounce_rate', figures: { sent: 40, count: 3 } } } as const;

  test('is paused while it is active, and counts again once it was resumed', () => {
    given(campaign, ...started)
      .when((state) => pauseCampaignForRate(state, BREACH))
      .gives(event);
    given(campaign, ...started.slice(0, 1))
      .when((state) => pauseCampaignForRate(state, BREACH))
      .gives();
    expect(fold(campaign, [...started, event])).toMatchObject({ status: 'paused', pausedBy: BREACH, ratesFrom: null });
    const resumed = fold(campaign, [...started, event, { type: 'CampaignResumed', data: {} }]);
    expect(resumed).toMatchObject({ status: 'active', pausedBy: null, ratesFrom: '2026-03-02T09:03:00.000Z' });
  });
});
