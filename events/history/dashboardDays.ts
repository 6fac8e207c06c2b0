/** Over how many days the dashboard looks back; each is compared with as many days before. */
export const DASHBOARD_DAYS = [7, 30, 90] as const;
export type DashboardDays = (typeof DASHBOARD_DAYS)[number];
export const USUAL_DASHBOARD_DAYS = 30 satisfies DashboardDays;

export const isDashboardDays = (days: number): days is DashboardDays =>
  (DASHBOARD_DAYS as readonly number[]).includes(days);
