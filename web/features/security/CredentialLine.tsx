import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import type { AccessTokenView } from '../../../api/views.ts';
import { Badge, type BadgeTone } from '../../components/ui/Badge.tsx';
import { Button } from '../../components/ui/Button.tsx';
import { ConfirmDialog } from '../../components/ui/ConfirmDialog.tsx';
import { dayIn, timeAgo } from '../../lib/dates.ts';
import { useNow } from '../../lib/now.ts';
import { useUserZone } from '../profile/api.ts';

/** An access token or an incoming webhook, with a button that ends it. `children` say what ends with it. */
export function CredentialLine(props: {
  /** Who acted with it, when it has a history that the reader may open. */
  actor: string | null;
  credential: Pick<AccessTokenView, 'name' | 'createdAt' | 'lastUsedAt'>;
  badges: readonly { text: string; tone: BadgeTone }[];
  ends?: string;
  verb: 'Revoke' | 'Remove';
  what: 'token' | 'webhook';
  revoke: { isPending: boolean };
  onRevoke: (done: () => void) => void;
  children: ReactNode;
}) {
  const { name, createdAt, lastUsedAt } = props.credential;
  const now = useNow();
  const zone = useUserZone();
  const [asking, setAsking] = useState(false);
  const day = (iso: string) => <time dateTime={iso}>{dayIn(zone, iso, now, 'short')}</time>;
  return (
    <li className="flex items-center gap-3 px-4 py-3">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <span className="wrap-anywhere font-medium">{name}</span>
          {props.badges.map(({ text, tone }) => (
            <Badge key={text} tone={tone}>
              {text}
            </Badge>
          ))}
        </p>
        <p className="text-ink-3 text-note">
          <span className="block">
            {lastUsedAt === null ? (
              'Not used yet'
            ) : (
              <>
                Last used <time dateTime={lastUsedAt}>{timeAgo(lastUsedAt, now)}</time>
              </>
            )}
          </span>
          Made {day(createdAt)}
          {props.ends !== undefined && <> · Ends {day(props.ends)}</>}
          {lastUsedAt !== null && props.actor !== null && (
            <>
              {' · '}
              <Link href={`/settings/history?actor=${props.actor}`} className="link">
                What it did
              </Link>
            </>
          )}
        </p>
      </div>
      <Button size="small" aria-label={`${props.verb} ${name}`} onClick={() => setAsking(true)}>
        {props.verb}
      </Button>
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title={`${props.verb} this ${props.what}?`}
        confirmLabel={`${props.verb} ${props.what}`}
        destructive
        pending={props.revoke.isPending}
        onConfirm={() => props.onRevoke(() => setAsking(false))}
      >
        <p>{props.children}</p>
      </ConfirmDialog>
    </li>
  );
}
