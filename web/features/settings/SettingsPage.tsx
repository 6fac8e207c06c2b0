import type { ReactNode } from 'react';
import { sectionsOf } from '../../app/routes.ts';
import { useTitle } from '../../app/title.ts';
import { PageHeader } from '../../components/ui/Page.tsx';
import { Sections } from '../../components/ui/Sections.tsx';

export function SettingsPage(props: { title?: string; note?: string; children: ReactNode }) {
  useTitle(props.title ?? 'Settings');
  return (
    <>
      <PageHeader title={props.title ?? 'Settings'} note={props.note} />
      <Sections label="Settings sections" sections={sectionsOf('settings')}>
        {props.children}
      </Sections>
    </>
  );
}
