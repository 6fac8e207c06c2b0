import pLimit from 'p-limit';

/** Concurrent sends that work on the database: fewer than its connections. Many more may wait for their providers. First come, first served. */
export const dbLimit = pLimit(12);
