/** The SECRET_KEY of the databases that tests make. */
export const TEST_SECRET = 'a'.repeat(64);
