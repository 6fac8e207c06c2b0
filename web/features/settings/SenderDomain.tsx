import { CircleAlert, CircleCheck, CircleHelp, TriangleAlert } from 'lucide-react';
import type { SenderDomainView } from '../../../api/views.ts';
import { Badge } from '../../components/ui/Badge.tsx';
import { Button } from '../../components/ui/Button.tsx';
import { CopyField } from '../../components/ui/CopyField.tsx';
import { Loading, QueryState } from '../../components/ui/QueryState.tsx';
import { timeAgo } from '../../lib/dates.ts';
import { useNow } from '../../lib/now.ts';
import { useCheckSenderDomain, useSenderDomain } from './api.ts';
import { CHECK_NAMES, findingText } from './domainTexts.ts';

/** Whether receivers can tell that mail of the sender's domain is genuine, and the DNS records that are missing. */
export function SenderDomain() {
  const domain = useSenderDomain();
  const check = useCheckSenderDomain();
  return (
    <section id="sending-domain" aria-labelledby="sending-domain-title" className="flex scroll-my-18 flex-col gap-3">
      <div className="flex min-h-8 flex-wrap items-center justify-between gap-3">
        <h3 id="sending-domain-title" className="font-semibold text-small">
          Sending domain
        </h3>
        {domain.data?.domain && (
          <Button pending={check.isPending} onClick={() => check.mutate()}>
            Check again
          </Button>
        )}
      </div>
      <QueryState
        query={domain}
        loading={<Loading label="Loading the domain check" height="h-36" />}
        failed="Error loading the domain check. Please try again."
      >
        {(data) => <Findings {...data} />}
      </QueryState>
    </section>
  );
}

function Findings({ domain, provider, checkedAt, findings }: SenderDomainView) {
  const now = useNow();
  if (!domain || !provider || !checkedAt)
    return <p className="text-ink-3 text-small">Your domain is checked once an email provider is set up.</p>;
  return (
    <div className="flex flex-col gap-3">
      <p className="min-w-0 break-words text-small">
        <bdi className="font-medium">{domain}</bdi>{' '}
        <span className="text-ink-3">checked {timeAgo(checkedAt, now)}</span>
      </p>
      <ul aria-label="DNS checks" className="flex flex-col divide-y">
        {findings.map((finding) => (
          <li key={finding.check} className="flex flex-col gap-2 py-3 first:pt-0 last:pb-0">
            <div className="flex flex-wrap items-center gap-2">
              <h4 className="font-medium text-small">{CHECK_NAMES[finding.check]}</h4>
              <LevelBadge level={finding.level} />
            </div>
            <p className="text-ink-2 text-small">{findingText(finding, provider)}</p>
            {finding.fixes.map((fix) => (
              <Fix key={fix.host} {...fix} />
            ))}
            {finding.level !== 'pass' && finding.found.length > 0 && <Found found={finding.found} />}
          </li>
        ))}
      </ul>
    </div>
  );
}

const LEVEL = {
  pass: { tone: 'good', word: 'OK', Icon: CircleCheck },
  warn: { tone: 'warn', word: 'Weak', Icon: TriangleAlert },
  fail: { tone: 'bad', word: 'Fix', Icon: CircleAlert },
  unknown: { tone: 'mute', word: 'Unknown', Icon: CircleHelp },
} as const;

function LevelBadge(props: { level: keyof typeof LEVEL }) {
  const { tone, word, Icon } = LEVEL[props.level];
  return (
    <Badge tone={tone}>
      <Icon aria-hidden />
      {word}
    </Badge>
  );
}

function Fix(props: { type: string; host: string; value: string }) {
  const { type, host, value } = props;
  return (
    <div className="flex flex-col gap-2">
      <CopyField label={`${type} record for ${host}`} what="Record" value={value} />
    </div>
  );
}

function Found(props: { found: readonly string[] }) {
  return (
    <details className="text-note">
      <summary className="w-fit cursor-pointer text-ink-3">What is there now</summary>
      <ul className="mt-1 flex flex-col gap-1 rounded-control bg-sunken p-2 text-ink-2">
        {props.found.map((record) => (
          <li key={record} className="break-all">
            {record}
          </li>
        ))}
      </ul>
    </details>
  );
}
