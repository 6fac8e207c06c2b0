import { useTitle } from '../../app/title.ts';
import { BackLink } from '../../components/ui/BackLink.tsx';
import { PageHeader } from '../../components/ui/Page.tsx';
import { WeekCalendar } from './WeekCalendar.tsx';

export function CalendarScreen() {
  useTitle('Schedule');
  return (
    <>
      <PageHeader title="Schedule" before={<BackLink href="/campaigns" to="Campaigns" />} />
      <WeekCalendar />
    </>
  );
}
