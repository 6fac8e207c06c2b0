import { classes } from '../../lib/classes.ts';
import { zoneName } from '../../lib/dates.ts';
import { useUserZone } from './api.ts';

/** Names the zone of a screen's times, once. The browser's own zone needs no word. */
export function ZoneNote(props: { className?: string }) {
  const zone = zoneName(useUserZone());
  if (!zone) return null;
  return <span className={classes('block text-ink-3 text-note', props.className)}>Times in {zone}</span>;
}
