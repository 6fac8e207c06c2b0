import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { InstallationHealthView } from '../../api/views.ts';
import { Navigation } from '../../web/app/shell/Navigation.tsx';
import { HealthCard } from '../../web/features/admin/HealthCard.tsx';
import {
  AiBudgetCard,
  CostThresholdCard,
  LimitsCard,
  NavigationLinksCard,
  SignupUrlCard,
} from '../../web/features/admin/InstallationCards.tsx';
import { UsersCard } from '../../web/features/admin/UsersCard.tsx';
import { aiUsage, anAdminUser, health } from './support/adminViews.ts';
import { answer, calls, failed, hold, reads } from './support/api.ts';
import { errorOf, fillIn } from './support/fields.ts';
import { renderPart } from './support/renderApp.tsx';
import { seeToast } from './support/toast.ts';

describe('a card that could not be loaded says so and offers Try again', () => {
  test('User Management, which offers nothing that cannot work', async () => {
    answer('get', '/api/admin/users', () => failed(500));
    answer('get', '/api/admin/openai-usage/stats', aiUsage());
    const hand = await renderPart(<UsersCard />);
    await screen.findByText('Error loading users. Please try again.');
    expect(screen.queryByText('Add User')).toBeNull();
    answer('get', '/api/admin/users', { users: [anAdminUser('ada')] });
    await hand.click(screen.getByText('Try again'));
    await screen.findByText('Add User');
  });
});

describe('the settings of the installation', () => {
  /** As the server keeps them. */
  let saved: Record<string, string>;
  const keyOf = (path: string) => path.split('/').at(-1) ?? '';
  beforeEach(() => {
    saved = { openai_cost_warning_threshold: '50' };
    answer('get', '/api/admin/settings/:key', ({ path }) => ({ value: saved[keyOf(path)] ?? '' }));
    answer('put', '/api/admin/settings/:key', ({ path, body }) => {
      const { value } = body as { value: string };
      saved[keyOf(path)] = value;
      return { value };
    });
  });

  const SETTINGS = (
    <>
      <SignupUrlCard />
      <NavigationLinksCard />
      <AiBudgetCard />
      <CostThresholdCard />
      <LimitsCard />
      <Navigation isAdmin iconsOnly={false} />
    </>
  );
  const THRESHOLD = 'Cost warning threshold (USD)';
  const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label, { selector: 'input' });
  const save = (label: string) => screen.getByRole('button', { name: `Save ${label}` });
  const shown = async (): Promise<UserEvent> => {
    const hand = await renderPart(SETTINGS);
    await waitFor(() => expect(field(THRESHOLD).value).toBe('50'));
    return hand;
  };
  const fill = (hand: UserEvent, label: string, text: string) => fillIn(hand, field(label), text);
  const tutorials = () => screen.queryByRole<HTMLAnchorElement>('link', { name: 'Tutorials' });

  test('each says what a blank one means, and is saved once for a double click', async () => {
    const hand = await shown();
    for (const [label, hint] of [
      ['Signup URL', 'Leave it blank to use the default sign-in.'],
      ['Tutorials URL', 'Leave it blank to hide the link.'],
      ['Help Desk URL', 'Leave it blank to hide the link.'],
    ] as const) {
      expect(field(label).type).toBe('url');
      const described = field(label).getAttribute('aria-describedby') ?? '';
      expect(document.getElementById(described)?.textContent).toBe(hint);
    }
    for (const [label, key, title, typed] of [
      ['Signup URL', 'signup_url', 'Signup URL Updated', '  https://join.example/'],
      ['Tutorials URL', 'tutorials_url', 'Tutorials URL Updated', '  https://learn.example/start'],
      ['Help Desk URL', 'help_desk_url', 'Help Desk URL Updated', '  https://help.example'],
      ['Monthly budget for everyone (USD)', 'ai_budget', 'AI Budget Updated', '20'],
      ['Monthly budget per user (USD)', 'ai_budget_per_user', 'AI Budget Updated', '2.5'],
      ['Partners per user', 'partners_per_user', 'Limit updated', '250000'],
      ['Sending accounts per user', 'sending_accounts_per_user', 'Limit updated', '25'],
      ['Requests in 5 minutes per user', 'calls_per_user', 'Limit updated', '6000'],
      [THRESHOLD, 'openai_cost_warning_threshold', 'Threshold Updated', '75.50'],
    ] as const) {
      await fill(hand, label, typed);
      await hand.dblClick(save(label));
      await seeToast({ title, text: 'It applies to everyone.' });
      const value = typed.trim();
      expect(calls.splice(0)).toEqual([{ method: 'PUT', path: `/api/admin/settings/${key}`, body: { value } }]);
      await waitFor(() => expect(field(label).value).toBe(value));
    }
  });

  test('half an amount is no blank, which would take the budget away', async () => {
    const hand = await shown();
    const label = 'Monthly budget for everyone (USD)';
    expect(field(label).type).toBe('text');
    await fill(hand, label, '5e');
    await hand.click(save(label));
    await screen.findByText(/^Enter an amount in US dollars from 0 to 9,999,999, .* or leave it blank$/);
    expect(calls).toEqual([]);
  });

  test('pressed twice while the rules are on their way, a setting is sent once', async () => {
    const hand = await shown();
    await fill(hand, 'Signup URL', 'https://join.example/two');
    const form = field('Signup URL').form as HTMLFormElement;
    for (const _ of [1, 2]) fireEvent.submit(form);
    await seeToast({ title: 'Signup URL Updated' });
    // a second one would be sent right after the first
    await fill(hand, 'Tutorials URL', 'https://learn.example/third');
    await hand.click(save('Tutorials URL'));
    await seeToast({ title: 'Tutorials URL Updated' });
    expect(calls.map(({ path }) => keyOf(path))).toEqual(['signup_url', 'tutorials_url']);
  });

  test('a link stands in the sidebar at once, and a blank one is gone', async () => {
    const hand = await shown();
    await fill(hand, 'Tutorials URL', 'https://learn.example/start');
    await hand.click(save('Tutorials URL'));
    await waitFor(() => expect(tutorials()?.href).toBe('https://learn.example/start'));
    await hand.clear(field('Tutorials URL'));
    await hand.click(save('Tutorials URL'));
    await seeToast({ title: 'Tutorials URL Updated', text: 'It is no longer set.' });
    await waitFor(() => expect(tutorials()).toBeNull());
  });

  test('others see a changed link when they come back to the window, at most a minute old', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    await shown();
    saved.tutorials_url = 'https://learn.example/next';
    const comeBackAfter = (ms: number) => {
      reads.length = 0;
      vi.setSystemTime(Date.now() + ms);
      fireEvent(window, new Event('visibilitychange'));
    };
    comeBackAfter(30_000);
    expect([reads.length, tutorials()]).toEqual([0, null]);
    comeBackAfter(31_000);
    await waitFor(() => expect(tutorials()?.href).toBe('https://learn.example/next'));
  });

  test('what is typed while a setting is being saved stays', async () => {
    const call = hold();
    answer('put', '/api/admin/settings/:key', async () => {
      await call.held;
      return { value: 'https://join.example/one' };
    });
    const hand = await shown();
    await fill(hand, 'Signup URL', 'https://join.example/one');
    await hand.click(save('Signup URL'));
    await waitFor(() => expect(save('Signup URL').getAttribute('aria-busy')).toBe('true'));
    await hand.click(field('Signup URL'));
    await hand.paste('/and-more');
    call.release();
    await seeToast({ title: 'Signup URL Updated' });
    await waitFor(() => expect(save('Signup URL').getAttribute('aria-busy')).toBeNull());
    expect(field('Signup URL').value).toBe('https://join.example/one/and-more');
  });

  test('a wrong value is said at its field, which keeps the focus and what was typed', async () => {
    const hand = await shown();
    for (const [label, typed, problem] of [
      ['Signup URL', 'javascript:alert(1)', /begins with http:\/\/ or https:\/\//],
      ['Help Desk URL', 'help.example', /begins with http:\/\/ or https:\/\//],
      [THRESHOLD, '', /Enter an amount in US dollars/],
      [THRESHOLD, '0', /above 0/],
    ] as const) {
      await fill(hand, label, typed);
      await hand.click(save(label));
      await waitFor(() => expect(errorOf(field(label))).toMatch(problem));
      expect([document.activeElement, field(label).value]).toEqual([field(label), typed]);
    }
    expect(calls).toEqual([]);
  });

  test('what could not be saved: the server’s message or the default, and what was typed', async () => {
    const hand = await shown();
    for (const [label, typed, text] of [
      ['Signup URL', 'https://a.example', 'Failed to update signup URL'],
      [THRESHOLD, '60', 'Failed to update threshold'],
      ['Tutorials URL', 'https://b.example', 'Failed to update tutorials URL'],
      ['Help Desk URL', 'https://c.example', 'Failed to update help desk URL'],
    ] as const) {
      await fill(hand, label, typed);
      answer('put', '/api/admin/settings/:key', () => failed(500));
      await hand.click(save(label));
      await seeToast({ title: 'Error', text, variant: 'destructive' });
      answer('put', '/api/admin/settings/:key', () => failed(422, 'Not this one.'));
      await hand.click(save(label));
      await seeToast({ title: 'Error', text: 'Not this one.', variant: 'destructive' });
      expect(field(label).value).toBe(typed);
    }
  });
});

describe('Installation', () => {
  let view: InstallationHealthView;
  beforeEach(() => {
    const now = new Date().toISOString();
    view = health({ workers: [{ id: 'w', lastBeatAt: now, alive: true }] });
    view.log.newestAt = now;
    view.seals.lastAt = now;
    answer('get', '/api/admin/health', () => view);
  });
  const problems = () =>
    within(screen.getByRole('list', { name: 'Problems' }))
      .getAllByRole('listitem')
      .map((item) => item.textContent);

  test('all is well, with the figures', async () => {
    await renderPart(<HealthCard />);
    await screen.findByText('All systems normal');
    screen.getByText('1,234,567');
    screen.getByText('Version 1.4.0');
    expect(screen.getByLabelText('AI models').textContent).toBe('Writing, searchgpt-6.1-terra');
  });

  test('what is wrong comes first, in words that say what to do', async () => {
    view = {
      ...view,
      mailer: { kind: 'smtp', mailed: 0, failed: 2, failing: true, lastFailure: 'the provider refused our sender' },
      workers: [],
      providers: [
        { name: 'OpenAI', setting: 'OPENAI_API_KEY', configured: false, trouble: null },
        { name: 'OpenID Connect', setting: 'OIDC_ISSUER', configured: true, trouble: 'It could not be reached.' },
      ],
      queue: { ...view.queue, waiting: 40, oldestRunAt: new Date(Date.now() - 3_600_000).toISOString() },
      seals: { ...view.seals, file: 'trouble', trouble: 'SEAL_FILE /seals/newest cannot be written (EACCES).' },
    };
    await renderPart(<HealthCard />);
    await screen.findByText('6 things to look at');
    expect(problems()).toEqual([
      expect.stringMatching(/^No worker is running\. .*npm run worker/),
      'The seal file has a problem. SEAL_FILE /seals/newest cannot be written (EACCES).',
      expect.stringMatching(/^System emails fail\. Of 2 emails .*: the provider refused our sender\. .*SMTP_URL/),
      expect.stringMatching(/^OpenID Connect cannot be used\. It could not be reached\. .*OIDC_ISSUER/),
      expect.stringMatching(/^The oldest job was due 1 hour ago\. .*another one/),
      expect.stringMatching(/^OpenAI is not configured\. .* Set OPENAI_API_KEY and start again\.$/),
    ]);
    screen.getByText('needs OPENAI_API_KEY');
  });

  test('is checked every 30 s', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await renderPart(<HealthCard />);
    await screen.findByText('All systems normal');
    view = { ...view, workers: [] };
    await vi.advanceTimersByTimeAsync(28_000);
    screen.getByText('All systems normal');
    await vi.advanceTimersByTimeAsync(2_000);
    await screen.findByText('1 thing to look at');
  });

  test('a job that failed is retried, once for a double click', async () => {
    const tries = { attempts: 25, maxAttempts: 25, lastError: 'find-contact: 42P01', tenant: 't1' };
    const job = { id: '7', task: 'find-contact', runAt: new Date().toISOString(), ...tries };
    view = { ...view, queue: { ...view.queue, failed: 1, jobs: [job] } };
    answer('get', '/api/admin/users', { users: [anAdminUser('ada', { workspaceId: 't1' })] });
    answer('post', '/api/admin/jobs/:id/retry', () => {
      view = health();
      return { accepted: true as const, id: '7' };
    });
    const hand = await renderPart(<HealthCard />);
    await screen.findByText('25 of 25 tries · find-contact: 42P01 · ada@ridge.example');
    expect(problems()[0]).toMatch(/^1 job failed permanently\./);
    await hand.dblClick(screen.getByLabelText('Retry Find contact, job 7'));
    await seeToast({ title: 'Job Retried' });
    await waitFor(() => expect(screen.queryByText('Failing jobs')).toBeNull());
    expect(calls.map(({ path }) => path)).toEqual(['/api/admin/jobs/7/retry']);
  });
});

test('users near a limit are listed, page by page', async () => {
  const near = { userId: 'ada', email: 'ada@ridge.example', limit: 'partners', used: 85_000, most: 100_000 } as const;
  const next = { ...near, userId: 'ben', email: null, limit: 'calls', used: 3_000, most: 3_000 } as const;
  answer('get', '/api/admin/settings/:key', { value: '10' });
  answer('get', '/api/admin/limits', ({ path }) =>
    path.includes('after=') ? { near: [next], next: null } : { near: [near], next: 'ada|partners' },
  );
  const hand = await renderPart(<LimitsCard />);
  await screen.findByText('85,000 of 100,000');
  expect(screen.getAllByRole('row').map(({ textContent }) => textContent)).toEqual([
    'UserLimitUsed',
    'ada@ridge.examplePartners85,000 of 100,000',
  ]);
  await hand.click(screen.getByText('Show more'));
  await screen.findByText('3,000 of 3,000');
  expect(screen.queryByText('Show more')).toBeNull();
});

describe('too many calls', () => {
  const refused = (seconds: number) =>
    failed(429, `Too many requests from your account. Try again in ${seconds} s.`, {
      details: { code: 'too_many_calls', of: 'user', seconds, until: '2026-12-01T12:00:00Z' },
    });

  test('a read waits as long as the server says, with one notice that says until when', async () => {
    let asked = 0;
    answer('get', '/api/admin/limits', () => {
      asked += 1;
      return asked === 1 ? refused(1) : { near: [], next: null };
    });
    answer('get', '/api/admin/settings/:key', { value: '10' });
    await renderPart(<LimitsCard />);
    await seeToast({
      title: 'Too many requests',
      text: 'Too many requests from your account. Try again in 1 s.',
      variant: 'destructive',
    });
    expect(asked).toBe(1);
    await screen.findByText('No user uses 80% or more of a limit.', {}, { timeout: 5_000 });
    expect(asked).toBe(2);
  });
});
