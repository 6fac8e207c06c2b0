import { Field } from '../../components/ui/Field.tsx';
import { Select } from '../../components/ui/Select.tsx';
import { accountName, useSendingAccounts } from '../sending/api.ts';

const ALL = 'all';

/** From which account a campaign sends: one, or all (null). A user with one account is not asked. */
export function SendFrom(props: {
  value: string | null;
  onChange: (value: string | null) => void;
  error?: string | undefined;
}) {
  const { value, onChange, error } = props;
  const accounts = useSendingAccounts().data ?? [];
  if (accounts.length < 2 && value === null) return null;
  return (
    <Field
      label="Send from"
      error={error}
      hint="Follow-ups and answers always leave from the account of the first email."
      className="sm:col-span-2"
    >
      {(control) => (
        <Select
          {...control}
          value={value ?? ALL}
          onChange={(chosen) => onChange(chosen === ALL ? null : chosen)}
          options={[
            { value: ALL, label: 'All accounts, evenly' },
            ...accounts.map((account) => ({ value: account.id, label: accountName(account) })),
          ]}
        />
      )}
    </Field>
  );
}
