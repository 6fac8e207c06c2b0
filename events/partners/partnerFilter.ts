import type { Platform } from '../shared/options.ts';

/** Tags that differ in case alone are one. */
export const sameTag = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Whether the preferred platforms of the business profile let a partner through; an empty list lets everyone through. */
export function onPreferredPlatform(partner: { platform: Platform }, preferred: readonly Platform[]): boolean {
  return preferred.length === 0 || preferred.includes(partner.platform);
}
