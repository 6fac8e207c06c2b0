import pLimit from 'p-limit';

/** How many sends work on the database at a time: fewer than its connections. Many more may wait for their providers. First come, first served. */
export const dbLimit = pLimit(12);
