import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import type { BusinessProfileView } from '../../api/views.ts';
import { useBusinessProfile } from '../../web/features/profile/api.ts';
import { AnswersCard } from '../../web/features/settings/AnswersCard.tsx';
import { answer, calls } from './support/api.ts';
import { notice } from './support/notices.ts';
import { renderPart } from './support/renderApp.tsx';
import { seeToast } from './support/toast.ts';
import { aProfile } from './support/views.ts';

let stored: BusinessProfileView;
let read = 0;
beforeEach(() => {
  stored = aProfile();
  answer('get', '/api/business-profile', () => {
    read += 1;
    return stored;
  });
  answer('put', '/api/business-profile', ({ body }) => {
    stored = { ...stored, ...(body as Partial<BusinessProfileView>) };
    return stored;
  });
});

function Profile() {
  const { data } = useBusinessProfile();
  return data ? <AnswersCard profile={data} /> : null;
}
const open = async () => {
  const hand = await renderPart(<Profile />);
  await screen.findByRole('form', { name: 'Answers' });
  return hand;
};
const form = () => within(screen.getByRole('form', { name: 'Answers' }));
const text = (number: number) => form().getByLabelText<HTMLTextAreaElement>(`Answer ${number}`);
const topic = (number: number) => form().getByLabelText<HTMLSelectElement>(`Topic of answer ${number}`);
const saves = () => calls.filter(({ method }) => method === 'PUT').map(({ body }) => body);

test('an answer is added, saved with its topic, and removed again', async () => {
  const hand = await open();
  await hand.click(form().getByRole('button', { name: 'Add an answer' }));
  await hand.selectOptions(topic(1), 'Shipping');
  await hand.type(text(1), 'We ship to Norway in five days.');
  await hand.click(form().getByRole('button', { name: 'Save answers' }));
  await seeToast({ title: 'Answers Saved', text: 'The next AI draft of an answer uses them.' });
  expect(saves()).toEqual([{ answers: [{ about: 'shipping', text: 'We ship to Norway in five days.' }] }]);
  await waitFor(() => expect(form().queryByText('Not saved yet')).toBeNull());
  await hand.click(form().getByRole('button', { name: 'Remove answer 1' }));
  await hand.click(form().getByRole('button', { name: 'Save answers' }));
  await waitFor(() => expect(saves().at(-1)).toEqual({ answers: [] }));
});

test('an empty answer is not saved', async () => {
  const hand = await open();
  await hand.click(form().getByRole('button', { name: 'Add an answer' }));
  await hand.click(form().getByRole('button', { name: 'Save answers' }));
  await form().findByText('Write the answer, or remove it.');
  expect(saves()).toEqual([]);
});

test('there are at most 20', async () => {
  stored = aProfile({ answers: Array.from({ length: 20 }, () => ({ about: 'other' as const, text: 'Yes.' })) });
  await open();
  expect(form().queryByRole('button', { name: 'Add an answer' })).toBeNull();
});

test('a change elsewhere shows, but takes nothing typed away', async () => {
  const hand = await open();
  let version = 1;
  const elsewhere = (said: string) => {
    stored = { ...stored, answers: [{ about: 'price', text: said }] };
    notice({ kind: 'profile', id: 'u1', type: 'BusinessProfileUpdated', version: ++version });
  };
  elsewhere('€12 a month.');
  await waitFor(() => expect(text(1).value).toBe('€12 a month.'));
  await hand.type(text(1), ' Yearly €100.');
  const before = read;
  elsewhere('€15 a month.');
  await waitFor(() => expect(read).toBeGreaterThan(before));
  expect(text(1).value).toBe('€12 a month. Yearly €100.');
});
