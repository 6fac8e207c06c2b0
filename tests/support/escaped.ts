/** A text as a part of a regular expression. Names in the sample data hold `?`, `.` and emoji. */
export const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
