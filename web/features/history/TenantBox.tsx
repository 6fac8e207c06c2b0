import { type FormEvent, useId, useState } from 'react';
import { Button } from '../../components/ui/Button.tsx';
import { Input } from '../../components/ui/Input.tsx';

/** Of which tenant an admin looks at the history; nothing means all. */
export function TenantBox(props: { tenant: string | null; onChange: (tenant: string | null) => void }) {
  const { tenant, onChange } = props;
  const id = useId();
  const [typed, setTyped] = useState(tenant ?? '');
  const [shown, setShown] = useState(tenant);
  if (tenant !== shown) {
    setShown(tenant);
    setTyped(tenant ?? '');
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    onChange(typed.trim() || null);
  };
  return (
    <form onSubmit={submit} className="flex flex-wrap items-center gap-2">
      <label htmlFor={id} className="text-ink-3 text-small">
        Tenant
      </label>
      <Input
        id={id}
        value={typed}
        autoComplete="off"
        placeholder="All tenants"
        onChange={(event) => setTyped(event.target.value)}
        className="min-w-0 max-w-form flex-1 basis-56"
      />
      <Button type="submit" className="h-9">
        Show
      </Button>
      {tenant !== null && (
        <Button className="h-9" onClick={() => onChange(null)}>
          All tenants
        </Button>
      )}
    </form>
  );
}
