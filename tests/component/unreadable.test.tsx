import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { BesidePartner } from '../../web/features/partners/BesidePartner.tsx';
import { PartnerName } from '../../web/features/partners/PartnerName.tsx';
import { answer } from './support/api.ts';
import { renderPart } from './support/renderApp.tsx';
import { aPartner } from './support/views.ts';

test('a partner whose key was damaged is listed and opens as Unreadable, and not as Erased', async () => {
  const partner = aPartner({
    name: 'Unreadable',
    unreadable: true,
    username: null,
    bio: null,
    profileUrl: null,
    followersCount: null,
    engagementRate: null,
  });
  answer('get', '/api/partners/:id', {
    ...partner,
    scoredBy: 'rules',
    judgment: null,
    parts: [],
    evidence: [],
    note: '',
  });
  await renderPart(
    <BesidePartner panel={{ partner, onClose: () => undefined, actions: null }}>
      <PartnerName partner={partner} open />
    </BesidePartner>,
  );
  await waitFor(() => expect(screen.getAllByText('Unreadable')).toHaveLength(2));
  screen.getByLabelText('About Unreadable');
  screen.getByText('No description.');
  screen.getByText('Profile Not Available');
  expect(screen.queryByText('Erased')).toBeNull();
});
