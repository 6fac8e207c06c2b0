import { cleanup, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { HttpResponse } from 'msw';
import { beforeEach, describe, expect, test } from 'vitest';
import type { BusinessProfileView } from '../../api/views.ts';
import { useBusinessProfile } from '../../web/features/profile/api.ts';
import { SignatureForm } from '../../web/features/settings/SignatureForm.tsx';
import { answer, type Call, calls, failed, hold } from './support/api.ts';
import { fillIn } from './support/fields.ts';
import { notice } from './support/notices.ts';
import { renderPart } from './support/renderApp.tsx';
import { seeToast } from './support/toast.ts';
import { aProfile } from './support/views.ts';

/** The profile as the server keeps it. */
let stored: BusinessProfileView;
const saves = ({ body }: Call): BusinessProfileView => {
  stored = { ...stored, ...(body as Partial<BusinessProfileView>) };
  return stored;
};
beforeEach(() => {
  stored = aProfile({ userFullName: 'Sam Vale', jobTitle: 'Founder', contactPhone: '+1 802 555 0143' });
  answer('get', '/api/business-profile', () => stored);
  answer('put', '/api/business-profile', saves);
});

function Profile() {
  const { data } = useBusinessProfile();
  return data === undefined ? null : <SignatureForm profile={data} />;
}

let hand: UserEvent;
async function shown(): Promise<void> {
  hand = await renderPart(<Profile />);
  await screen.findByLabelText('Business name');
}
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const type = (label: string, text: string) => fillIn(hand, field(label), text);
const button = () => screen.getByText('Save Profile').closest('button') as HTMLButtonElement;
const save = () => hand.click(button());
/** Changes the profile in another tab. */
function changedElsewhere(more: Partial<BusinessProfileView>): void {
  stored = { ...stored, ...more };
  notice({ kind: 'profile', id: 'u1', type: 'ProfileUpdated', version: 2 });
}

test('the fields show what is stored; phone and job title are optional', async () => {
  stored = aProfile();
  await shown();
  const shownIn = Object.fromEntries(
    [
      'Business name',
      'Full name',
      'Contact email',
      'Phone (optional)',
      'Job title (optional)',
      'Time zone',
      'Postal address',
    ].map((label) => [label, field(label).value]),
  );
  expect(shownIn).toEqual({
    'Business name': 'Northwind Trail Gear',
    'Full name': 'Sam Vale',
    'Contact email': 'sam@northwind.example',
    'Phone (optional)': '',
    'Job title (optional)': '',
    'Time zone': 'UTC',
    'Postal address': '12 Ridge Road, Burlington, VT 05401',
  });
});

test('what the account has already fills a new profile, says so, and is saved with it', async () => {
  stored = aProfile({ userFullName: null, contactEmail: null });
  await shown();
  await waitFor(() => expect(field('Full name').value).toBe('Sam Vale'));
  expect(field('Contact email').value).toBe('sam@northwind.example');
  expect(screen.getAllByText('From your account. Not saved yet.')).toHaveLength(2);
  await type('Contact email', 'hello@northwind.example');
  expect(screen.getAllByText('From your account. Not saved yet.')).toHaveLength(1);
  await save();
  await seeToast({ title: 'Profile Updated' });
  expect(calls[0]?.body).toEqual({ userFullName: 'Sam Vale', contactEmail: 'hello@northwind.example' });
  await waitFor(() => expect(screen.queryByText('From your account. Not saved yet.')).toBeNull());
});

describe('what is wrong', () => {
  test('each is said beside its field, the first in focus, and goes away when it is right again', async () => {
    await shown();
    const wrong = [
      ['Business name', '  ', 'Business name is required'],
      ['Full name', '', 'Full name is required'],
      ['Contact email', 'sam at northwind', 'Please enter a valid email address'],
      ['Phone (optional)', 'call me', 'Enter a phone number'],
      ['Phone (optional)', '0'.repeat(41), 'Phone must be at most 40 characters'],
    ] as const;
    for (const [label, typed, problem] of wrong) {
      const before = field(label).value;
      await type(label, typed);
      await save();
      const said = await screen.findByText(problem);
      expect(field(label).getAttribute('aria-describedby')).toBe(said.id);
      expect(field(label).getAttribute('aria-invalid')).toBe('true');
      await type(label, before);
      await waitFor(() => expect(screen.queryByText(problem)).toBeNull());
    }
    for (const [label, typed] of wrong.slice(1, 3)) await type(label, typed);
    await save();
    await screen.findByText('Full name is required');
    await waitFor(() => expect(document.activeElement).toBe(field('Full name')));
    expect(calls).toEqual([]);
  });
});

describe('Save Profile', () => {
  test('saves once for a double click, without the spaces around what was typed', async () => {
    await shown();
    await type('Full name', '  Sam Vale-Ortiz ');
    await type('Job title (optional)', 'Owner');
    await hand.dblClick(button());
    await seeToast({ title: 'Profile Updated' });
    expect(calls).toHaveLength(1);
    // the rest may have been changed elsewhere
    expect(calls[0]?.body).toEqual({ userFullName: 'Sam Vale-Ortiz', jobTitle: 'Owner' });
    expect(field('Full name').value).toBe('Sam Vale-Ortiz');
  });

  test('the time zone that is shown is saved, too, where none is stored yet', async () => {
    stored = { ...stored, timezone: null };
    await shown();
    const timezone = field('Time zone').value;
    await type('Job title (optional)', 'Owner');
    await save();
    await seeToast({ title: 'Profile Updated' });
    await type('Job title (optional)', 'Chief');
    await save();
    await seeToast({ title: 'Profile Updated' });
    expect(calls.map(({ body }) => body)).toEqual([{ jobTitle: 'Owner', timezone }, { jobTitle: 'Chief' }]);
  });

  test('when it fails, that is said, and what was typed stays', async () => {
    await shown();
    await type('Job title (optional)', 'Owner');
    for (const [broken, text] of [
      [() => failed(500, 'The log is full.'), 'The log is full.'],
      [() => failed(500), 'Failed to update profile'],
      [() => HttpResponse.error(), 'The connection to the server failed.'],
    ] as const) {
      answer('put', '/api/business-profile', broken);
      await save();
      await seeToast({ title: 'Error', text, variant: 'destructive' });
      expect(field('Job title (optional)').value).toBe('Owner');
    }
    answer('put', '/api/business-profile', saves);
    await save();
    await seeToast({ title: 'Profile Updated' });
  });

  describe('while it is saving', () => {
    let release: () => void;
    async function saving(): Promise<void> {
      const call = hold();
      release = call.release;
      answer('put', '/api/business-profile', async (asked) => {
        await call.held;
        return saves(asked);
      });
      await save();
      await waitFor(() => expect(button().getAttribute('aria-busy')).toBe('true'));
    }
    async function saved(): Promise<void> {
      release();
      await seeToast({ title: 'Profile Updated' });
      await waitFor(() => expect(button().getAttribute('aria-busy')).toBeNull());
    }

    test('what is typed stays, unsaved; the rest is shown as it was saved', async () => {
      await shown();
      await type('Full name', '  Sam Vale-Ortiz  ');
      await type('Job title (optional)', 'Chief');
      await saving();
      await type('Job title (optional)', 'Owner and more');
      await type('Postal address', '13 Ridge Road');
      await saved();
      expect(field('Full name').value).toBe('Sam Vale-Ortiz');
      expect(field('Job title (optional)').value).toBe('Owner and more');
      expect(field('Postal address').value).toBe('13 Ridge Road');
      // it counts as typed: what another tab saves does not take its place
      changedElsewhere({ businessName: 'Northwind Elsewhere', jobTitle: 'Chief' });
      await waitFor(() => expect(field('Business name').value).toBe('Northwind Elsewhere'));
      expect(field('Job title (optional)').value).toBe('Owner and more');
    });

    test('a word typed back to what was stored before stays, too', async () => {
      await shown();
      await type('Job title (optional)', 'Owner');
      await saving();
      await type('Job title (optional)', 'Founder');
      await type('Phone (optional)', '+1 802 555 0199');
      await type('Phone (optional)', '+1 802 555 0143');
      await saved();
      expect(field('Job title (optional)').value).toBe('Founder');
      expect(field('Phone (optional)').value).toBe('+1 802 555 0143');
      await save();
      await waitFor(() => expect(stored.jobTitle).toBe('Founder'));
    });
  });
});

test('a profile changed in another tab shows, except in the field that is being typed into', async () => {
  await shown();
  await type('Business name', 'Northwind Typed Here');
  changedElsewhere({ businessName: 'Northwind Elsewhere', jobTitle: 'Chief' });
  await waitFor(() => expect(field('Job title (optional)').value).toBe('Chief'));
  expect(field('Business name').value).toBe('Northwind Typed Here');
  // two values for one field: the person decides
  screen.getByText('A field that you changed was changed elsewhere, too. Its note says how.');
  screen.getByText('Changed to “Northwind Elsewhere” elsewhere. Saving replaces it.');
  await save();
  await seeToast({ title: 'Profile Updated' });
  expect(calls.at(-1)?.body).toEqual({ businessName: 'Northwind Typed Here' });
  await waitFor(() => expect(screen.queryByText(/Saving replaces it/)).toBeNull());
});

describe('what is typed and not saved', () => {
  async function leaveAndComeBack(): Promise<void> {
    cleanup();
    await shown();
  }

  test('is there again after the screen was left, and is said to be unsaved', async () => {
    await shown();
    expect(screen.queryByText('Not saved yet')).toBeNull();
    await type('Job title (optional)', 'Owner');
    screen.getByText('Not saved yet');
    changedElsewhere({ businessName: 'Northwind Elsewhere' });
    await leaveAndComeBack();
    await waitFor(() => expect(field('Job title (optional)').value).toBe('Owner'));
    screen.getByText('Not saved yet');
    await waitFor(() => expect(field('Business name').value).toBe('Northwind Elsewhere'));
    await save();
    await seeToast({ title: 'Profile Updated' });
    expect(calls[0]?.body).toEqual({ jobTitle: 'Owner' });
    await waitFor(() => expect(screen.queryByText('Not saved yet')).toBeNull());
    await leaveAndComeBack();
    expect(field('Job title (optional)').value).toBe('Owner');
    expect(screen.queryByText('Not saved yet')).toBeNull();
  });

  test('is taken back by Discard changes, and does not come back', async () => {
    await shown();
    await type('Job title (optional)', 'Owner');
    await hand.click(screen.getByText('Discard changes'));
    expect(field('Job title (optional)').value).toBe('Founder');
    expect(screen.queryByText('Not saved yet')).toBeNull();
    await leaveAndComeBack();
    expect(field('Job title (optional)').value).toBe('Founder');
    expect(calls).toEqual([]);
  });
});

describe('Signature Preview', () => {
  const preview = () => {
    const card = screen.queryByText('Signature Preview')?.closest('section');
    return card ? within(card).getByText(/^Best,/).textContent : null;
  };
  test('follows what is typed', async () => {
    await shown();
    for (const [typed, expected] of [
      [
        {},
        'Best,\nSam Vale\nFounder\nNorthwind Trail Gear\nsam@northwind.example\n+1 802 555 0143\n\n12 Ridge Road, Burlington, VT 05401',
      ],
      [
        { 'Job title (optional)': '', 'Phone (optional)': '', 'Postal address': '' },
        'Best,\nSam Vale\nNorthwind Trail Gear\nsam@northwind.example',
      ],
      [{ 'Full name': '' }, 'Best,\nYour Name\nNorthwind Trail Gear\nsam@northwind.example'],
      [{ 'Contact email': '' }, null],
      [{ 'Full name': 'S' }, 'Best,\nS\nNorthwind Trail Gear'],
    ] as const) {
      for (const [label, text] of Object.entries(typed)) await type(label, text);
      expect(preview()).toBe(expected);
    }
  });
});

describe('the HTML signature', () => {
  const cleaned = { html: '<b>Sam Vale</b>', text: 'Sam Vale' };
  const NO_TEXT = 'The signature has no text. Add some: pictures are left out.';
  beforeEach(() => {
    answer('post', '/api/business-profile/signature', ({ body }) =>
      (body as { signatureHtml: string }).signatureHtml.includes('Vale') ? cleaned : null,
    );
    answer('put', '/api/business-profile', ({ body }) => {
      stored = { ...stored, htmlSignature: (body as { signatureHtml: string }).signatureHtml ? cleaned : null };
      return stored;
    });
  });
  const frame = () => screen.queryByTitle<HTMLIFrameElement>('Your signature with formatting');
  const text = () => screen.getByText('Signature Preview').closest('section')?.textContent;
  async function paste(copied: Record<string, string>): Promise<void> {
    const data = new DataTransfer();
    for (const [type, content] of Object.entries(copied)) data.setData(type, content);
    await hand.click(field('HTML signature (optional)'));
    await hand.paste(data);
  }

  test('is pasted with its formatting, shown as it will leave, saved, and shown as it was saved', async () => {
    await shown();
    await paste({
      'text/html': '<html><!--StartFragment--><strong style="color:red">Sam Vale</strong><!--EndFragment--></html>',
      'text/plain': 'Sam Vale',
    });
    expect(field('HTML signature (optional)').value).toBe('<strong style="color:red">Sam Vale</strong>');
    await waitFor(() => expect(frame()?.getAttribute('srcdoc')).toContain(cleaned.html));
    expect(frame()?.getAttribute('srcdoc')).not.toContain('color:red');
    expect(frame()?.getAttribute('sandbox')).not.toContain('allow-scripts');
    expect(text()).toContain('Best,\n\nSam Vale\n\n12 Ridge Road');
    expect(text()).not.toContain('Founder');
    await save();
    await seeToast({ title: 'Profile Updated' });
    expect(calls.at(-1)?.body).toEqual({ signatureHtml: '<strong style="color:red">Sam Vale</strong>' });
    await waitFor(() => expect(field('HTML signature (optional)').value).toBe(cleaned.html));
  });

  test('is typed or pasted as plain text, too, and removed again', async () => {
    stored = { ...stored, htmlSignature: cleaned };
    await shown();
    expect(field('HTML signature (optional)').value).toBe(cleaned.html);
    await waitFor(() => expect(frame()).not.toBeNull());
    await hand.clear(field('HTML signature (optional)'));
    await waitFor(() => expect(frame()).toBeNull());
    expect(text()).toContain('Best,\nSam Vale\nFounder');
    await paste({ 'text/plain': '<b>Vale</b>' });
    expect(field('HTML signature (optional)').value).toBe('<b>Vale</b>');
    await hand.clear(field('HTML signature (optional)'));
    await save();
    await seeToast({ title: 'Profile Updated' });
    expect(calls.at(-1)?.body).toEqual({ signatureHtml: '' });
  });

  test('without text has an error, which ends with text', async () => {
    await shown();
    await paste({ 'text/plain': '<img src="https://a.example/logo.png">' });
    const said = await screen.findByText(NO_TEXT);
    expect(field('HTML signature (optional)').getAttribute('aria-describedby')).toContain(said.id);
    expect(frame()).toBeNull();
    await paste({ 'text/plain': 'Vale' });
    await waitFor(() => expect(screen.queryByText(NO_TEXT)).toBeNull());
  });

  test('of too many characters has an error', async () => {
    await shown();
    await type('HTML signature (optional)', 'x'.repeat(20_001));
    await save();
    await screen.findByText('The HTML signature must be at most 20,000 characters');
    expect(calls).toEqual([]);
  });
});
