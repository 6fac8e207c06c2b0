import { hoursText } from '../../../events/sending/sendWhy.ts';
import { DEFAULT_HOURS, type SendHours } from '../../../events/sending/sendWindow.ts';
import { Radio } from '../../components/ui/Radio.tsx';
import { useSendingSettings } from './api.ts';
import { SendHoursFields } from './SendHoursFields.tsx';

type HoursProps = Parameters<typeof SendHoursFields>[0];

/** The hours in which a campaign sends: those of Settings (null), or its own. */
export function OwnHours(
  props: Pick<HoursProps, 'problems' | 'focus'> & {
    value: SendHours | null;
    onChange: (value: SendHours | null) => void;
  },
) {
  const { value, onChange, ...fields } = props;
  const settings = useSendingSettings().data;
  const usual = settings?.window;
  return (
    <div className="flex flex-col gap-3">
      <div>
        <p className="mb-1.5 font-medium text-small">Sending hours</p>
        <Radio
          label="Sending hours"
          value={value ? 'own' : 'usual'}
          onChange={(chosen) => onChange(chosen === 'own' ? (value ?? usual ?? DEFAULT_HOURS) : null)}
          options={[
            {
              value: 'usual',
              label: 'Use your sending hours',
              note: usual ? `${hoursText(usual)}, as set in Settings.` : 'As set in Settings.',
            },
            { value: 'own', label: 'Own hours', note: 'For this campaign only, in the same time zone.' },
          ]}
        />
      </div>
      {settings?.anyHour && (
        <p className="text-note text-signal">Test mode: emails are sent at any hour, whatever is chosen here.</p>
      )}
      {value && <SendHoursFields {...fields} value={value} onChange={onChange} />}
    </div>
  );
}
