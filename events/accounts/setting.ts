import { z } from 'zod';
import type { Aggregate, EventOf, Recorded } from '../shared/event.ts';

/** One admin setting, such as the sign-up address; blank: it is not set. `was`: the value before. */
export const settingDefinitions = {
  SettingChanged: { version: 1, data: z.object({ value: z.string(), was: z.string() }) },
} as const;
export type SettingEvent = EventOf<typeof settingDefinitions>;
export type SettingState = { value: string | null };

export const setting: Aggregate<SettingState, SettingEvent> = {
  kind: 'setting',
  definitions: settingDefinitions,
  projectionVersion: 1,
  initial: { value: null },
  evolve: (_state, event: Recorded<SettingEvent>) => ({ value: event.data.value }),
};

/** Sets it; the value it has already is no event. */
export function setValue(state: SettingState, value: string): SettingEvent[] {
  return state.value === value ? [] : [{ type: 'SettingChanged', data: { value, was: state.value ?? '' } }];
}
