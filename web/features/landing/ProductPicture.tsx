import { useTheme } from '../../lib/theme.ts';
import phoneDark from './pictures/discovery-375-dark.webp';
import phoneLight from './pictures/discovery-375-light.webp';
import wideDark from './pictures/discovery-1280-dark.webp';
import wideLight from './pictures/discovery-1280-light.webp';

/** Partner Discovery as it is. `npm run screenshots -- FOLDER onboarding` takes these pictures again. */
export function ProductPicture() {
  const dark = useTheme().theme === 'dark';
  return (
    <figure className="mt-10">
      <picture>
        <source
          media="(max-width: 639px)"
          srcSet={dark ? phoneDark : phoneLight}
          type="image/webp"
          width={375}
          height={640}
        />
        <img
          src={dark ? wideDark : wideLight}
          width={1280}
          height={760}
          alt="Partner Discovery: a list of ten people with their match scores, and beside it why the first one matches, with the evidence."
          className="h-auto w-full rounded-panel border shadow-pop max-sm:mx-auto max-sm:max-w-sm"
        />
      </picture>
      <figcaption className="mt-2 text-ink-3 text-note">An example with fictional people.</figcaption>
    </figure>
  );
}
