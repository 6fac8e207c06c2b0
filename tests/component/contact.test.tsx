import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import type { EnhanceView, PartnerView } from '../../api/views.ts';
import { OpenContactDialog } from '../../web/features/partners/OpenContactDialog.tsx';
import { EmailButton } from '../../web/features/partners/PartnerActions.tsx';
import { usePartnerPages } from '../../web/features/partners/partnerPages.ts';
import { answer, calls, failed, hold, reads } from './support/api.ts';
import { notice } from './support/notices.ts';
import { keepPartners } from './support/partnerViews.ts';
import { renderPart } from './support/renderApp.tsx';
import { seeToast } from './support/toast.ts';
import { aPartner, someCredits } from './support/views.ts';

type Contact = NonNullable<PartnerView['contactInfo']>;

const aContact = (email: string): Contact => ({ email, socialProfiles: [], confidence: 0.9 });
const ada = (more: Partial<PartnerView> = {}) => aPartner({ id: 'ada', status: 'approved', ...more });
/** Ada with an address. */
const withEmail = (email: string, more: Partial<PartnerView> = {}) =>
  ada({ emailStatus: 'email_found', contactInfo: aContact(email), contactSource: 'people_data_labs', ...more });

/** Rows of those whose address is not known yet, and the dialog beside them. */
function Rows(props: { every: boolean }) {
  const partners = usePartnerPages({}).rows;
  const shown = partners?.filter(({ emailStatus }) => props.every || emailStatus === 'pending');
  return (
    <>
      {shown?.map((partner) => (
        <EmailButton key={partner.id} partner={partner} />
      ))}
      <OpenContactDialog partners={partners} />
    </>
  );
}

const box = () => within(screen.getByRole('dialog'));
const field = () => box().getByLabelText<HTMLInputElement>('Email');
const save = () => box().getByText<HTMLButtonElement>('Save');
const find = () => box().getByText<HTMLButtonElement>(/^(Find Email|Search again)/);
const moved = () => notice({ kind: 'partner', id: 'ada', type: 'ContactFound', version: 3 });
const typeOver = async (hand: UserEvent, text: string) => {
  await hand.clear(field());
  await hand.click(field());
  await hand.paste(text);
};

/** Opens the dialog for a partner. */
async function opened(partner: PartnerView = ada(), { every = true } = {}) {
  const kept = keepPartners([partner]);
  const hand = await renderPart(<Rows every={every} />);
  await hand.click(await screen.findByText(/^(Get|Edit) Email$/));
  await screen.findByText(/^(Find Email \(|Search again)/);
  return { hand, kept };
}
/** Has a search answer with this. */
const finds = (partner: PartnerView, more: Partial<EnhanceView> = {}) =>
  answer('post', '/api/partners/:id/enhance-contact', {
    partner,
    usedHunter: false,
    fallbackUsed: false,
    source: null,
    creditsRemaining: 39,
    creditUsed: false,
    steps: [],
    ...more,
  });

describe('the dialog', () => {
  test("'Get Email' opens on the field, with the credits on the button and nothing to save", async () => {
    const { hand } = await opened();
    screen.getByRole('dialog', { name: 'Get Email' });
    expect(document.activeElement).toBe(field());
    box().getByText('A search costs 1 credit, and only if a data provider has the address.');
    expect(find().textContent).toBe('Find Email (40/50)');
    expect(save().disabled).toBe(true);
    await hand.type(field(), '   ');
    expect(save().disabled).toBe(true);
  });

  test('an address that is saved is not saved again', async () => {
    const { hand } = await opened(withEmail('ada@lindqvist.example'));
    screen.getByRole('dialog', { name: 'Edit Email' });
    box().getByText('This address is saved. Type another one to replace it.');
    box().getByText('Done');
    expect(save().disabled).toBe(true);
    await typeOver(hand, 'another@lindqvist.example');
    expect(save().disabled).toBe(false);
    box().getByText('Cancel');
    await typeOver(hand, 'ada@lindqvist.example');
    expect(save().disabled).toBe(true);
  });

  test('after a search found the address, another one costs at most a credit: a known address is free', async () => {
    await opened(withEmail('ada@lindqvist.example'));
    box().getByText('The address was found by a search. Another one costs 1 credit at most; 40/50 are left.');
    expect(find().textContent).toBe('Search again (up to 1 credit)');
  });

  test('without credits there is no search', async () => {
    answer('get', '/api/credits', someCredits({ remainingCredits: 0, monthlyLimit: 200 }));
    await opened();
    box().getByText('Credit limit reached. Resets next month.');
    expect([find().textContent, find().disabled]).toEqual(['Find Email (0/200)', true]);
  });

  test('when the credits cannot be loaded it says so, and no sentence has a hole in it', async () => {
    answer('get', '/api/credits', () => failed(500));
    await opened(withEmail('ada@lindqvist.example'));
    await screen.findByText('Your credits could not be loaded. Close this and try again in a moment.');
    box().getByText('The address was found by a search. Another one costs 1 credit at most.');
    expect(find().disabled).toBe(true);
  });

  test('credits are asked for again every 30 seconds', async () => {
    vi.useFakeTimers({ shouldAdvanceTime: true });
    await opened();
    const asked = () => reads.filter((path) => path === '/api/credits').length;
    const before = asked();
    await vi.advanceTimersByTimeAsync(30_500);
    await waitFor(() => expect(asked()).toBe(before + 1));
  });
});

describe('a typed address', () => {
  test('what is no address is refused, which the field says until something is typed', async () => {
    const { hand } = await opened();
    answer('post', '/api/partners/:id/contact', () => failed(400, 'Bad request'));
    for (const [typed, sent] of [
      ['no address', 0],
      ['name@localhost', 1],
    ] as const) {
      await typeOver(hand, typed);
      await hand.click(save());
      await box().findByText('Invalid email');
      expect(document.activeElement).toBe(field());
      expect(field().value).toBe(typed);
      expect(calls).toHaveLength(sent);
      await hand.type(field(), 'x');
      expect(box().queryByText('Invalid email')).toBeNull();
    }
  });

  test('is trimmed and saved with the social profiles and the confidence as they were', async () => {
    const socialProfiles = [{ platform: 'youtube', url: 'https://www.youtube.com/@adaruns' }];
    const before = { email: 'ada@lindqvist.example', socialProfiles, confidence: 0.7 };
    const { hand, kept } = await opened(withEmail('', { contactInfo: before }));
    answer('post', '/api/partners/:id/contact', () => {
      kept.list = [withEmail('hello@ada.example')];
      return kept.list[0] ?? ada();
    });
    await typeOver(hand, '  hello@ada.example ');
    await hand.keyboard('{Enter}');
    await seeToast({ title: 'Contact Updated', text: 'Ada Lindqvist is reached at hello@ada.example.' });
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(calls).toEqual([
      {
        method: 'POST',
        path: '/api/partners/ada/contact',
        body: { contactInfo: { email: 'hello@ada.example', socialProfiles, confidence: 0.7 } },
      },
    ]);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Edit Email of Ada Lindqvist');
  });

  test('stays when saving fails; what is typed while it is being saved stays, too', async () => {
    const { hand } = await opened();
    answer('post', '/api/partners/:id/contact', () => failed(500));
    await typeOver(hand, 'hello@ada.example');
    await hand.click(save());
    const text = 'Failed to update contact information. Please try again.';
    await seeToast({ title: 'Update Failed', text, variant: 'destructive' });
    expect(field().value).toBe('hello@ada.example');
    const { held, release } = hold();
    answer('post', '/api/partners/:id/contact', () => held.then(() => ada()));
    await hand.click(save());
    await hand.type(field(), 'x');
    release();
    await seeToast({ title: 'Contact Updated' });
    expect(field().value).toBe('hello@ada.examplex');
    // a first address has this confidence
    const contactInfo = { email: 'hello@ada.example', socialProfiles: [], confidence: 0.5 };
    expect(calls.at(-1)?.body).toEqual({ contactInfo });
  });

  test('stays when its row leaves the list; the address that arrived is offered beside it', async () => {
    const { hand, kept } = await opened(ada(), { every: false });
    await typeOver(hand, 'half@typed');
    kept.list = [withEmail('ada@elsewhere.example')];
    moved();
    await box().findByText('New address: ada@elsewhere.example');
    expect(screen.queryByLabelText(/ Email of Ada Lindqvist$/)).toBeNull();
    expect(field().value).toBe('half@typed');
    await hand.click(box().getByText('Use this address'));
    expect(field().value).toBe('ada@elsewhere.example');
    expect(document.activeElement).toBe(field());
    expect(box().queryByText(/^New address/)).toBeNull();
  });
});

describe('a search', () => {
  test('puts the address that it found into the field', async () => {
    const { hand, kept } = await opened();
    finds(withEmail('ada@found.example'), { source: 'people_data_labs', creditUsed: true });
    kept.list = [withEmail('ada@found.example')];
    await hand.click(find());
    const said = 'Email found at People Data Labs: ada@found.example. 39 credits remaining.';
    await seeToast({ title: 'Enhanced with PDL', text: said });
    await waitFor(() => expect(field().value).toBe('ada@found.example'));
    box().getByText(said);
    await waitFor(() => expect(find().textContent).toBe('Search again (up to 1 credit)'));
  });

  test('that found nothing says that it cost nothing', async () => {
    const { hand } = await opened();
    finds(ada({ emailStatus: 'no_email_found' }));
    await hand.click(find());
    const text = 'No email address was found, so no credit was used. 39 credits remaining.';
    await seeToast({ title: 'No Email Found', text });
    expect(field().value).toBe('');
  });

  test('that fails says why', async () => {
    const { hand } = await opened();
    const used = { error: 'any words', used: 120, limit: 150, details: { code: 'credits_used_up' } };
    answer('post', '/api/partners/:id/enhance-contact', () => Response.json(used, { status: 429 }));
    await hand.click(find());
    const text = "You've used 120/150 monthly credits. Limit resets next month.";
    await seeToast({ title: 'Credit Limit Exceeded', text, variant: 'destructive' });
  });
});

describe('a search that outlasts its call', () => {
  const searching = ada({ contactSearching: true });
  /** Starts it, and answers what ends it. */
  async function running() {
    const { hand, kept } = await opened();
    answer('post', '/api/partners/:id/enhance-contact', () => {
      kept.list = [searching];
      return Response.json({ accepted: true, id: 'c1' }, { status: 202 });
    });
    await hand.click(find());
    await box().findByText('This takes longer than usual. The address appears here when it is found.');
    await waitFor(() => expect(find().getAttribute('aria-busy')).toBe('true'));
    const end = (partner: PartnerView) => {
      kept.list = [partner];
      moved();
    };
    return { hand, end };
  }

  test('is followed: the address comes into the untouched field, and that is said', async () => {
    const { end } = await running();
    end(withEmail('ada@found.example'));
    await box().findByText('Email found: ada@found.example.');
    expect(field().value).toBe('ada@found.example');
  });

  test('leaves what was typed since, and offers the address beside it; Save saves what was typed', async () => {
    const { hand, end } = await running();
    await typeOver(hand, 'by@hand.example');
    end(withEmail('ada@found.example'));
    await box().findByText('New address: ada@found.example');
    expect(field().value).toBe('by@hand.example');
    answer('post', '/api/partners/:id/contact', ada());
    await hand.click(save());
    await seeToast({ title: 'Contact Updated' });
    expect(calls.at(-1)?.body).toMatchObject({ contactInfo: { email: 'by@hand.example' } });
  });

  test('that found nothing says so, and can be tried again', async () => {
    const { end } = await running();
    end(ada({ emailStatus: 'no_email_found' }));
    await box().findByText('No email address was found, so no credit was used.');
    expect([find().getAttribute('aria-busy'), field().value]).toEqual([null, '']);
  });
});
