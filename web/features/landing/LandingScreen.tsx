import { ChartNoAxesColumnIncreasing, type LucideIcon, Mail, Search, Send } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Brand } from '../../app/Brand.tsx';
import { SandboxStrip } from '../../app/shell/SandboxStrip.tsx';
import { ThemeToggle } from '../../app/shell/ThemeToggle.tsx';
import { buttonClasses } from '../../components/ui/Button.tsx';
import { useTheme } from '../../lib/theme.ts';
import { type FooterLink, type Front, fetchFooterLinks } from './front.ts';
import phoneDark from './pictures/discovery-375-dark.webp';
import phoneLight from './pictures/discovery-375-light.webp';
import wideDark from './pictures/discovery-1280-dark.webp';
import wideLight from './pictures/discovery-1280-light.webp';

const FEATURES: { title: string; text: string; Icon: LucideIcon }[] = [
  {
    title: 'AI Partner Discovery',
    text: 'Describe your business and your audience. Each search finds up to ten people who fit, each with a source.',
    Icon: Search,
  },
  {
    title: 'Smart Lead Scoring',
    text: 'Open any match score to see its parts: topic, audience, engagement, platform and region, with the evidence.',
    Icon: ChartNoAxesColumnIncreasing,
  },
  {
    title: 'Automated Outreach',
    text: 'One personal message for each partner. You approve it, and it goes out at a human pace.',
    Icon: Send,
  },
  {
    title: 'Campaign Management',
    text: 'Sent, replied and failed emails, counted as they happen. No one gets the same email twice.',
    Icon: Mail,
  },
];

const STEPS = [
  { title: 'Set up profile', text: 'Say what you sell and who you want to reach. It takes two minutes.' },
  { title: 'Discover partners', text: 'Review the people found for you, see why they fit, approve the ones you like.' },
  { title: 'Launch campaigns', text: 'Generate drafts, edit them, and start sending.' },
];

export function LandingScreen(props: { front: Front }) {
  const signup = props.front.signupUrl;
  useEffect(() => {
    document.title = 'Partner Pilot: find partners and write to them personally';
  }, []);
  return (
    <div className="min-h-dvh">
      {props.front.sandbox && <SandboxStrip outboxUrl={null} />}
      <header className="border-b">
        <nav aria-label="Main" className="mx-auto flex h-14 max-w-content items-center gap-2 px-4 md:px-8">
          <Brand />
          <div className="ml-auto flex items-center gap-2">
            <ThemeToggle />
            <a href="/api/login" className={buttonClasses('outline', 'normal')}>
              Sign In
            </a>
          </div>
        </nav>
      </header>
      <main className="mx-auto max-w-content px-4 pb-20 md:px-8">
        <section className="pt-12 pb-14 lg:pt-16">
          <div className="max-w-prose">
            <h1 className="text-balance font-bold text-hero tracking-hero max-sm:text-hero-small">
              Find the partners who fit. Write to each of them as if there were only one.
            </h1>
            <p className="mt-4 max-w-form text-ink-2 text-lead">
              Partner Pilot finds affiliates and creators for your business, shows why each one matches, and sends
              outreach that you have approved.
            </p>
            <div className="mt-6 flex flex-wrap gap-2">
              <a href={signup} className={buttonClasses('primary', 'large')}>
                Get Started
              </a>

              <a href="#how-it-works" className={buttonClasses('outline', 'large')}>
                How It Works
              </a>
            </div>
          </div>
          <ProductPicture />
        </section>
        <section
          aria-label="Features"
          className="panel grid gap-px overflow-hidden bg-line sm:grid-cols-2 lg:grid-cols-4"
        >
          {FEATURES.map(({ title, text, Icon }) => (
            <div key={title} className="bg-surface p-5">
              <Icon aria-hidden className="size-5 text-accent" />
              <h2 className="mt-3 font-semibold">{title}</h2>
              <p className="mt-1 text-small text-ink-2 leading-5">{text}</p>
            </div>
          ))}
        </section>
        <section id="how-it-works" aria-labelledby="how-it-works-title" className="scroll-mt-8 pt-16">
          <h2 id="how-it-works-title" className="font-bold text-title tracking-title">
            How It Works
          </h2>
          <ol className="mt-5 grid gap-6 md:grid-cols-3">
            {STEPS.map(({ title, text }, index) => (
              <li key={title} className="border-line-strong border-t pt-4">
                <p className="font-semibold text-accent text-note tabular-nums">Step {index + 1}</p>
                <h3 className="mt-1 font-semibold text-lead">{title}</h3>
                <p className="mt-1 text-ink-2">{text}</p>
              </li>
            ))}
          </ol>
          <a href={signup} className={`${buttonClasses('primary', 'large')} mt-8`}>
            Sign In to Get Started
          </a>
        </section>
      </main>
      <LandingFooter />
    </div>
  );
}

/** Partner Discovery as it is. `npm run screenshots -- FOLDER onboarding` takes these pictures again. */
function ProductPicture() {
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

/** The links that the administrator has set. It is below everything else, so its links may arrive later than the page. */
function LandingFooter() {
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
