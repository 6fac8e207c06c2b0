/** The actor of the harness. */
export const cause = { actor: 'user:harness', correlationId: 'harness', causationId: null };
