import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { emptyVariable, variableIn } from '../../../events/shared/variables.ts';
import { Notice } from '../../components/ui/Notice.tsx';
import { Select } from '../../components/ui/Select.tsx';
import { firstPartnersQuery } from '../partners/partnerPages.ts';
import { useFill } from './useFill.ts';

const SHOWN = 5;

export function TextPreview({ label, text }: { label: string; text: string }) {
  const hasVariable = variableIn(text) !== null;
  const { data = [] } = useQuery({ ...firstPartnersQuery({ status: 'approved' }, SHOWN), enabled: hasVariable });
  const [chosen, choose] = useState('');
  const partner = data.find(({ id }) => id === chosen) ?? data[0];
  const filled = useFill(partner)(text);
  if (!hasVariable || !partner) return null;
  const empty = variableIn(filled);
  return (
    <div className="flex flex-col gap-2 rounded-control border border-line p-3 text-small">
      <div className="flex flex-wrap items-center gap-2">
        <span className="text-ink-3">Preview for</span>
        <Select
          label={`Preview of ${label} for`}
          value={partner.id}
          onChange={choose}
          options={data.map(({ id, name }) => ({ value: id, label: name ?? 'Erased' }))}
          className="w-auto max-w-full"
        />
      </div>
      <p dir="auto" className="wrap-anywhere whitespace-pre-line">
        {filled}
      </p>
      {empty && <Notice tone="warn">{emptyVariable(empty)}. Their email waits until you fix the text.</Notice>}
    </div>
  );
}
