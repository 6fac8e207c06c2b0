/** The key formats of some providers. */
const KEY_FORMS: readonly (readonly [string, RegExp])[] = [
  ['OpenAI', /^sk-/],
  ['SendGrid', /^SG\./],
  ['Google', /^AIza/],
  ['People Data Labs', /^[0-9a-f]{64}$/],
  ['Hunter', /^[0-9a-f]{40}$/],
];

/** The other provider whose format the key has, if it does not fit `provider`; null: it may be right. */
export const otherProviderOf = (key: string, provider: string): string | null => {
  const isLike = KEY_FORMS.find(([, form]) => form.test(key))?.[0];
  return isLike !== undefined && isLike !== provider ? isLike : null;
};
