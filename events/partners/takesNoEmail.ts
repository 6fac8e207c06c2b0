/** A person with an undeliverable address joins no campaign, because their message would only wait. */
export const TAKES_NO_EMAIL = 'address takes no email';
