import { PLATFORM_LABELS, PLATFORMS, type Platform } from '../../../events/shared/options.ts';
import { Checkbox } from '../../components/ui/Checkbox.tsx';

export function PlatformChoice(props: {
  label: string;
  optional?: boolean;
  hint?: string;
  value: readonly Platform[];
  onChange: (platforms: Platform[]) => void;
}) {
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium text-small">
        {props.label}
        {props.optional && <span className="font-normal text-ink-3"> (optional)</span>}
      </legend>
      <div className="flex flex-wrap gap-x-5 gap-y-2.5">
        {PLATFORMS.map((platform) => (
          <Checkbox
            key={platform}
            label={PLATFORM_LABELS[platform]}
            checked={props.value.includes(platform)}
            onChange={(checked) =>
              props.onChange(PLATFORMS.filter((other) => (other === platform ? checked : props.value.includes(other))))
            }
          />
        ))}
      </div>
      {props.hint && <p className="mt-1.5 text-ink-3 text-note">{props.hint}</p>}
    </fieldset>
  );
}
