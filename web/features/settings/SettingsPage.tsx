import { Ban, Clock, History, KeyRound, Mail, UserRound } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTitle } from '../../app/title.ts';
import { PageHeader } from '../../components/ui/Page.tsx';
import { Sections } from '../../components/ui/Sections.tsx';

const SECTIONS = [
  { title: 'Profile & signature', href: '/settings', Icon: UserRound },
  { title: 'Sending accounts', href: '/settings/sending', Icon: Mail },
  { title: 'Schedule & limits', href: '/settings/schedule', Icon: Clock },
  { title: 'Do not contact', href: '/settings/do-not-contact', Icon: Ban },
  { title: 'Security', href: '/settings/security', Icon: KeyRound },
  { title: 'History', href: '/settings/history', Icon: History },
];

/** One section of Settings, with the list of all. */
export function SettingsPage(props: { title?: string; note?: string; children: ReactNode }) {
  useTitle(props.title ?? 'Settings');
  return (
    <>
      <PageHeader title={props.title ?? 'Settings'} note={props.note} />
      <Sections label="Settings sections" sections={SECTIONS}>
        {props.children}
      </Sections>
    </>
  );
}
