'use client';
// The asset to use instead of another one.
import type { Proposal } from '../../../review/schemas.ts';
import { AssetPart } from '../../assets/AssetPicker.tsx';
import { useWords } from '../../words/useWords.ts';
import { AssetLink } from '../../assets/AssetLink.tsx';
import { TargetPreview } from '../changes/AssetPreview.tsx';
import { Placeholder, Sides } from '../changes/Sides.tsx';
import { EditForm, type FrameProps } from '../edit/EditForm.tsx';
import type { KindView } from './kind.ts';
import { useEdited } from '../edit/useEdited.tsx';

const linksIn = ({ before, after }: Proposal) => ({
  before: (before?.replacement ?? null) as string | null,
  after: (after.replacement ?? null) as string | null,
});

function Replacement({ id }: { id: string | null }) {
  const { t } = useWords();
  return id === null ? <Placeholder>{t('review:noReplacement')}</Placeholder> : <AssetLink id={id} />;
}

function Edit({ proposal, ...frame }: { proposal: Proposal } & FrameProps) {
  const { t } = useWords();
  const [id, setId] = useEdited('id', linksIn(proposal).after);
  return (
    <EditForm {...frame} value={() => ({ replacement: id })}>
      <AssetPart label={t('review:useInstead')} id={id} onChange={setId} />
    </EditForm>
  );
}

export const replacement: KindView = {
  label: (t) => t('review:kindReplacement'),
  gist: (proposal, t) =>
    t(linksIn(proposal).after === null ? 'review:removeReplacement' : 'review:nameReplacement'),
  Change: ({ proposal }) => {
    const { before, after } = linksIn(proposal);
    return (
      <TargetPreview id={proposal.target.id}>
        {() => <Sides before={<Replacement id={before} />} after={<Replacement id={after} />} />}
      </TargetPreview>
    );
  },
  Edit,
};
