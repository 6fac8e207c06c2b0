/** Improve with AI: an instruction for one text, and the way back to the old one. */
import { screen, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import type { SendView } from '../../api/views.ts';
import { ReviewScreen } from '../../web/features/review/ReviewScreen.tsx';
import { answer, calls, failed, hold } from './support/api.ts';
import { aCampaign, sendIn, withPartners } from './support/campaignViews.ts';
import { errorOf, field, fillIn } from './support/fields.ts';
import { renderPart } from './support/renderApp.tsx';
import { seeToast } from './support/toast.ts';
import { aUser } from './support/views.ts';

let sends: SendView[];
let hand: UserEvent;
let owners = 0;
const AFTER = { subject: 'A vest for Ren Review', body: 'Shorter.' };

beforeEach(() => {
  sends = [sendIn('review', 'Ren Review')];
  answer('get', '/api/campaigns/:id/sends', () => sends);
  answer('get', '/api/campaigns/:id', aCampaign(withPartners(1, 1)));
  answer('get', '/api/partners/:id', () => failed(404));
  // drafts are kept for the tab, and each user sees only their own
  owners += 1;
  answer('get', '/api/auth/user', aUser({ id: `user-${owners}` }));
});

async function shown(): Promise<void> {
  hand = await renderPart(<ReviewScreen campaignId="c1" />, '/campaigns/c1/review');
  await screen.findByRole('article');
}
const body = () => field('Message', 'textarea');
const instruction = () => field('What should change?');
const letter = () => within(screen.getByRole('article'));
const improve = async (text: string) => {
  await fillIn(hand, instruction(), text);
  await hand.click(letter().getByText('Improve', { selector: 'button' }));
};

describe('Improve with AI', () => {
  test('the improved text is in the fields, not saved; the old one can be kept', async () => {
    await shown();
    answer('post', '/api/campaign-sends/:id/improve', AFTER);
    await improve('Make it shorter');
    await screen.findByText(/The AI changed this text/);
    const before = { subject: 'A vest for Ren Review', body: 'Look.' };
    expect(calls.map((call) => call.body)).toEqual([{ instruction: 'Make it shorter', ...before }]);
    expect(body().value).toBe('Shorter.');
    expect(letter().getByText('Save Changes', { selector: 'button' })).toHaveProperty('disabled', false);
    await hand.click(screen.getByText('keep the old one'));
    letter().getByText('Look.');
    expect(screen.queryByText(/The AI changed this text/)).toBeNull();
  });

  test('what was flagged is no longer said once its words are gone, nor is the new text called checked', async () => {
    const flaws = [{ rule: 'claim' as const, quote: '3 million' }];
    sends = [sendIn('review', 'Ren Review', { flaws, body: 'Look, 3 million runners.' })];
    await shown();
    const checks = () => within(screen.getByRole('heading', { name: /^Checks/ }).parentElement as HTMLElement);
    letter().getByText('This text was flagged.');
    checks().getByText(/3 million/);
    answer('post', '/api/campaign-sends/:id/improve', AFTER);
    await improve('Drop the number');
    await screen.findByText(/The AI changed this text/);
    expect(letter().queryByText('This text was flagged.')).toBeNull();
    expect(checks().getAllByRole('listitem')).toHaveLength(1);
    checks().getByText('Your changes are not checked yet');
    await hand.click(screen.getByText('keep the old one'));
    letter().getByText('This text was flagged.');
  });

  test('what was typed and not saved is improved, and comes back', async () => {
    await shown();
    answer('post', '/api/campaign-sends/:id/improve', AFTER);
    await hand.click(letter().getByText('Edit', { selector: 'button' }));
    await fillIn(hand, body(), 'Typed by hand.');
    await improve('Make it shorter');
    await screen.findByText(/The AI changed this text/);
    expect(calls[0]?.body).toMatchObject({ body: 'Typed by hand.' });
    await hand.click(screen.getByText('keep the old one'));
    expect(body().value).toBe('Typed by hand.');
  });

  test('typed on while the AI writes, it does not take the place; it can be shown', async () => {
    await shown();
    const { held, release } = hold();
    answer('post', '/api/campaign-sends/:id/improve', async () => {
      await held;
      sends = sends.map((one) => ({ ...one, revision: { status: 'done', ...AFTER, reason: null } }));
      return AFTER;
    });
    await improve('Make it shorter');
    await hand.click(letter().getByText('Edit', { selector: 'button' }));
    await fillIn(hand, body(), 'Typed since.');
    release();
    await screen.findByText('The AI has improved this text.');
    expect(body().value).toBe('Typed since.');
    await hand.click(screen.getByText('Show it'));
    expect(body().value).toBe('Shorter.');
    await hand.click(screen.getByText('keep the old one'));
    expect(body().value).toBe('Typed since.');
  });

  test('without an instruction nothing is asked; a failure says why, and the text stays', async () => {
    await shown();
    await hand.click(letter().getByText('Improve', { selector: 'button' }));
    expect(errorOf(instruction())).toBe('Say what the AI should change');
    expect(calls).toEqual([]);
    answer('post', '/api/campaign-sends/:id/improve', () => failed(503, 'The AI provider took too long.'));
    await improve('Make it shorter');
    await seeToast({ title: 'Not Improved', text: 'The AI provider took too long.', variant: 'destructive' });
    letter().getByText('Look.');
  });
});
