'use client';
// The status of an asset: archiving, restoring, publishing it.
import { useId } from 'react';
import type { Status } from '../../../assets/schemas.ts';
import type { Proposal } from '../../../review/schemas.ts';
import { stateKeys } from '../../../words/asset-values.ts';
import { moves } from '../../assets/states.ts';
import { ChoicePart } from '../../ui/form/inputs.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { useWords } from '../../words/useWords.ts';
import { TargetPreview } from '../changes/AssetPreview.tsx';
import { Placeholder, Sides } from '../changes/Sides.tsx';
import { EditForm, type FrameProps } from '../edit/EditForm.tsx';
import type { KindView } from './kind.ts';
import { useEdited } from '../edit/useEdited.tsx';

const statusesIn = ({ before, after }: Proposal) => ({
  before: (before?.status ?? null) as Status | null,
  after: after.status as Status,
});

function Edit({ proposal, ...frame }: { proposal: Proposal } & FrameProps) {
  const { t } = useWords();
  const { before, after } = statusesIn(proposal);
  const [status, setStatus] = useEdited('status', after);
  const id = useId();
  // Putting it up for review isn't a decision.
  const offered = before === null ? [after] : moves[before].map(({ to }) => to);
  const options = [...new Set([after, ...offered])].filter((to) => to !== 'proposed');
  return (
    <EditForm {...frame} value={() => ({ status })}>
      <ChoicePart
        id={id}
        label={t('review:kindStatus')}
        value={status}
        options={options.map((value) => ({ value, label: t(stateKeys[value]) }))}
        onChange={(value) => setStatus(value as Status)}
      />
    </EditForm>
  );
}

export const status: KindView = {
  label: (t) => t('review:kindStatus'),
  gist: (proposal, t) => {
    const { before, after } = statusesIn(proposal);
    const move = before === null ? undefined : moves[before].find(({ to }) => to === after);
    return move ? t(move.label) : t('review:kindStatus');
  },
  Change: ({ proposal }) => {
    const { before, after } = statusesIn(proposal);
    return (
      <TargetPreview id={proposal.target.id}>
        {() => (
          <Sides
            before={<span>{before === null ? <Placeholder /> : <StateBadge state={before} />}</span>}
            after={
              <span>
                <StateBadge state={after} />
              </span>
            }
          />
        )}
      </TargetPreview>
    );
  },
  Edit,
};
