'use client';
// A proposal of another module: shown and edited by the module's own component, or property by property without one.
import { useId, type ComponentType } from 'react';
import type { Proposal } from '../../../review/schemas.ts';
import { TextPart } from '../../ui/form/inputs.tsx';
import type { Term } from '../../ui/Terms.tsx';
import { TargetPreview } from '../changes/AssetPreview.tsx';
import { Facts } from '../changes/Facts.tsx';
import { Placeholder, Sides } from '../changes/Sides.tsx';
import { EditForm, type FrameProps } from '../edit/EditForm.tsx';
import type { KindView } from './kind.ts';
import { useWords } from '../../words/useWords.ts';
import { useEdited } from '../edit/useEdited.tsx';

type Values = Record<string, unknown>;

/** What a module's component is given. */
export interface ProposalPreviewProps {
  proposal: Proposal;
  /** What is proposed, as edited so far. */
  value: Values;
  /** While it is edited: takes the changed value. */
  onChange?: (value: Values) => void;
}

export interface ModuleKindView {
  name: string;
  label: string;
  Preview: ComponentType<ProposalPreviewProps> | null;
}

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);

const wordsOf = (key: string): string => key.charAt(0).toUpperCase() + key.slice(1).replaceAll('_', ' ');

function PlainPreview({ proposal, value, onChange }: ProposalPreviewProps) {
  const { t } = useWords();
  const id = useId();
  if (onChange)
    return Object.entries(value).flatMap(([key, one]) =>
      typeof one === 'string'
        ? [
            <TextPart
              key={key}
              id={`${id}-${key}`}
              label={wordsOf(key)}
              value={one}
              onChange={(text) => onChange({ ...value, [key]: text })}
            />,
          ]
        : [],
    );
  const keys = [...new Set([...Object.keys(proposal.before ?? {}), ...Object.keys(value)])];
  const rows = (values: Values): Term[] =>
    keys.map((key) => [wordsOf(key), textOf(values[key]) || <Placeholder>{t('ui:notSet')}</Placeholder>]);
  return (
    <Sides before={<Facts facts={rows(proposal.before ?? {})} />} after={<Facts facts={rows(value)} />} />
  );
}

function ModuleEdit({
  Preview,
  proposal,
  ...frame
}: { Preview: ComponentType<ProposalPreviewProps>; proposal: Proposal } & FrameProps) {
  const [value, setValue] = useEdited<Values>('value', proposal.after);
  return (
    <EditForm {...frame} value={() => value}>
      <Preview proposal={proposal} value={value} onChange={setValue} />
    </EditForm>
  );
}

export function moduleView({ label, Preview: own }: ModuleKindView): KindView {
  const Preview = own ?? PlainPreview;
  return {
    label: () => label,
    gist: (proposal) => `${label}: ${proposal.target.name}`,
    Change: ({ proposal }) => {
      const preview = <Preview proposal={proposal} value={proposal.after} />;
      if (proposal.target.resource !== 'asset') return preview;
      return <TargetPreview id={proposal.target.id}>{() => preview}</TargetPreview>;
    },
    Edit: ({ proposal, ...frame }) => <ModuleEdit Preview={Preview} proposal={proposal} {...frame} />,
    mark: (proposal) =>
      proposal.target.resource === 'asset' ? null : (
        <span className="mq-thumb mq-thumb--file" aria-hidden="true">
          {label.charAt(0)}
        </span>
      ),
    place: (proposal) =>
      proposal.target.resource === 'asset' ? `/collections/assets/${proposal.target.id}` : '/review',
  };
}
