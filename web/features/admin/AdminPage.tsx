import { Activity, History, Link2, Sparkles, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTitle } from '../../app/title.ts';
import { PageHeader } from '../../components/ui/Page.tsx';
import { Sections } from '../../components/ui/Sections.tsx';

const SECTIONS = [
  { title: 'Health', href: '/admin', Icon: Activity },
  { title: 'Users', href: '/admin/users', Icon: Users },
  { title: 'AI usage', href: '/admin/ai-usage', Icon: Sparkles },
  { title: 'Links', href: '/admin/links', Icon: Link2 },
  { title: 'Audit', href: '/admin/audit', Icon: History },
];

/** One section of Admin, with the list of all. */
export function AdminPage(props: { title?: string; note: string; children: ReactNode }) {
  useTitle(props.title ?? 'Admin');
  return (
    <>
      <PageHeader title={props.title ?? 'Admin Panel'} note={props.note} />
      <Sections label="Admin sections" sections={SECTIONS} roomy>
        {props.children}
      </Sections>
    </>
  );
}
