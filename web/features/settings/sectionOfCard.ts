/** The section of Settings that a card is in, by the name that links and the server give it; null for those of the first section. */
export function sectionOfCard(card: string): string | null {
  return SECTION_OF[card] ?? null;
}

const SECTION_OF: Record<string, string> = {
  'sending-accounts': '/settings/sending',
  gmail: '/settings/sending',
  microsoft: '/settings/sending',
  mailbox: '/settings/sending',
  'email-provider': '/settings/sending',
  'sending-domain': '/settings/sending',
  'sending-hours': '/settings/schedule',
  'do-not-contact': '/settings/do-not-contact',
};
