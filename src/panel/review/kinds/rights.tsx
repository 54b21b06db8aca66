'use client';
// An asset's usage rights.
import { useId, useState } from 'react';
import type { Rights } from '../../../assets/schemas.ts';
import type { Proposal } from '../../../review/schemas.ts';
import { RightsParts } from '../../assets/asset/RightsField.tsx';
import { TargetPreview } from '../changes/AssetPreview.tsx';
import type { Term } from '../../ui/Terms.tsx';
import { Facts } from '../changes/Facts.tsx';
import { Placeholder, Sides } from '../changes/Sides.tsx';
import { EditForm, type FrameProps } from '../edit/EditForm.tsx';
import type { KindView } from './kind.ts';

const rightsIn = ({ before, after }: Proposal) => ({
  before: (before?.rights ?? null) as Rights | null,
  after: (after.rights ?? null) as Rights | null,
});

const modelReleaseLabels = {
  released: 'Released',
  missing: 'Missing',
  'not-needed': 'Not needed',
} as const satisfies Record<NonNullable<Rights['modelRelease']>, string>;

const rightsFacts = (rights: Rights | null): Term[] => [
  ['License', rights?.license],
  ['Territories', rights?.territories.join(', ')],
  ['Channels', rights?.channels.join(', ')],
  ['Not before', rights?.embargo],
  ['Expires', rights?.expires],
  ['Model release', rights?.modelRelease ? modelReleaseLabels[rights.modelRelease] : null],
];

/** The same rows on both sides, so that removals show too. */
function RightsChange({ before, after }: { before: Rights | null; after: Rights | null }) {
  const [beforeFacts, afterFacts] = [rightsFacts(before), rightsFacts(after)];
  const shown = beforeFacts.map(([, value], row) => Boolean(value) || Boolean(afterFacts[row]?.[1]));
  const rows = (facts: readonly Term[]): Term[] =>
    facts
      .filter((_, row) => shown[row])
      .map(([label, value]) => [label, value ? value : <Placeholder>Not set</Placeholder>]);
  const side = (rights: Rights | null, facts: readonly Term[]) =>
    rights === null ? <Placeholder>No rights recorded</Placeholder> : <Facts facts={rows(facts)} />;
  return <Sides before={side(before, beforeFacts)} after={side(after, afterFacts)} />;
}

function RightsEdit({ proposed, ...frame }: { proposed: Rights | null } & FrameProps) {
  const [rights, setRights] = useState(proposed);
  const id = useId();
  return (
    <EditForm {...frame} value={() => ({ rights })}>
      <RightsParts id={(part) => `${id}-${part}`} rights={rights} onChange={setRights} />
    </EditForm>
  );
}

export const rights: KindView = {
  label: 'Rights',
  gist: (proposal) => {
    const { before, after } = rightsIn(proposal);
    return `${before === null ? 'Add' : after === null ? 'Clear' : 'Change'} rights`;
  },
  Change: ({ proposal }) => (
    <TargetPreview id={proposal.target.id}>{() => <RightsChange {...rightsIn(proposal)} />}</TargetPreview>
  ),
  Edit: ({ proposal, ...frame }) => <RightsEdit proposed={rightsIn(proposal).after} {...frame} />,
};
