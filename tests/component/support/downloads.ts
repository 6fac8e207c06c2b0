import { vi } from 'vitest';
import { afterTest } from './afterTest.ts';

/** The files that the app hands to the browser from now on. */
export function downloads(): { name: string; text: string }[] {
  const saved: { name: string; text: string }[] = [];
  const texts = new Map<string, Blob>();
  const made = vi.spyOn(URL, 'createObjectURL').mockImplementation((content) => {
    const url = `blob:${texts.size}`;
    texts.set(url, content as Blob);
    return url;
  });
  // followed, the link would take the page away
  const followed = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    const { download: name } = this;
    void texts
      .get(this.href)
      ?.text()
      .then((text) => saved.push({ name, text }));
  });
  afterTest(() => {
    made.mockRestore();
    followed.mockRestore();
  });
  return saved;
}
