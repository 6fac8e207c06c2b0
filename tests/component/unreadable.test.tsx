import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { PartnerPanel } from '../../web/features/partners/PartnerPanel.tsx';
import { PartnerRow } from '../../web/features/partners/PartnerRow.tsx';
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
  answer('get', '/api/partners/:id', { ...partner, parts: [], evidence: [], history: [] });
  await renderPart(
    <PartnerRow
      partner={partner}
      expanded
      onToggle={() => undefined}
      details={() => <PartnerPanel partner={partner} actions={null} />}
    />,
  );
  screen.getByText('Unreadable');
  screen.getByLabelText('About Unreadable');
  screen.getByText('No description.');
  screen.getByText('Profile Not Available');
  expect(screen.queryByText('Erased')).toBeNull();
});
