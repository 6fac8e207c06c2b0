/** The domain of addresses for replies. Beside no other code, so that a worker is built without the harness. */
export const INBOUND_DOMAIN = 'replies.example';
