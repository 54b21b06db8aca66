'use client';
// Tags to add to an asset, or to remove.
import { useId } from 'react';
import type { Proposal } from '../../../review/schemas.ts';
import { Chips } from '../../ui/tags/Chips.tsx';
import { Frame } from '../../ui/form/inputs.tsx';
import { TargetPreview } from '../changes/AssetPreview.tsx';
import { Sides } from '../changes/Sides.tsx';
import { TagList } from '../changes/TagList.tsx';
import { EditForm, type FrameProps } from '../edit/EditForm.tsx';
import { TagsPart } from '../edit/ValuesPart.tsx';
import type { KindView } from './kind.ts';
import { useWords } from '../../words/useWords.ts';
import { useEdited } from '../edit/useEdited.tsx';

const tagsIn = ({ before, after }: Proposal) => ({
  before: (before?.tags ?? []) as string[],
  added: (after.tags ?? []) as string[],
  /** Null if tags are only suggested: then an edited proposal can only add tags. */
  remove: (after.remove ?? null) as string[] | null,
});

function TagsChange({ proposal }: { proposal: Proposal }) {
  const { before, added, remove } = tagsIn(proposal);
  const removed = remove ?? [];
  const removedKeys = new Set(removed.map((tag) => tag.toLowerCase()));
  const kept = before.filter((tag) => !removedKeys.has(tag.toLowerCase()));
  return (
    <Sides
      before={<TagList tags={before} />}
      after={<TagList tags={kept} added={added} removed={removed} />}
    />
  );
}

function TagsEdit({
  proposed,
  removed,
  ...frame
}: { proposed: readonly string[]; removed: readonly string[] | null } & FrameProps) {
  const { t } = useWords();
  const [tags, setTags] = useEdited('tags', proposed);
  const [gone, setGone] = useEdited('gone', removed ?? []);
  const id = useId();
  return (
    <EditForm {...frame} value={() => (removed === null ? { tags } : { add: tags, remove: gone })}>
      <TagsPart tags={tags} onChange={setTags} />
      {removed !== null && removed.length > 0 && (
        <Frame id={id} label={t('review:tagsToRemove')}>
          <Chips id={id} noun="tag" values={gone} onChange={setGone} />
        </Frame>
      )}
    </EditForm>
  );
}

export const tags: KindView = {
  label: (t) => t('review:kindTags'),
  gist: (proposal, t) => {
    const { added, remove } = tagsIn(proposal);
    return t('review:tagsOf', { tags: [...added, ...(remove ?? []).map((tag) => `−${tag}`)].join(', ') });
  },
  Change: ({ proposal }) => (
    <TargetPreview id={proposal.target.id}>{() => <TagsChange proposal={proposal} />}</TargetPreview>
  ),
  Edit: ({ proposal, ...frame }) => {
    const { added, remove } = tagsIn(proposal);
    return <TagsEdit proposed={added} removed={remove} {...frame} />;
  },
};
