import { useTitle } from '../../app/title.ts';
import { BackLink } from '../../components/ui/BackLink.tsx';
import { PageHeader } from '../../components/ui/Page.tsx';
import { WeekCalendar } from './WeekCalendar.tsx';

/** When the emails of all campaigns leave, week by week. */
export function CalendarScreen() {
  useTitle('Schedule');
  return (
    <>
      <PageHeader title="Schedule" before={<BackLink href="/campaigns" to="Campaigns" />} />
      <WeekCalendar />
    </>
  );
}
