/** Who does what the harness does. */
export const cause = { actor: 'user:harness', correlationId: 'harness', causationId: null };
