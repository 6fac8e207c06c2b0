import { AlarmClock } from 'lucide-react';
import { useState } from 'react';
import { daysLater, instantOf, localDay, weekdayOf } from '../../../events/shared/zoned.ts';
import { Button } from '../../components/ui/Button.tsx';
import { Kbd } from '../../components/ui/Kbd.tsx';
import { Menu, MenuItem } from '../../components/ui/Menu.tsx';
import { clockIn } from '../../lib/dates.ts';
import { useNow } from '../../lib/now.ts';
import { ariaKeys, useShortcuts } from '../../lib/shortcuts.ts';
import { useUserZone } from '../profile/api.ts';

const MORNING = 9 * 60;

/** Tomorrow, in three days, next Monday, or when the person answers. */
export function Snooze(props: { answers: boolean; onSnooze: (until: string | null) => void }) {
  const [open, setOpen] = useState(false);
  useShortcuts({ snooze: () => setOpen(true) });
  const zone = useUserZone();
  const now = useNow();
  const today = localDay(now, zone);
  const days = [
    ['Tomorrow', 1],
    ['In 3 days', 3],
    ['Next Monday', 8 - weekdayOf(today)],
  ] as const;
  return (
    <Menu
      open={open}
      onOpenChange={setOpen}
      align="start"
      side="top"
      trigger={
        <Button aria-keyshortcuts={ariaKeys('snooze')}>
          <AlarmClock aria-hidden />
          Snooze
          <Kbd of="snooze" />
        </Button>
      }
    >
      {days.map(([text, later]) => {
        const until = new Date(instantOf(daysLater(today, later), MORNING, zone)).toISOString();
        return (
          <MenuItem key={text} onSelect={() => props.onSnooze(until)}>
            <span className="flex-1">{text}</span>
            <span className="text-ink-3 text-note tabular-nums">{clockIn(zone, until, now)}</span>
          </MenuItem>
        );
      })}
      {props.answers && <MenuItem onSelect={() => props.onSnooze(null)}>When they answer</MenuItem>}
    </Menu>
  );
}
