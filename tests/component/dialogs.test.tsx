import { screen, waitFor } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { type ReactNode, useState } from 'react';
import { describe, expect, test } from 'vitest';
import { ThemeToggle } from '../../web/app/shell/ThemeToggle.tsx';
import { FetchedPart } from '../../web/components/ui/FetchedPart.tsx';
import { CampaignDialogs } from '../../web/features/campaigns/CampaignDialogs.tsx';
import { CampaignMenu } from '../../web/features/campaigns/CampaignMenu.tsx';
import { ErasePartnerDialog } from '../../web/features/partners/ErasePartnerDialog.tsx';
import { onDemand } from '../../web/lib/onDemand.tsx';
import { anErasure } from './support/adminViews.ts';
import { afterTest } from './support/afterTest.ts';
import { answer, calls, failed, server } from './support/api.ts';
import { aCampaign, besideCampaigns } from './support/campaignViews.ts';
import { dialog, noDialog, openDialog } from './support/openDialog.ts';
import { renderPart } from './support/renderApp.tsx';
import { seeToast } from './support/toast.ts';
import { aPartner } from './support/views.ts';

describe('a dialog whose code cannot be fetched', () => {
  /** A screen with a field and a dialog, whose code is fetched `load` after `load`. */
  function aScreen(load: () => Promise<() => ReactNode>): () => ReactNode {
    const Part = onDemand(load);
    return function Screen() {
      const [open, setOpen] = useState(false);
      return (
        <>
          <input aria-label="Name" />
          <button type="button" onClick={() => setOpen(true)}>
            Open
          </button>
          <FetchedPart onLost={() => setOpen(false)}>{open && <Part />}</FetchedPart>
        </>
      );
    };
  }
  const Fetched = () => <p>The dialog</p>;
  const lost = () => Promise.reject(new TypeError('Failed to fetch'));

  test('says so and closes; what was typed stays, and the next press tries again', async () => {
    let connected = false;
    const Screen = aScreen(() => (connected ? Promise.resolve(Fetched) : lost()));
    const hand = await renderPart(<Screen />);
    await hand.type(screen.getByLabelText('Name'), 'Half typed');
    await hand.click(screen.getByText('Open'));
    const text = 'The connection to the server failed. Check it, then try again.';
    await seeToast({ title: 'Connection Failed', text, variant: 'destructive' });
    expect(screen.queryByText('The dialog')).toBeNull();
    connected = true;
    await hand.click(screen.getByText('Open'));
    await screen.findByText('The dialog');
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('Half typed');
  });

  test('after an update of the installation it says that', async () => {
    // as text: so it names the entry of the page, and is not run
    const script = (name: string) => `<script type="module" src="/assets/${name}.js"></script>`;
    document.head.insertAdjacentHTML('beforeend', script('same') + script('old'));
    afterTest(() => {
      for (const added of document.head.querySelectorAll('script')) added.remove();
    });
    server.use(http.get('*/', () => HttpResponse.html(script('same') + script('new'))));
    const Screen = aScreen(lost);
    const hand = await renderPart(<Screen />);
    await hand.click(screen.getByText('Open'));
    const text = 'Partner Pilot was updated. Reload the page to continue';
    await seeToast({ title: 'Connection Failed', text, variant: 'destructive' });
  });
});

describe('the keys of a dialog', () => {
  const opened = async (item: 'Edit' | 'Delete', title: string) => {
    besideCampaigns();
    answer('patch', '/api/campaigns/:id', () => failed(500));
    answer('delete', '/api/campaigns/:id', () => failed(500));
    const campaign = aCampaign();
    const hand = await renderPart(
      <CampaignDialogs campaigns={[campaign]}>
        <CampaignMenu campaign={campaign} />
      </CampaignDialogs>,
    );
    await hand.click(screen.getByLabelText('More actions for Spring vests'));
    await hand.click(await screen.findByText(item, { selector: '[role=menuitem]' }));
    await openDialog(title);
    return hand;
  };

  test('it opens on the first field of its form, not on Close', async () => {
    await opened('Edit', 'Edit Campaign');
    await waitFor(() => expect(document.activeElement).toBe(dialog().getByLabelText('Campaign name')));
  });

  test.each([
    ['Edit', 'Edit Campaign', 'Save Changes', 'Failed to update campaign. Please try again.'],
    ['Delete', 'Delete Campaign?', 'Delete Campaign', 'Failed to delete campaign'],
  ] as const)('Escape closes the dialog of %s also while a notice is shown, and the notice stays', async (...of) => {
    const [item, title, confirm, text] = of;
    const hand = await opened(item, title);
    await hand.click(dialog().getByText(confirm, { selector: 'button' }));
    await seeToast({ title: 'Error', text, variant: 'destructive' });
    dialog().getByText('Cancel').focus();
    await hand.keyboard('{Escape}');
    await noDialog();
    screen.getByText(text, { selector: 'li *' });
  });
});

describe('two presses', () => {
  test('of what sends something are one, even before anything is drawn between them', async () => {
    answer('post', '/api/partners/:id/erase', anErasure());
    await renderPart(<ErasePartnerDialog partner={aPartner()} onClose={() => undefined} />);
    const button = dialog().getByText('Erase permanently', { selector: 'button' });
    button.click();
    // only the first press's queue comes before the second press
    for (let turn = 0; turn < 500; turn += 1) await Promise.resolve();
    button.click();
    await seeToast({ title: 'Partner Erased' });
    expect(calls).toHaveLength(1);
  });

  test('of any other button are two, however fast', async () => {
    const hand = await renderPart(<ThemeToggle />);
    const dark = () => document.documentElement.classList.contains('dark');
    const before = dark();
    await hand.click(screen.getByLabelText('Toggle theme'));
    expect(dark()).toBe(!before);
    await hand.click(screen.getByLabelText('Toggle theme'));
    await hand.dblClick(screen.getByLabelText('Toggle theme'));
    expect(dark()).toBe(before);
  });
});
