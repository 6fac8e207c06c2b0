import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import type { BusinessProfileView } from '../../api/views.ts';
import { OnboardingScreen } from '../../web/features/onboarding/OnboardingScreen.tsx';
import { businessProfileQuery } from '../../web/features/profile/api.ts';
import { currentUserQuery } from '../../web/features/session/api.ts';
import { queryClient } from '../../web/lib/queryClient.ts';
import { answer, calls, hold } from './support/api.ts';
import { describedBy, errorOf, field, fillIn, seeFocusOn } from './support/fields.ts';
import { renderPart } from './support/renderApp.tsx';
import { aNewProfile } from './support/setupViews.ts';
import { aUser } from './support/views.ts';

const AUDIENCE = 'Trail runners between 25 and 45 in North America who care about durable gear';
/** The business profile as the server keeps it. */
let profile: BusinessProfileView | null;
let hand: UserEvent;
beforeEach(() => {
  profile = null;
  answer('get', '/api/business-profile', () => profile);
});

const button = (name: string) => screen.getByText(name, { selector: 'button' });
const platform = (name: string) => (screen.getByLabelText(name) as HTMLInputElement).checked;

/** The setup after a load of the page. */
async function shown(as = 'u1'): Promise<void> {
  cleanup();
  queryClient.clear();
  answer('get', '/api/auth/user', aUser({ id: as }));
  await Promise.all([queryClient.fetchQuery(businessProfileQuery()), queryClient.fetchQuery(currentUserQuery())]);
  hand = await renderPart(<OnboardingScreen />, '/onboarding');
}
async function stepIs(step: number, title: string): Promise<void> {
  await screen.findByText(title, { selector: 'h2' });
  screen.getByText(`Step ${step} of 3`);
  expect(screen.getByLabelText('Setup progress').getAttribute('aria-valuenow')).toBe(`${step}`);
}

describe("step 1 'Business Information'", () => {
  const DESCRIPTION = 'Description (optional)';
  /** The server saves its input. */
  const saves = (until: Promise<void> = Promise.resolve()) => {
    const save = async ({ body }: { body: unknown }) => {
      await until;
      profile = aNewProfile({ ...profile, ...(body as object) });
      return profile;
    };
    answer('post', '/api/business-profile', save);
    answer('put', '/api/business-profile', save);
  };
  const posted = () => calls.filter(({ method }) => method === 'POST');
  const fill = async () => {
    await fillIn(hand, 'Business name', 'Northwind Trail Gear');
    fireEvent.change(field('Industry'), { target: { value: 'Fitness' } });
    await fillIn(hand, DESCRIPTION, 'Repairable packs.');
  };
  const typed = () => ['Business name', 'Industry', DESCRIPTION].map((label) => field(label).value);

  test('its header, its progress and its fields', async () => {
    await shown();
    await stepIs(1, 'Business Information');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Partner Pilot Setup');
    expect(document.title).toContain('Setup');
    field('Business name');
    field(DESCRIPTION);
    const industries = [...screen.getByLabelText<HTMLSelectElement>('Industry').options].filter(
      ({ hidden }) => !hidden,
    );
    expect(industries.map(({ textContent }) => textContent)).toEqual(
      'Technology,Fashion,Beauty,Fitness,Food,Travel,Gaming,Education,Finance,Health,Lifestyle,Business,Other'.split(
        ',',
      ),
    );
  });

  test('what is missing or too long is said beside the fields until it is right, with the focus on the first', async () => {
    await shown();
    await hand.click(button('Continue'));
    await screen.findByText('Business name is required');
    expect(errorOf(field('Business name'))).toBe('Business name is required');
    expect(errorOf(field('Industry'))).toBe('Industry is required');
    await seeFocusOn(() => field('Business name'));
    await fillIn(hand, 'Business name', 'N'.repeat(101));
    await fillIn(hand, DESCRIPTION, 'd'.repeat(501));
    await waitFor(() => expect(errorOf(field(DESCRIPTION))).toBe('Description must be under 500 characters'));
    expect(errorOf(field('Business name'))).toBe('Business name must be at most 100 characters');
    await fillIn(hand, 'Business name', 'N'.repeat(100));
    await fillIn(hand, DESCRIPTION, 'd'.repeat(500));
    await hand.click(button('Continue'));
    await seeFocusOn(() => field('Industry'));
    for (const one of [field('Business name'), field(DESCRIPTION)]) expect(one.getAttribute('aria-invalid')).toBeNull();
    expect(calls).toEqual([]);
  });

  test('a long description is counted before Continue, from nine tenths of the limit on', async () => {
    await shown();
    const counter = () => describedBy(field(DESCRIPTION))[1];
    const heard = () => field(DESCRIPTION).closest('div')?.querySelector('[aria-live=polite]')?.textContent;
    await fillIn(hand, DESCRIPTION, 'd'.repeat(450));
    expect([counter(), heard()]).toEqual([undefined, '']);
    await fillIn(hand, DESCRIPTION, 'd'.repeat(451));
    expect([counter(), heard()]).toEqual(['451 of 500 characters', '']);
    expect(screen.getByText('451 of 500 characters').className).not.toContain('text-bad');
    await fillIn(hand, DESCRIPTION, ` ${'d'.repeat(12_610)} `);
    expect([counter(), heard()]).toEqual(['12,610 of 500 characters', 'Longer than 500 characters']);
    expect(screen.getByText('12,610 of 500 characters').className).toContain('text-bad');
    await shown();
    await screen.findByText('12,610 of 500 characters');
  });

  test('what was typed survives a reload, and is not shown to the next who signs in', async () => {
    await shown();
    await fill();
    await shown();
    expect(typed()).toEqual(['Northwind Trail Gear', 'Fitness', 'Repairable packs.']);
    await shown('u2');
    expect(typed()).toEqual(['', '', '']);
    await shown();
    expect(typed()[0]).toBe('Northwind Trail Gear');
  });

  test("the button reads 'Saving...' while saving, a double click saves once, and step 2 follows", async () => {
    await shown();
    await fill();
    const { held, release } = hold();
    saves(held);
    await hand.dblClick(button('Continue'));
    expect((await screen.findByText('Saving...')).getAttribute('aria-disabled')).toBe('true');
    release();
    await stepIs(2, 'Target Audience');
    expect(posted()).toHaveLength(1);
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    expect(profile).toMatchObject({ businessName: 'Northwind Trail Gear', industry: 'Fitness', timezone: timeZone });
    await seeFocusOn(() => screen.getByText('Target Audience', { selector: 'h2' }));
  });
});

describe("step 2 'Target Audience'", () => {
  const LABEL = 'Describe your target audience';
  const CRITERIA = 'Additional criteria (optional)';
  beforeEach(async () => {
    profile = aNewProfile();
    await shown();
  });

  test('audience, optional platforms, optional criteria, and the ways on', async () => {
    await stepIs(2, 'Target Audience');
    const platforms = screen.getByRole('group', { name: 'Preferred platforms (optional)' });
    expect(within(platforms).getAllByRole('checkbox')).toHaveLength(5);
    for (const name of ['Instagram', 'TikTok', 'YouTube', 'Twitter/X', 'LinkedIn']) expect(platform(name)).toBe(false);
    field(CRITERIA);
    button('Back');
    button('Generate Partner Profile');
  });

  test('an audience of less than 10 or over 1000 characters, and criteria over 500, are refused', async () => {
    await fillIn(hand, LABEL, '  runners  ');
    await fillIn(hand, CRITERIA, 'c'.repeat(501));
    await hand.click(button('Generate Partner Profile'));
    await screen.findByText('Please provide more details about your target audience');
    await seeFocusOn(() => field(LABEL));
    expect(errorOf(field(CRITERIA))).toBe('Additional criteria must be at most 500 characters');
    expect(calls).toEqual([]);
    await fillIn(hand, LABEL, 'a'.repeat(1001));
    await screen.findByText('Target audience must be at most 1000 characters');
    await fillIn(hand, LABEL, 'a'.repeat(1000));
    await waitFor(() => expect(field(LABEL).getAttribute('aria-invalid')).toBeNull());
  });

  test('what was typed in step 2 is there again, also after a reload', async () => {
    await fillIn(hand, LABEL, AUDIENCE);
    await fillIn(hand, CRITERIA, 'No fast fashion');
    await hand.click(screen.getByLabelText('YouTube'));
    const seen = async () => {
      await stepIs(2, 'Target Audience');
      expect([field(LABEL).value, field(CRITERIA).value, platform('YouTube')]).toEqual([
        AUDIENCE,
        'No fast fashion',
        true,
      ]);
    };
    answer('post', '/api/business-profile', aNewProfile());
    answer('put', '/api/business-profile', aNewProfile());
    await hand.click(button('Back'));
    await stepIs(1, 'Business Information');
    expect([field('Business name').value, field('Industry').value]).toEqual(['Northwind Trail Gear', 'Fitness']);
    await hand.click(button('Continue'));
    await seen();
    await shown();
    await seen();
  });

  test("'Skip for now' ends the setup at /discovery", async () => {
    answer('put', '/api/business-profile', aNewProfile({ onboarding: 'done' }));
    await hand.click(button('Skip for now'));
    await waitFor(() => expect(location.pathname).toBe('/discovery'));
    expect(calls.map(({ body }) => body)).toEqual([{ onboardingSkipped: true }]);
  });
});

test('Back of the browser in step 2 goes to step 1, also when the setup was opened there', async () => {
  profile = aNewProfile();
  await shown();
  await stepIs(2, 'Target Audience');
  act(() => window.history.back());
  await stepIs(1, 'Business Information');
  act(() => window.history.forward());
  await stepIs(2, 'Target Audience');
});

describe('the preview of who is looked for', () => {
  const preview = () => within(screen.getByRole('region', { name: 'Who we’ll look for' }));
  const sentence = () => preview().getByText(/^People/).textContent;

  test('says what is missing, and follows what is typed in step 1', async () => {
    await shown();
    expect(sentence()).toBe('People in your industry who reach your audience and can recommend your business.');
    preview().getByText('The United States and Canada');
    // platforms and followers
    expect(preview().getAllByText('Not set yet')).toHaveLength(2);
    await fillIn(hand, 'Business name', 'Northwind Trail Gear');
    fireEvent.change(field('Industry'), { target: { value: 'Fitness' } });
    expect(sentence()).toBe('People in fitness who reach your audience and can recommend Northwind Trail Gear.');
    preview().getByText('Northwind Trail Gear', { selector: 'header [dir=auto]' });
  });

  test('follows step 2, after a reload, too', async () => {
    profile = aNewProfile();
    await shown();
    await fillIn(hand, 'Describe your target audience', 'Trail runners in Germany and the United Kingdom.');
    await fillIn(hand, 'Additional criteria (optional)', 'No fast fashion');
    await hand.click(screen.getByLabelText('YouTube'));
    await hand.click(screen.getByLabelText('TikTok'));
    const seen = () => {
      expect(sentence()).toBe(
        'People in fitness who reach trail runners in Germany and the United Kingdom and can recommend Northwind Trail Gear. You also asked for: no fast fashion.',
      );
      for (const text of ['TikTok', 'YouTube', 'Germany and the United Kingdom']) preview().getByText(text);
    };
    seen();
    await shown();
    seen();
  });
});

test('a setup that is over leads to /discovery', async () => {
  profile = aNewProfile({ onboarding: 'done' });
  await shown();
  expect(location.pathname).toBe('/discovery');
});
