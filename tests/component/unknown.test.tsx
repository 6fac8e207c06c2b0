import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { CampaignView, SendView, UndecidedView } from '../../api/views.ts';
import { CampaignScreen } from '../../web/features/campaign/CampaignScreen.tsx';
import { CampaignNote } from '../../web/features/campaigns/CampaignNote.tsx';
import { UndecidedMessages } from '../../web/features/campaigns/UndecidedMessages.tsx';
import { answer, calls } from './support/api.ts';
import { aCampaign, aSchedule, aSend, besideCampaigns, sendIn, withPartners } from './support/campaignViews.ts';
import { dialog, noDialog, openDialog } from './support/openDialog.ts';
import { renderPart } from './support/renderApp.tsx';
import { seeToast } from './support/toast.ts';

const HANDED = '2026-03-03T10:02:00.000Z';

let campaign: CampaignView;
let sends: SendView[];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-03T12:00:00.000Z') });
  besideCampaigns();
  campaign = aCampaign({ ...withPartners(4, 4), unknownCount: 2 });
  sends = [aSend('Ada Approved'), sendIn('sent', 'Sue Sent'), sendIn('unknown', 'Uma'), sendIn('unknown', 'Ugo')];
  answer('get', '/api/campaigns/:id', () => campaign);
  answer('get', '/api/campaigns/:id/sends', () => sends);
  answer('get', '/api/campaigns/:id/schedule', aSchedule());
});

const rows = () => [...document.querySelectorAll<HTMLElement>('[aria-label=Messages] [data-row]')];
const rowOf = (name: string) => {
  const row = rows().find((one) => one.textContent?.includes(name));
  if (!row) throw new Error(`No row of ${name}`);
  return within(row);
};
/** Changes a message at the server. */
const becomes = (name: string, more: SendView): SendView => {
  sends = sends.map((send) => (send.partner.name === name ? more : send));
  campaign = { ...campaign, unknownCount: sends.filter(({ status }) => status === 'unknown').length };
  return more;
};
const shown = async (): Promise<UserEvent> => {
  const hand = await renderPart(<CampaignScreen campaignId="c1" />, '/campaigns/c1?tab=messages');
  await screen.findByText('Ada Approved');
  return hand;
};

/** The panel of a message that may have left. */
const opened = async () => {
  const hand = await shown();
  await hand.click(screen.getByText('uma@lindqvist.example'));
  return within(await screen.findByRole('region', { name: 'The message to Uma' }));
};

describe('messages that we could not confirm', () => {
  test('are counted in the row of the campaign, which leads to the decision', async () => {
    await renderPart(<CampaignNote campaign={aCampaign({ unknownCount: 3 })} />);
    expect(screen.getByText('3 unconfirmed').getAttribute('href')).toBe('/campaigns/c1?tab=messages&show=unknown');
  });

  test('stand first in the list, under a notice that nothing sends them again by itself', async () => {
    await shown();
    screen.getByText(
      (_, element) => element?.tagName === 'STRONG' && element.textContent === '2 messages need your decision.',
    );
    screen.getByText(/nothing sends them again automatically/);
    expect(rows().map((row) => row.textContent?.includes('We could not confirm'))).toEqual([true, true, false, false]);
  });

  test('say when they were handed over and what was answered, and offer two choices', async () => {
    const said = (await opened()).getByText(/^Handed to the email provider/);
    expect(said.textContent).toBe('Handed to the email provider today, 10:02 AM. The provider answered 500.');
    expect(said.querySelector('time')?.dateTime).toBe(HANDED);
    const choices = rowOf('Uma').getAllByRole('button');
    expect(choices.map((one) => one.textContent)).toEqual(['Mark as sent', 'Send again']);
  });

  test('that nobody knows to have been handed over name no time', async () => {
    const unknown = { handedOverAt: null, answer: 'The worker stopped' };
    becomes('Uma', sendIn('unknown', 'Uma', { unknown }));
    (await opened()).getByText('The worker stopped.');
  });
});

describe('Mark as sent', () => {
  const mark = (hand: UserEvent) => hand.dblClick(screen.getByLabelText('Mark as sent: Uma'));

  test('counts it as sent, once for a double click, and says that you did', async () => {
    answer('post', '/api/campaign-sends/:id/mark-sent', () =>
      becomes('Uma', sendIn('sent', 'Uma', { markedSent: true })),
    );
    await mark(await shown());
    await seeToast({ title: 'Status Updated', text: 'The message counts as sent.' });
    await waitFor(() => rowOf('Uma').getByText(/marked by you/));
    await screen.findByText(/message needs your decision/);
    expect(calls).toEqual([{ method: 'POST', path: '/api/campaign-sends/m-Uma/mark-sent', body: undefined }]);
  });
});

describe('Send again', () => {
  const asked = async (): Promise<UserEvent> => {
    const hand = await shown();
    await hand.click(screen.getByLabelText('Send again to Ugo'));
    const ask = await openDialog('Send this email again?');
    ask.getByText('ugo@lindqvist.example may already have this email, and would then get it a second time.');
    return hand;
  };

  test('warns that it may arrive twice; Cancel sends nothing', async () => {
    const hand = await asked();
    await hand.click(dialog().getByText('Cancel'));
    await noDialog();
    expect(calls).toEqual([]);
  });

  test('sends once for a double click, and the one before says how it ended', async () => {
    answer('post', '/api/campaign-sends/:id/resend', () => {
      const again = sendIn('sent', 'Ugo', { id: 'm-again', sentAgain: true });
      becomes(
        'Ugo',
        sendIn('unknown', 'Ugo', { status: 'cancelled', detail: 'Ended: you sent it again', unknown: null }),
      );
      sends = [...sends, again];
      return again;
    });
    const hand = await asked();
    await hand.dblClick(dialog().getByText('Send again', { selector: 'button' }));
    await seeToast({ title: 'Email Sent', text: 'Sent to ugo@lindqvist.example.' });
    await noDialog();
    await screen.findByText('Sent again', { selector: '[data-row] *' });
    await hand.click(screen.getByText('Cancelled', { selector: 'fieldset button' }));
    await screen.findByText('Ended: you sent it again');
    const body = { to: 'ugo@lindqvist.example' };
    expect(calls).toEqual([{ method: 'POST', path: '/api/campaign-sends/m-Ugo/resend', body }]);
  });
});

describe('of deleted campaigns', () => {
  let undecided: UndecidedView[];
  beforeEach(() => {
    undecided = ['Uma', 'Ugo'].map((name) => ({ ...sendIn('unknown', name), campaignName: 'Autumn vests' }));
    answer('get', '/api/campaign-sends/undecided', () => undecided);
  });
  /** The server knows one of them as decided. */
  const decided = (path: string) => () => {
    undecided = undecided.filter(({ id }) => path !== id);
    return sendIn('sent', path);
  };

  test('they wait for a decision, each with its campaign, until none is left', async () => {
    answer('post', '/api/campaign-sends/:id/mark-sent', decided('m-Uma'));
    answer('post', '/api/campaign-sends/:id/set-aside', decided('m-Ugo'));
    const hand = await renderPart(<UndecidedMessages />);
    await screen.findByText('From deleted campaigns');
    screen.getByText('uma@lindqvist.example · Autumn vests');
    await hand.click(screen.getByLabelText('Mark as sent: Uma'));
    await seeToast({ title: 'Status Updated', text: 'The message counts as sent.' });
    await waitFor(() => expect(screen.queryByLabelText('Mark as sent: Uma')).toBeNull());
    await hand.dblClick(screen.getByLabelText('Dismiss: Ugo'));
    await seeToast({ title: 'Status Updated', text: 'The message is dismissed.' });
    await waitFor(() => expect(screen.queryByText('From deleted campaigns')).toBeNull());
    expect(calls.map(({ path }) => path)).toEqual([
      '/api/campaign-sends/m-Uma/mark-sent',
      '/api/campaign-sends/m-Ugo/set-aside',
    ]);
  });
});
