import { screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { CampaignTemplateView } from '../../api/views.ts';
import { CampaignsScreen } from '../../web/features/campaigns/CampaignsScreen.tsx';
import { CreateCampaignForm } from '../../web/features/campaigns/CreateCampaignForm.tsx';
import { answer, calls } from './support/api.ts';
import { seeRow } from './support/campaignRows.ts';
import { aCampaign, besideCampaigns } from './support/campaignViews.ts';
import { field } from './support/fields.ts';
import { renderPart } from './support/renderApp.tsx';
import { seeToast } from './support/toast.ts';

const settings: CampaignTemplateView['settings'] = {
  ...{ subjectType: 'static', staticSubject: 'A vest', invitationText: '', messagePrompt: 'Offer a vest.' },
  ...{
    dailyLimit: 7,
    sendWindow: null,
    recipientHours: false,
    mediaKit: false,
    tone: 'friendly',
    language: null,
    address: null,
  },
  ...{ offer: { what: '', commission: '', code: '', link: '' }, abTest: null },
  followUps: [{ afterDays: 4, writer: 'user', text: 'Did you see it?' }],
};
const aTemplate = (name: string): CampaignTemplateView => ({ id: name, name, settings });

async function openedForm(...templates: CampaignTemplateView[]): Promise<UserEvent> {
  besideCampaigns();
  answer('get', '/api/campaign-templates', templates);
  const hand = await renderPart(<CreateCampaignForm onDone={() => undefined} />);
  await hand.type(field('Campaign name'), 'Autumn');
  await hand.type(field('Message instructions'), 'Mine');
  await hand.click(screen.getByText('Start from a template'));
  await screen.findByRole('dialog', { name: 'Templates' });
  return hand;
}

test('a new campaign begins with the steps of a template and keeps its name; Undo brings the form back', async () => {
  const hand = await openedForm(aTemplate('Vests'));
  await hand.click(await screen.findByText('Vests'));
  await seeToast({ title: 'Template Used', text: 'The form has the steps of "Vests" now.' });
  expect(screen.queryByRole('dialog')).toBeNull();
  const values = () => ['Campaign name', 'Message instructions'].map((label) => field(label).value);
  expect(values()).toEqual(['Autumn', 'Offer a vest.']);
  await screen.findByText('Did you see it?');
  answer('post', '/api/campaigns', aCampaign());
  await hand.click(screen.getByText('Create draft'));
  await waitFor(() =>
    expect(calls.at(-1)?.body).toMatchObject({
      name: 'Autumn',
      dailyLimit: 7,
      tone: 'friendly',
      followUps: settings.followUps,
    }),
  );
});

test('Undo brings the typed form back', async () => {
  const hand = await openedForm(aTemplate('Vests'));
  await hand.click(await screen.findByText('Vests'));
  await hand.click(await screen.findByText('Undo'));
  await waitFor(() => expect(field('Message instructions').value).toBe('Mine'));
  expect(screen.queryByText('Did you see it?')).toBeNull();
});

test('one is renamed and removed where it is chosen; without any, the panel says how to make one', async () => {
  const hand = await openedForm(aTemplate('Vests'));
  answer('patch', '/api/campaign-templates/:id', [aTemplate('Gear')]);
  await hand.click(await screen.findByLabelText('Rename template Vests'));
  await hand.clear(screen.getByLabelText('New name of Vests'));
  await hand.type(screen.getByLabelText('New name of Vests'), 'Gear{Enter}');
  await screen.findByText('Gear');
  answer('delete', '/api/campaign-templates/:id', []);
  await hand.click(screen.getByLabelText('Remove template Gear'));
  await screen.findByText('No templates yet. Save one from the menu of a campaign.');
  expect(calls.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['PATCH', '/api/campaign-templates/Vests', { name: 'Gear' }],
    ['DELETE', '/api/campaign-templates/Gear', undefined],
  ]);
});

test('the steps of a campaign are saved under a name, without its account', async () => {
  besideCampaigns();
  answer('get', '/api/campaigns', [aCampaign({ mailbox: 'm1' })]);
  const hand = await renderPart(<CampaignsScreen />);
  await seeRow('Spring vests');
  await hand.click(await screen.findByLabelText(/^More actions for/));
  await hand.click(await screen.findByText('Save steps as template'));
  const dialog = within(await screen.findByRole('dialog', { name: 'Save steps as template' }));
  const name = dialog.getByLabelText<HTMLInputElement>('Name');
  expect(name.value).toBe('Spring vests');
  await hand.clear(name);
  await hand.click(dialog.getByText('Save'));
  await dialog.findByText('Name the template');
  answer('put', '/api/campaign-templates', []);
  await hand.type(name, 'Vests{Enter}');
  await seeToast({ title: 'Template Saved', text: 'Choose "Vests" when you create a campaign.' });
  const { body } = calls.at(-1) ?? {};
  expect(body).toMatchObject({ name: 'Vests', settings: { staticSubject: aCampaign().staticSubject } });
  for (const left of ['name', 'mailbox']) expect((body as { settings: object }).settings).not.toHaveProperty(left);
});
