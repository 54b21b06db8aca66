'use client';
// A proposed collection.
import { useId } from 'react';
import type { Proposal } from '../../../review/schemas.ts';
import { collectionPathOf, collectionsPath } from '../../assets/collections/paths.ts';
import { TextPart } from '../../ui/form/inputs.tsx';
import { AssetLink } from '../../assets/AssetLink.tsx';
import { Facts } from '../changes/Facts.tsx';
import { EditForm, type FrameProps } from '../edit/EditForm.tsx';
import type { KindView } from './kind.ts';
import { useWords } from '../../words/useWords.ts';
import { useEdited } from '../edit/useEdited.tsx';

interface Proposed {
  name: string;
  description?: string | null;
  assets?: string[];
  /** Once accepted. */
  collection?: string;
}

const proposedIn = ({ after }: Proposal): Proposed => after as unknown as Proposed;

function Change({ proposal }: { proposal: Proposal }) {
  const { t } = useWords();
  const { name, description, assets = [] } = proposedIn(proposal);
  return (
    <>
      <Facts
        facts={[
          [t('ui:name'), name],
          [t('review:kindDescription'), description],
          [t('review:assetCount'), assets.length],
        ]}
      />
      {assets.length > 0 && (
        <div className="mq-row">
          {assets.map((id) => (
            <AssetLink key={id} id={id} />
          ))}
        </div>
      )}
    </>
  );
}

function Edit({ proposal, ...frame }: { proposal: Proposal } & FrameProps) {
  const { t } = useWords();
  const { collection: _, ...proposed } = proposedIn(proposal);
  const [name, setName] = useEdited('name', proposed.name);
  const [description, setDescription] = useEdited('description', proposed.description ?? '');
  const id = useId();
  return (
    <EditForm
      {...frame}
      value={() => ({ ...proposed, name: name.trim(), description: description.trim() || null })}
    >
      <TextPart
        id={`${id}-name`}
        label={t('ui:name')}
        required
        maxLength={200}
        value={name}
        onChange={setName}
      />
      <TextPart
        id={`${id}-description`}
        label={t('review:kindDescription')}
        type="lines"
        maxLength={2000}
        value={description}
        onChange={setDescription}
      />
    </EditForm>
  );
}

export const collection: KindView = {
  label: (t) => t('review:kindCollection'),
  gist: (proposal, t) => t('review:newCollection', { place: proposal.target.name }),
  title: (proposal) => proposedIn(proposal).name,
  Change,
  Edit,
  mark: () => (
    <span className="mq-thumb mq-thumb--file" aria-hidden="true">
      +
    </span>
  ),
  place: (proposal) => {
    const { collection: made } = proposedIn(proposal);
    if (made) return collectionPathOf(made);
    return proposal.target.resource === 'collection' ? collectionPathOf(proposal.target.id) : collectionsPath;
  },
};
