/** Why who has an address that is undeliverable joins no campaign: nothing is sent to it, so their message would only wait. */
export const TAKES_NO_EMAIL = 'address takes no email';
