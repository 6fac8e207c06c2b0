import { DASHBOARD_DAYS, type DashboardDays } from '../../../events/history/dashboardDays.ts';

/** Over how many days the screen looks back. */
export function RangePicker(props: { days: DashboardDays; onChange: (days: DashboardDays) => void }) {
  return (
    <fieldset className="inline-flex rounded-control bg-line/60 p-0.5">
      <legend className="sr-only">Time range</legend>
      {DASHBOARD_DAYS.map((days) => (
        <button
          key={days}
          type="button"
          aria-pressed={days === props.days}
          onClick={() => props.onChange(days)}
          className="h-7 flex-1 whitespace-nowrap rounded-tag px-2.5 font-medium text-ink-2 text-small hover:text-ink aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-panel max-md:h-9"
        >
          {days} days
        </button>
      ))}
    </fieldset>
  );
}
