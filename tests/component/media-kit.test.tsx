import { screen, waitFor, within } from '@testing-library/react';
import { HttpResponse } from 'msw';
import { beforeEach, expect, test } from 'vitest';
import type { MediaKitView } from '../../api/views.ts';
import { MOST_KIT_BYTES } from '../../events/accounts/kitWords.ts';
import { MessageBody } from '../../web/features/campaign/MessagePanel.tsx';
import { CampaignsScreen } from '../../web/features/campaigns/CampaignsScreen.tsx';
import { useBusinessProfile } from '../../web/features/profile/api.ts';
import { MediaKitCard } from '../../web/features/settings/MediaKitCard.tsx';
import { answer, calls, reads } from './support/api.ts';
import { aCampaign, aSend, besideCampaigns } from './support/campaignViews.ts';
import { fillIn } from './support/fields.ts';
import { renderPart } from './support/renderApp.tsx';
import { seeToast } from './support/toast.ts';
import { aProfile } from './support/views.ts';

const KIT: MediaKitView = { name: 'Trail kit.pdf', type: 'application/pdf', size: 482_113 };
const WORDS = 'Media kit: Trail kit.pdf, 482 kB';

let stored: MediaKitView | null;
beforeEach(() => {
  stored = null;
  answer('get', '/api/business-profile', () => aProfile({ mediaKit: stored }));
  answer('put', '/api/media-kit', () => {
    stored = KIT;
    return stored;
  });
  answer('delete', '/api/media-kit', () => {
    stored = null;
    return stored;
  });
});

function Profile() {
  const { data } = useBusinessProfile();
  return data ? <MediaKitCard kit={data.mediaKit} /> : null;
}
const pdf = (size = 9) =>
  Object.defineProperty(new File(['%PDF-xxxx'], 'Trail kit & more.pdf', { type: 'application/pdf' }), 'size', {
    value: size,
  });

test('a file is uploaded as it is, shown, and removed after a question', async () => {
  const hand = await renderPart(<Profile />);
  await hand.upload(await screen.findByLabelText('Choose a file'), pdf());
  await seeToast({ title: 'Media Kit Saved', text: 'Turn it on in the settings of a campaign.' });
  expect(calls).toEqual([{ method: 'PUT', path: '/api/media-kit?name=Trail+kit+%26+more.pdf', body: '%PDF-xxxx' }]);
  const link = await screen.findByRole<HTMLAnchorElement>('link', { name: WORDS });
  expect(link.pathname).toBe('/api/media-kit');
  screen.getByLabelText('Replace it');
  await hand.click(screen.getByRole('button', { name: 'Remove' }));
  const asking = within(await screen.findByRole('alertdialog'));
  asking.getByText('Approved emails that carry it go back to review.');
  await hand.click(asking.getByRole('button', { name: 'Remove' }));
  await screen.findByLabelText('Choose a file');
  expect(calls.at(-1)?.method).toBe('DELETE');
});

test('a file that is too large is not sent, and the words of the server are shown', async () => {
  const hand = await renderPart(<Profile />);
  await hand.upload(await screen.findByLabelText('Choose a file'), pdf(MOST_KIT_BYTES + 1));
  expect((await screen.findByRole('alert')).textContent).toBe('A media kit has at most 5 MB. Choose a smaller file.');
  expect(calls).toEqual([]);
  const error = 'A media kit is a PDF, PNG or JPEG file. Choose another one.';
  answer('put', '/api/media-kit', () => HttpResponse.json({ error }, { status: 400 }));
  await hand.upload(screen.getByLabelText('Choose a file'), pdf());
  await seeToast({ title: 'Upload Failed', text: error, variant: 'destructive' });
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
});

test('the switch of a campaign names the file, and says what it costs', async () => {
  besideCampaigns();
  stored = KIT;
  answer('get', '/api/campaigns', []);
  answer('post', '/api/campaigns', () => aCampaign());
  const hand = await renderPart(<CampaignsScreen />);
  await hand.click(screen.getByText('Create Campaign', { selector: 'button' }));
  await screen.findByLabelText('Campaign name');
  await fillIn(hand, 'Campaign name', 'Summer socks');
  await fillIn(hand, 'Message instructions', 'Offer socks.');
  await fillIn(hand, 'Subject', 'Socks for your trails');
  screen.getByText(`${WORDS}. Only first emails carry it.`, { exact: false });
  await hand.click(screen.getByLabelText('Attach the media kit'));
  await hand.click(screen.getByText('Create draft', { selector: 'button' }));
  await waitFor(() => expect(calls[0]?.body).toMatchObject({ mediaKit: true }));
});

test.each([
  ['waits in a campaign that has it on', aSend('Ada Lindqvist'), true, true],
  ['waits in a campaign that has it off', aSend('Ada Lindqvist'), false, false],
  ['is a follow-up', aSend('Ada Lindqvist', { step: 2 }), true, false],
  ['is an answer', aSend('Ada Lindqvist', { answer: 'a1' }), true, false],
  ['left without it', aSend('Ada Lindqvist', { status: 'sent', mediaKit: null }), true, false],
])('an email that %s', async (_, message, mediaKit, shown) => {
  stored = KIT;
  answer('get', '/api/campaigns/:id', aCampaign({ mediaKit }));
  await renderPart(<MessageBody message={message} />);
  if (shown) await screen.findByText(WORDS);
  else {
    await waitFor(() => expect(reads).toContain('/api/business-profile'));
    expect(screen.queryByText(/^Media kit/)).toBeNull();
  }
});

test('an email that left shows the file that left with it', async () => {
  await renderPart(
    <MessageBody
      message={aSend('Ada Lindqvist', { status: 'sent', mediaKit: { name: 'Old.pdf', size: 1_200_000 } })}
    />,
  );
  await screen.findByText('Media kit: Old.pdf, 1.2 MB');
});
