'use client';
// Moving an asset to the trash, with where it's used until then, or restoring it. There's nothing to edit.
import type { Proposal } from '../../../review/schemas.ts';
import { UsesOf } from '../../assets/asset/uses/UsesOf.tsx';
import { useWords } from '../../words/useWords.ts';
import { TargetPreview } from '../changes/AssetPreview.tsx';
import type { KindView } from './kind.ts';

const deletes = ({ after }: Proposal): boolean => after.deleted === true;

function DeletedChange({ proposal }: { proposal: Proposal }) {
  const { t } = useWords();
  if (!deletes(proposal)) return <p>{t('review:restoreMeans')}</p>;
  return (
    <>
      <p>{t('review:deleteMeans')}</p>
      {proposal.status === 'waiting' && (
        <section aria-label={t('review:stopsWorking')}>
          <h3>{t('review:stopsWorking')}</h3>
          <UsesOf id={proposal.target.id} />
        </section>
      )}
    </>
  );
}

export const deleted: KindView = {
  label: (t) => t('review:kindDeleted'),
  gist: (proposal, t) => t(deletes(proposal) ? 'review:delete' : 'review:restore'),
  Change: ({ proposal }) => (
    <TargetPreview id={proposal.target.id}>{() => <DeletedChange proposal={proposal} />}</TargetPreview>
  ),
};
