import { useEffect, useState } from 'react';
import { Brand } from '../../app/Brand.tsx';
import { type FooterLink, fetchFooterLinks } from './front.ts';

/** The links that the administrator has set. It is below everything else, so its links may arrive later than the page. */
export function LandingFooter() {
  const [links, setLinks] = useState<readonly FooterLink[]>([]);
  useEffect(() => {
    void fetchFooterLinks().then(setLinks);
  }, []);
  return (
    <footer className="border-t bg-sunken">
      <div className="mx-auto flex min-h-16 max-w-content flex-wrap items-center justify-between gap-x-6 gap-y-3 px-4 py-4 md:px-8">
        <Brand />
        {links.length > 0 && (
          <nav aria-label="About this service">
            <ul className="flex flex-wrap gap-x-5 gap-y-1 text-ink-2 text-small">
              {links.map(({ title, href }) => (
                <li key={title}>
                  <a
                    href={href}
                    className="inline-flex min-h-8 items-center hover:text-ink hover:underline"
                    rel="noopener noreferrer"
                  >
                    {title}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        )}
      </div>
    </footer>
  );
}
