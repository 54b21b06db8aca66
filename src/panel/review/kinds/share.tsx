'use client';
// A proposed share link. Its address is shown to the person who accepts it.
import { useId } from 'react';
import type { Proposal } from '../../../review/schemas.ts';
import type { ShareKind } from '../../../shares/schemas.ts';
import { kindKeys } from '../../shares/LinkForm.tsx';
import { collectionPathOf } from '../../assets/collections/paths.ts';
import { TextPart, TickPart } from '../../ui/form/inputs.tsx';
import { TargetPreview } from '../changes/AssetPreview.tsx';
import { Facts } from '../changes/Facts.tsx';
import { EditForm, type FrameProps } from '../edit/EditForm.tsx';
import type { KindView } from './kind.ts';
import { useWords } from '../../words/useWords.ts';
import { useEdited } from '../edit/useEdited.tsx';

interface Proposed {
  kind: ShareKind;
  name?: string;
  expiresAt?: string;
  allowDownloads?: boolean;
  /** Once accepted. */
  share?: string;
}

const gistKeys = {
  view: 'review:shareToView',
  review: 'review:shareToReview',
  upload: 'review:shareToUpload',
} as const satisfies Record<ShareKind, string>;

const proposedIn = ({ after }: Proposal): Proposed => after as unknown as Proposed;

function ShareFacts({ proposal }: { proposal: Proposal }) {
  const { moment, t } = useWords();
  const { kind, name, expiresAt, allowDownloads } = proposedIn(proposal);
  return (
    <Facts
      facts={[
        [t('shares:linkType'), t(kindKeys[kind])],
        [t('shares:allowDownloads'), kind === 'review' ? t(allowDownloads ? 'ui:yes' : 'ui:no') : null],
        [t('shares:linkName'), name],
        [t('shares:expires'), expiresAt ? moment(expiresAt) : t('shares:never')],
      ]}
    />
  );
}

function Edit({ proposal, ...frame }: { proposal: Proposal } & FrameProps) {
  const { t } = useWords();
  const { share: _, ...proposed } = proposedIn(proposal);
  const [name, setName] = useEdited('name', proposed.name ?? '');
  const [lastDay, setLastDay] = useEdited('lastDay', proposed.expiresAt?.slice(0, 10) ?? '');
  const [allowDownloads, setAllowDownloads] = useEdited('allowDownloads', proposed.allowDownloads ?? false);
  const id = useId();
  const edited = () => {
    const { name: _name, expiresAt, ...others } = proposed;
    const kept = lastDay === expiresAt?.slice(0, 10) ? expiresAt : `${lastDay}T23:59:59Z`;
    return {
      ...others,
      ...(others.kind === 'review' ? { allowDownloads } : {}),
      ...(name.trim() ? { name: name.trim() } : {}),
      ...(lastDay ? { expiresAt: kept } : {}),
    };
  };
  return (
    <EditForm {...frame} value={edited}>
      <TextPart
        id={`${id}-name`}
        label={t('shares:linkName')}
        maxLength={200}
        value={name}
        onChange={setName}
      />
      <TextPart
        id={`${id}-day`}
        label={t('shares:lastDay')}
        type="date"
        value={lastDay}
        onChange={setLastDay}
      />
      {proposed.kind === 'review' && (
        <TickPart label={t('shares:allowDownloads')} checked={allowDownloads} onChange={setAllowDownloads} />
      )}
    </EditForm>
  );
}

export const share: KindView = {
  label: (t) => t('review:kindShare'),
  gist: (proposal, t) => t(gistKeys[proposedIn(proposal).kind], { name: proposal.target.name }),
  Change: ({ proposal }) =>
    proposal.target.resource === 'asset' ? (
      <TargetPreview id={proposal.target.id}>{() => <ShareFacts proposal={proposal} />}</TargetPreview>
    ) : (
      <ShareFacts proposal={proposal} />
    ),
  Edit,
  place: (proposal) =>
    proposal.target.resource === 'asset'
      ? `/collections/assets/${proposal.target.id}`
      : collectionPathOf(proposal.target.id),
};
