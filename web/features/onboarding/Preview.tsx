import { Ban, Globe, MapPin, UserSearch, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { PARTNERS_PER_SEARCH, PLATFORM_LABELS } from '../../../events/shared/options.ts';
import { wholeNumber } from '../../lib/numbers.ts';
import { PlatformIcon } from '../partners/PlatformIcon.tsx';
import { inSentence, type LookedFor, regionsText } from './lookedFor.ts';

/** The first search's target, in a sentence that follows the typing. Unknown parts are named gaps. */
export function Preview(props: { sought: LookedFor }) {
  const { sought } = props;
  const { businessName, industry, audience, additional, exclusions, platforms, minFollowers } = sought;
  const regions = regionsText(sought);
  return (
    <section aria-labelledby="who" className="panel overflow-hidden">
      <header className="flex items-center gap-3 border-b bg-sunken px-5 py-4">
        <span className="grid size-10 shrink-0 place-items-center rounded-full border border-control border-dashed text-ink-3">
          <UserSearch aria-hidden className="size-5" />
        </span>
        <div className="min-w-0">
          <h2 id="who" className="font-semibold">
            Who we’ll look for
          </h2>
          <p className="flex gap-1 text-ink-3 text-note">
            {businessName ? (
              <>
                <span className="shrink-0">Partners for</span>{' '}
                <span dir="auto" className="min-w-0 truncate text-left">
                  {businessName}
                </span>
              </>
            ) : (
              'Fills in as you type'
            )}
          </p>
        </div>
      </header>
      <p className="wrap-anywhere px-5 py-4 text-lead leading-7">
        People{' '}
        {industry !== 'Other' && (
          <>
            in <Said text={industry.toLowerCase()} open="your industry" />{' '}
          </>
        )}
        who reach <Said text={inSentence(audience)} open="your audience" /> and can recommend{' '}
        <Said text={businessName} open="your business" />.
        {additional && (
          <>
            {' '}
            You also asked for: <Said text={inSentence(additional, 80)} open="" />.
          </>
        )}
      </p>
      <dl className="divide-y border-t">
        <Fact
          Icon={Globe}
          name="Platforms"
          note={platforms.length > 0 ? null : 'The AI suggests those that fit your audience.'}
        >
          {platforms.length > 0 ? (
            <ul className="flex flex-wrap gap-x-3 gap-y-1">
              {platforms.map((platform) => (
                <li key={platform} className="flex items-center gap-1.5 whitespace-nowrap">
                  <PlatformIcon platform={platform} />
                  {PLATFORM_LABELS[platform]}
                </li>
              ))}
            </ul>
          ) : (
            'Not set yet'
          )}
        </Fact>
        {exclusions.length > 0 && (
          <Fact Icon={Ban} name="Left out" note={null}>
            <ul>
              {exclusions.map((exclusion) => (
                <li key={exclusion} dir="auto" className="wrap-anywhere">
                  {exclusion}
                </li>
              ))}
            </ul>
          </Fact>
        )}
        <Fact
          Icon={Users}
          name="Followers"
          note={minFollowers === null ? 'The AI suggests it from your audience.' : null}
        >
          {minFollowers === null
            ? 'Not set yet'
            : minFollowers === 0
              ? 'Any number'
              : `${wholeNumber(minFollowers)} or more come first`}
        </Fact>
        <Fact Icon={MapPin} name="Region" note={regions.named ? null : 'Name a country to change it.'}>
          {/^\p{Ll}/u.test(regions.text) ? regions.text.charAt(0).toUpperCase() + regions.text.slice(1) : regions.text}
        </Fact>
      </dl>
      <p className="border-t bg-sunken px-5 py-3 text-ink-3 text-note">
        We look for {PARTNERS_PER_SEARCH} people and say why each one fits. You decide who to contact. Nothing is sent
        without you.
      </p>
    </section>
  );
}

/** A part of the sentence: what is known, or what is missing. */
function Said(props: { text: string; open: string }) {
  if (!props.text)
    return (
      <span className="whitespace-nowrap rounded-tag border border-control border-dashed px-1.5 py-0.5 text-body text-ink-3">
        {props.open}
      </span>
    );
  return (
    <bdi className="rounded-tag bg-accent-soft box-decoration-clone px-1 py-0.5 font-medium text-accent">
      {props.text}
    </bdi>
  );
}

function Fact(props: { Icon: typeof Globe; name: string; note: string | null; children: ReactNode }) {
  const { Icon } = props;
  return (
    <div className="flex gap-3 px-5 py-3">
      <Icon aria-hidden className="mt-0.5 size-4 shrink-0 text-ink-3" />
      <dt className="w-18 shrink-0 text-ink-3">{props.name}</dt>
      <dd className="min-w-0 flex-1">
        {props.children}
        {props.note && <p className="text-ink-3 text-note">{props.note}</p>}
      </dd>
    </div>
  );
}
