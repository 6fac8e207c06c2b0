import type { NotificationsView } from '../../../api/views.ts';
import type { Channel, NoticeKind, NotificationRules } from '../../../events/accounts/notificationsInput.ts';
import { WEBHOOKS } from '../../../events/shared/noticeChannels.ts';
import { Card } from '../../components/ui/Card.tsx';
import { Checkbox } from '../../components/ui/Checkbox.tsx';
import { Field } from '../../components/ui/Field.tsx';
import { Select } from '../../components/ui/Select.tsx';
import { Switch } from '../../components/ui/Switch.tsx';
import { useSaveRules } from './api.ts';

const KINDS: Record<NoticeKind, string> = {
  reply: 'A partner replies',
  complaint: 'A partner reports spam',
  account: 'A sending account is on hold',
  texts: 'Texts are ready to read',
  webhook: 'A webhook is switched off',
};

const DIGESTS = [
  { value: 'at_once', label: 'At once' },
  { value: 'hourly', label: 'Every hour' },
  { value: 'daily', label: 'Every day at 08:00' },
] as const;

const TIMES = Array.from({ length: 48 }, (_, half) => {
  const time = `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 ? '30' : '00'}`;
  return { value: time, label: time };
});
const NIGHT = { from: '20:00', to: '08:00' };

const channelName = (channel: Channel): string =>
  channel === 'email' ? 'Email' : channel === 'push' ? 'Browser' : WEBHOOKS[channel].name;

/** Which news go where, and when. A choice is saved at once. */
export function RulesCard({ settings }: { settings: NotificationsView }) {
  const save = useSaveRules();
  const stored: NotificationRules = {
    ...{ kinds: settings.kinds, digest: settings.digest, quiet: settings.quiet, showTexts: settings.showTexts },
  };
  const rules = save.isPending ? save.variables : stored;
  const change = (part: Partial<NotificationRules>) => save.mutate({ ...rules, ...part });
  const channels: Channel[] = [
    ...(settings.email ? (['email'] as const) : []),
    ...(settings.browsers.length > 0 ? (['push'] as const) : []),
    ...settings.webhooks,
  ];
  const zone = settings.timezone?.replaceAll('_', ' ') ?? 'UTC';
  return (
    <Card title="What and when" note="Notifications name no partner and quote no text unless you turn that on.">
      <div className="flex flex-col gap-5 p-4">
        {channels.length === 0 ? (
          <p className="text-ink-2 text-small">Connect a channel first.</p>
        ) : (
          <ChannelTable channels={channels} kinds={rules.kinds} onChange={(kinds) => change({ kinds })} />
        )}
        <Field label="Send emails" hint="Other channels deliver at once.">
          {(control) => (
            <Select
              {...control}
              className="max-w-56"
              value={rules.digest}
              onChange={(digest) => change({ digest: digest as NotificationRules['digest'] })}
              options={DIGESTS}
            />
          )}
        </Field>
        <Switch
          label="Quiet hours"
          note={`Notifications wait until they end. Times are in ${zone}.`}
          checked={rules.quiet !== null}
          onChange={(on) => change({ quiet: on ? NIGHT : null })}
        />
        {rules.quiet && <QuietHours quiet={rules.quiet} onChange={(quiet) => change({ quiet })} />}
        <Switch
          label="Show names and texts"
          note="Who wrote, and the beginning of what they wrote. Others may see it on a locked screen or in a chat."
          checked={rules.showTexts}
          onChange={(showTexts) => change({ showTexts })}
        />
      </div>
    </Card>
  );
}

type Kinds = NotificationRules['kinds'];

function ChannelTable(props: { channels: readonly Channel[]; kinds: Kinds; onChange: (kinds: Kinds) => void }) {
  const { channels, kinds, onChange } = props;
  const toggle = (kind: NoticeKind, channel: Channel, on: boolean) =>
    onChange({ ...kinds, [kind]: on ? [...kinds[kind], channel] : kinds[kind].filter((one) => one !== channel) });
  return (
    <div className="overflow-x-auto">
      <table className="w-full text-small">
        <thead>
          <tr className="text-ink-3 text-note">
            <th scope="col" className="py-1.5 pr-2 text-left font-normal">
              Tell me when
            </th>
            {channels.map((channel) => (
              <th key={channel} scope="col" className="px-2 py-1.5 font-normal">
                {channelName(channel)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(Object.keys(KINDS) as NoticeKind[]).map((kind) => (
            <tr key={kind} className="border-t">
              <th scope="row" className="py-2 pr-2 text-left font-normal">
                {KINDS[kind]}
              </th>
              {channels.map((channel) => (
                <td key={channel} className="px-2 py-2">
                  <Checkbox
                    className="justify-center"
                    hideLabel
                    label={`${KINDS[kind]}: ${channelName(channel)}`}
                    checked={kinds[kind].includes(channel)}
                    onChange={(on) => toggle(kind, channel, on)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

type Quiet = NonNullable<NotificationRules['quiet']>;

function QuietHours({ quiet, onChange }: { quiet: Quiet; onChange: (quiet: Quiet) => void }) {
  const field = (label: string, name: keyof Quiet, other: keyof Quiet) => (
    <Field label={label} className="w-28">
      {(control) => (
        <Select
          {...control}
          value={quiet[name]}
          onChange={(time) => onChange({ ...quiet, [name]: time })}
          options={TIMES.filter(({ value }) => value !== quiet[other])}
        />
      )}
    </Field>
  );
  return (
    <div className="flex gap-4">
      {field('Quiet from', 'from', 'to')}
      {field('Quiet until', 'to', 'from')}
    </div>
  );
}
