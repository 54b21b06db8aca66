'use client';
// The collections that an asset is in.
import { Link } from '@payloadcms/ui';
import { useId } from 'react';
import type { Proposal } from '../../../review/schemas.ts';
import { CollectionCover } from '../../assets/collections/CollectionCover.tsx';
import { collectionPathOf } from '../../assets/collections/paths.ts';
import { withThumbnails } from '../../assets/pictured.ts';
import { useOperation } from '../../client/useOperation.ts';
import { useAdminRoute } from '../../shell/routes.ts';
import { ChosenPart } from '../../ui/ChosenPart.tsx';
import { useWords } from '../../words/useWords.ts';
import '../../assets/collections/choices.css';
import { TargetPreview } from '../changes/AssetPreview.tsx';
import { Placeholder, Sides } from '../changes/Sides.tsx';
import { EditForm, type FrameProps } from '../edit/EditForm.tsx';
import type { KindView } from './kind.ts';
import { useEdited } from '../edit/useEdited.tsx';

const idsIn = ({ before, after }: Proposal) => ({
  before: (before?.collections ?? []) as string[],
  add: (after.collections ?? []) as string[],
  remove: (after.remove ?? []) as string[],
});

/** Collections as rows, with their pictures. */
function Collections({ ids }: { ids: readonly string[] }) {
  const { t } = useWords();
  const route = useAdminRoute();
  const { data } = useOperation('list_collections', withThumbnails);
  if (ids.length === 0) return <Placeholder>{t('review:inNoneOfThese')}</Placeholder>;
  if (!data) return null;
  return (
    <ul className="mq-collections-of">
      {ids.map((id) => {
        const collection = data.find((one) => one.id === id);
        return (
          <li key={id}>
            {collection ? (
              <Link href={route(collectionPathOf(id))} prefetch={false}>
                <span className="mq-choice__picture">
                  <CollectionCover collection={{ previews: collection.previews.slice(0, 1) }} shownAt={40} />
                </span>
                {collection.name}
              </Link>
            ) : (
              <Placeholder>{t('review:hiddenCollection')}</Placeholder>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Edit({ proposal, ...frame }: { proposal: Proposal } & FrameProps) {
  const { t } = useWords();
  const proposed = idsIn(proposal);
  const { data } = useOperation('list_collections', withThumbnails);
  const [add, setAdd] = useEdited<readonly string[]>('add', proposed.add);
  const [remove, setRemove] = useEdited<readonly string[]>('remove', proposed.remove);
  const id = useId();
  const named = (ids: readonly string[]) =>
    ids.map((value) => {
      const name = data?.find((one) => one.id === value)?.name ?? t('review:hiddenCollection');
      return { value, name, label: name };
    });
  return (
    <EditForm
      {...frame}
      value={() => ({
        ...(add.length > 0 ? { add: [...add] } : {}),
        ...(remove.length > 0 ? { remove: [...remove] } : {}),
      })}
    >
      <ChosenPart
        id={`${id}-add`}
        label={t('review:addToThese')}
        noun="collection"
        choices={named([...new Set([...proposed.add, ...(data ?? []).map((one) => one.id)])])}
        chosen={add}
        onChange={setAdd}
      />
      {proposed.remove.length > 0 && (
        <ChosenPart
          id={`${id}-remove`}
          label={t('review:removeFromThese')}
          noun="collection"
          choices={named(proposed.remove)}
          chosen={remove}
          onChange={setRemove}
        />
      )}
    </EditForm>
  );
}

export const collections: KindView = {
  label: (t) => t('review:kindCollections'),
  gist: (proposal, t) => {
    const { add, remove } = idsIn(proposal);
    if (remove.length === 0) return t('review:addToCollections', { count: add.length });
    if (add.length === 0) return t('review:removeFromCollections', { count: remove.length });
    return t('review:changeCollections');
  },
  Change: ({ proposal }) => {
    const { before, add, remove } = idsIn(proposal);
    const after = [...before.filter((id) => !remove.includes(id) && !add.includes(id)), ...add];
    return (
      <TargetPreview id={proposal.target.id}>
        {() => <Sides before={<Collections ids={before} />} after={<Collections ids={after} />} />}
      </TargetPreview>
    );
  },
  Edit,
};
