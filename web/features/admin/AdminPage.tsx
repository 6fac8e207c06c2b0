import type { ReactNode } from 'react';
import { sectionsOf } from '../../app/routes.ts';
import { useTitle } from '../../app/title.ts';
import { PageHeader } from '../../components/ui/Page.tsx';
import { Sections } from '../../components/ui/Sections.tsx';
import { useCurrentUser } from '../session/api.ts';

export function AdminPage(props: { title?: string; note: string; children: ReactNode }) {
  useTitle(props.title ?? 'Admin');
  const isAuditor = useCurrentUser().data?.isAuditor ?? false;
  return (
    <>
      <PageHeader title={props.title ?? 'Admin Panel'} note={props.note} />
      {isAuditor ? (
        props.children
      ) : (
        <Sections label="Admin sections" sections={sectionsOf('admin')} roomy>
          {props.children}
        </Sections>
      )}
    </>
  );
}
