'use client';
// Where an asset comes from: its origin, what it was made from and with what.
import { useId, type ReactNode } from 'react';
import type { Asset } from '../../../assets/schemas.ts';
import type { Proposal } from '../../../review/schemas.ts';
import { originKeys } from '../../../words/asset-values.ts';
import type { PlainKey } from '../../../words/keys.ts';
import { AssetPart } from '../../assets/AssetPicker.tsx';
import { ChoicePart, TextPart } from '../../ui/form/inputs.tsx';
import type { Term } from '../../ui/Terms.tsx';
import { useWords } from '../../words/useWords.ts';
import { AssetLink } from '../../assets/AssetLink.tsx';
import { TargetPreview } from '../changes/AssetPreview.tsx';
import { Facts } from '../changes/Facts.tsx';
import { Placeholder, Sides } from '../changes/Sides.tsx';
import { EditForm, type FrameProps } from '../edit/EditForm.tsx';
import type { KindView } from './kind.ts';
import { useEdited } from '../edit/useEdited.tsx';

/** The parts that change; null: not set, or to be cleared. */
type Parts = Partial<Pick<Asset, 'origin' | 'parentAssetId' | 'generator' | 'prompt'>>;

const partsIn = ({ before, after }: Proposal) => ({
  before: (before?.provenance ?? {}) as Parts,
  after: (after.provenance ?? {}) as Parts,
});

const labels = {
  origin: 'review:origin',
  parentAssetId: 'review:madeFrom',
  generator: 'review:madeWith',
  prompt: 'review:prompt',
} as const satisfies Record<keyof Parts, PlainKey>;
const names = Object.keys(labels) as (keyof Parts)[];
const origins = Object.keys(originKeys) as (keyof typeof originKeys)[];

function Shown({ parts, name }: { parts: Parts; name: keyof Parts }): ReactNode {
  const { t } = useWords();
  const value = parts[name] ?? null;
  if (value === null) return <Placeholder>{t('ui:notSet')}</Placeholder>;
  if (name === 'parentAssetId') return <AssetLink id={value} />;
  return (
    <span className="mq-text">{name === 'origin' && parts.origin ? t(originKeys[parts.origin]) : value}</span>
  );
}

function ProvenanceChange({ proposal }: { proposal: Proposal }) {
  const { t } = useWords();
  const { before, after } = partsIn(proposal);
  const rows = (parts: Parts): Term[] =>
    names
      .filter((name) => name in after)
      .map((name) => [t(labels[name]), <Shown key={name} parts={parts} name={name} />]);
  return <Sides before={<Facts facts={rows(before)} />} after={<Facts facts={rows(after)} />} />;
}

interface PartProps {
  id: string;
  name: keyof Parts;
  parts: Parts;
  onChange: (parts: Parts) => void;
}

function PartInput({ id, name, parts, onChange }: PartProps) {
  const { t } = useWords();
  const label = t(labels[name]);
  const value = parts[name] ?? '';
  const set = (next: string | null) => onChange({ ...parts, [name]: next || null });
  if (name === 'parentAssetId') return <AssetPart label={label} id={value || null} onChange={set} />;
  if (name === 'origin')
    return (
      <ChoicePart
        id={id}
        label={label}
        none={t('ui:notSet')}
        value={value}
        options={origins.map((origin) => ({ value: origin, label: t(originKeys[origin]) }))}
        onChange={set}
      />
    );
  return (
    <TextPart
      id={id}
      label={label}
      type={name === 'prompt' ? 'lines' : 'text'}
      maxLength={name === 'prompt' ? 10_000 : 500}
      value={value}
      onChange={(text) => onChange({ ...parts, [name]: text })}
    />
  );
}

function Edit({ proposal, ...frame }: { proposal: Proposal } & FrameProps) {
  const [parts, setParts] = useEdited('parts', partsIn(proposal).after);
  const id = useId();
  const filled = (): Parts =>
    Object.fromEntries(Object.entries(parts).map(([name, value]) => [name, value?.trim() || null]));
  return (
    <EditForm {...frame} value={() => ({ provenance: filled() })}>
      {names
        .filter((name) => name in parts)
        .map((name) => (
          <PartInput key={name} id={`${id}-${name}`} name={name} parts={parts} onChange={setParts} />
        ))}
    </EditForm>
  );
}

export const provenance: KindView = {
  label: (t) => t('review:provenance'),
  gist: (_, t) => t('review:changeProvenance'),
  Change: ({ proposal }) => (
    <TargetPreview id={proposal.target.id}>{() => <ProvenanceChange proposal={proposal} />}</TargetPreview>
  ),
  Edit,
};
