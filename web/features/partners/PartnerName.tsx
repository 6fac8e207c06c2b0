import type { ReactNode } from 'react';
import type { PartnerView } from '../../../api/views.ts';
import { platformOf } from '../../../events/partners/profileUrl.ts';
import { externalUrl } from '../../../events/shared/externalUrl.ts';
import { PLATFORM_LABELS } from '../../../events/shared/options.ts';
import { Avatar } from '../../components/ui/Avatar.tsx';
import { RowName } from '../../components/ui/table/TableRow.tsx';
import { partnerHref } from './PartnerLink.tsx';
import { PlatformIcon } from './PlatformIcon.tsx';

/** A row's person: picture, name, and handle. `mark`: beside the handle. */
export function PartnerName(props: { partner: PartnerView; open: boolean; mark?: ReactNode }) {
  const { partner } = props;
  return (
    <div className="flex min-w-0 items-center gap-2.5">
      <Avatar name={partner.name} src={partner.avatar} className="size-7 max-[359px]:hidden" />
      <div className="min-w-0 flex-1">
        <RowName open={props.open} href={partnerHref(partner.id)}>
          {partner.name ?? 'Erased'}
        </RowName>
        <div className="flex min-w-0 items-center gap-1.5">
          <div className="min-w-0">
            <PlatformHandle partner={partner} plain />
          </div>
          <RowTags tags={partner.tags} />
          {props.mark}
        </div>
      </div>
    </div>
  );
}

/** The newest tag, and how many others there are. The panel has them all. */
function RowTags({ tags }: { tags: readonly string[] }) {
  const newest = tags.at(-1);
  if (newest === undefined) return null;
  return (
    <span title={tags.join(', ')} className="flex shrink-0 items-center gap-1 text-note max-sm:hidden">
      <span className="sr-only">Tag </span>
      <bdi className="max-w-24 truncate rounded-tag bg-fill px-1.5 text-ink-2">{newest}</bdi>
      {tags.length > 1 && <span className="text-ink-3">+{tags.length - 1}</span>}
    </span>
  );
}

/** "@handle" behind the icon of the platform, as a link where the profile there is known. `plain`: a row has no room for a second link. */
export function PlatformHandle(props: { partner: PartnerView; plain?: boolean }) {
  const { partner } = props;
  const platform = PLATFORM_LABELS[partner.platform];
  const username = partner.username?.replace(/^@/, '');
  const own = partner.profileUrl && platformOf(partner.profileUrl) === partner.platform ? partner.profileUrl : null;
  const href = externalUrl(partner.platformUrl ?? own);
  const shown = (
    <>
      <PlatformIcon platform={partner.platform} />
      <span className="sr-only">{platform} </span>
      <span className="truncate">{username ? `@${username}` : platform}</span>
    </>
  );
  const look = 'flex min-w-0 max-w-full w-fit items-center gap-1.25 rounded-tag text-ink-3 text-note';
  return href && !props.plain ? (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      title={`Open on ${platform}`}
      className={`${look} min-h-6 hover:text-accent hover:underline`}
    >
      {shown}
    </a>
  ) : (
    <span className={look}>{shown}</span>
  );
}
