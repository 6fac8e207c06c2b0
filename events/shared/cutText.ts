/** The first characters of a text, at most `length`, without half of an emoji at the end: jsonb refuses halves. */
export const cutText = (text: string, length: number): string => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
