'use client';
// Who can see an asset: in the workspace, and at its address.
import { useId } from 'react';
import type { Proposal } from '../../../review/schemas.ts';
import type { PlainKey } from '../../../words/keys.ts';
import { ChoicePart } from '../../ui/form/inputs.tsx';
import type { Term } from '../../ui/Terms.tsx';
import { useWords } from '../../words/useWords.ts';
import { TargetPreview } from '../changes/AssetPreview.tsx';
import { Facts } from '../changes/Facts.tsx';
import { Sides } from '../changes/Sides.tsx';
import { EditForm, type FrameProps } from '../edit/EditForm.tsx';
import type { KindView } from './kind.ts';
import { useEdited } from '../edit/useEdited.tsx';

type Parts = Partial<Record<'private' | 'public', boolean>>;

const partsIn = ({ before, after }: Proposal) => ({
  before: (before?.visibility ?? {}) as Parts,
  after: (after.visibility ?? {}) as Parts,
});

/** What each part is called, what it means, and what setting it does. */
const words = {
  private: {
    label: 'review:kindVisibility',
    yes: 'bulk:private',
    no: 'bulk:everyone',
    on: 'review:makePrivate',
    off: 'review:makeShared',
  },
  public: {
    label: 'review:whoSeesFile',
    yes: 'review:fileForAnyone',
    no: 'review:fileForKnown',
    on: 'review:makePublic',
    off: 'review:makeUnlisted',
  },
} as const satisfies Record<keyof Parts, Record<'label' | 'yes' | 'no' | 'on' | 'off', PlainKey>>;
const names = Object.keys(words) as (keyof Parts)[];

function VisibilityChange({ proposal }: { proposal: Proposal }) {
  const { t } = useWords();
  const { before, after } = partsIn(proposal);
  const rows = (parts: Parts): Term[] =>
    names
      .filter((name) => name in after)
      .map((name) => [t(words[name].label), t(words[name][parts[name] ? 'yes' : 'no'])]);
  return <Sides before={<Facts facts={rows(before)} />} after={<Facts facts={rows(after)} />} />;
}

function Edit({ proposal, ...frame }: { proposal: Proposal } & FrameProps) {
  const { t } = useWords();
  const [parts, setParts] = useEdited('parts', partsIn(proposal).after);
  const id = useId();
  return (
    <EditForm {...frame} value={() => ({ visibility: parts })}>
      {names
        .filter((name) => name in parts)
        .map((name) => (
          <ChoicePart
            key={name}
            id={`${id}-${name}`}
            label={t(words[name].label)}
            value={parts[name] ? 'yes' : 'no'}
            options={(['no', 'yes'] as const).map((value) => ({ value, label: t(words[name][value]) }))}
            onChange={(value) => setParts({ ...parts, [name]: value === 'yes' })}
          />
        ))}
    </EditForm>
  );
}

export const visibility: KindView = {
  label: (t) => t('review:kindVisibility'),
  gist: (proposal, t) => {
    const { after } = partsIn(proposal);
    const [only, ...others] = names.filter((name) => name in after);
    if (!only || others.length > 0) return t('review:changeVisibility');
    return t(words[only][after[only] ? 'on' : 'off']);
  },
  Change: ({ proposal }) => (
    <TargetPreview id={proposal.target.id}>{() => <VisibilityChange proposal={proposal} />}</TargetPreview>
  ),
  Edit,
};
