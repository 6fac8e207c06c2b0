import { Badge } from '../../components/ui/Badge.tsx';
import { type Glyph, partnerStage, type StagedPartner } from './partnerStage.ts';

export function StageBadge(props: { partner: StagedPartner }) {
  const { label, tone, glyph } = partnerStage(props.partner);
  return (
    <Badge tone={tone}>
      <StageGlyph glyph={glyph} />
      {label}
    </Badge>
  );
}

const SLICES: Partial<Record<Glyph, string>> = {
  quarter: 'M6 6V3.3A2.7 2.7 0 0 1 8.7 6z',
  half: 'M6 6V3.3a2.7 2.7 0 0 1 0 5.4z',
  threeQuarters: 'M6 6V3.3A2.7 2.7 0 1 1 3.3 6z',
  dot: 'M6 3.3a2.7 2.7 0 1 0 0 5.4 2.7 2.7 0 0 0 0-5.4z',
};
const STROKES: Partial<Record<Glyph, string>> = {
  check: 'M4 6.2 5.4 7.6 8.2 4.6',
  cross: 'M4.5 4.5l3 3M7.5 4.5l-3 3',
  trouble: 'M6 3.6v2.8M6 8.3v.1',
  searching: 'M6 3.8V6l1.5 1',
};

function StageGlyph(props: { glyph: Glyph }) {
  const slice = SLICES[props.glyph];
  const stroke = STROKES[props.glyph];
  return (
    <svg
      aria-hidden
      viewBox="0 0 12 12"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <circle cx={6} cy={6} r={4.7} strokeDasharray={props.glyph === 'open' ? '2.4 1.8' : undefined} />
      {slice && <path d={slice} fill="currentColor" stroke="none" />}
      {stroke && <path d={stroke} strokeWidth={1.4} />}
    </svg>
  );
}
