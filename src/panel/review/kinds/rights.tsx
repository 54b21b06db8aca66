'use client';
// An asset's usage rights.
import { useId } from 'react';
import type { Rights } from '../../../assets/schemas.ts';
import type { Proposal } from '../../../review/schemas.ts';
import { RightsParts } from '../../assets/asset/rights/RightsParts.tsx';
import { TargetPreview } from '../changes/AssetPreview.tsx';
import type { Term } from '../../ui/Terms.tsx';
import { Facts } from '../changes/Facts.tsx';
import { Placeholder, Sides } from '../changes/Sides.tsx';
import { EditForm, type FrameProps } from '../edit/EditForm.tsx';
import type { KindView } from './kind.ts';
import { useWords } from '../../words/useWords.ts';
import type { PlainKey } from '../../../words/keys.ts';
import type { Translate } from '../../words/words.tsx';
import { useEdited } from '../edit/useEdited.tsx';

const rightsIn = ({ before, after }: Proposal) => ({
  before: (before?.rights ?? null) as Rights | null,
  after: (after.rights ?? null) as Rights | null,
});

const modelReleaseLabels = {
  released: 'review:releaseReleased',
  missing: 'review:releaseMissing',
  'not-needed': 'review:releaseNotNeeded',
} as const satisfies Record<NonNullable<Rights['modelRelease']>, PlainKey>;

const rightsFacts = (rights: Rights | null, t: Translate): Term[] => [
  [t('review:license'), rights?.license],
  [t('review:territories'), rights?.territories.join(', ')],
  [t('review:channels'), rights?.channels.join(', ')],
  [t('review:notBefore'), rights?.embargo],
  [t('review:expires'), rights?.expires],
  [t('review:modelRelease'), rights?.modelRelease ? t(modelReleaseLabels[rights.modelRelease]) : null],
];

/** The same rows on both sides, so that removals show too. */
function RightsChange({ before, after }: { before: Rights | null; after: Rights | null }) {
  const { t } = useWords();
  const [beforeFacts, afterFacts] = [rightsFacts(before, t), rightsFacts(after, t)];
  const shown = beforeFacts.map(([, value], row) => Boolean(value) || Boolean(afterFacts[row]?.[1]));
  const rows = (facts: readonly Term[]): Term[] =>
    facts
      .filter((_, row) => shown[row])
      .map(([label, value]) => [label, value ? value : <Placeholder>{t('ui:notSet')}</Placeholder>]);
  const side = (rights: Rights | null, facts: readonly Term[]) =>
    rights === null ? <Placeholder>{t('review:noRights')}</Placeholder> : <Facts facts={rows(facts)} />;
  return <Sides before={side(before, beforeFacts)} after={side(after, afterFacts)} />;
}

function RightsEdit({ proposed, ...frame }: { proposed: Rights | null } & FrameProps) {
  const [rights, setRights] = useEdited('rights', proposed);
  const id = useId();
  return (
    <EditForm {...frame} value={() => ({ rights })}>
      <RightsParts id={(part) => `${id}-${part}`} rights={rights} onChange={setRights} />
    </EditForm>
  );
}

export const rights: KindView = {
  label: (t) => t('review:kindRights'),
  gist: (proposal, t) => {
    const { before, after } = rightsIn(proposal);
    return t(
      before === null ? 'review:addRights' : after === null ? 'review:clearRights' : 'review:changeRights',
    );
  },
  Change: ({ proposal }) => (
    <TargetPreview id={proposal.target.id}>{() => <RightsChange {...rightsIn(proposal)} />}</TargetPreview>
  ),
  Edit: ({ proposal, ...frame }) => <RightsEdit proposed={rightsIn(proposal).after} {...frame} />,
};
