'use client';
// A group of near-duplicates: its pictures side by side, which one to keep, and what becomes of the others.
import { Link } from '@payloadcms/ui';
import { useState } from 'react';
import type { Asset } from '../../../assets/schemas.ts';
import { useAdminRoute } from '../../shell/routes.ts';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { Sheet } from '../../ui/overlays/Sheet.tsx';
import { StateBadge } from '../../ui/StateBadge.tsx';
import { Thumbnail } from '../../ui/Thumbnail.tsx';
import { useWords } from '../../words/useWords.ts';
import { ArchiveQuestion } from '../library/archive/ArchiveQuestion.tsx';
import { nameOf } from '../name-of.ts';
import { pixelsOf } from '../pixels.ts';
import { useDeciding } from './useDeciding.ts';
import type { Alike, Group } from './useDuplicates.ts';
import { versionOrder } from './version-order.ts';

interface PictureProps extends Alike {
  /** Of the radio buttons. */
  group: string;
  chosen: boolean;
  /** Null: there's nothing to choose. */
  onChoose: (() => void) | null;
}

function Picture({ asset, kind, group, chosen, onChoose }: PictureProps) {
  const { t, filesize, when } = useWords();
  const route = useAdminRoute();
  const name = nameOf(asset);
  const kinds = {
    duplicate: t('asset:samePicture'),
    near: t('asset:nearPicture'),
    variant: t('asset:variant'),
  };
  const size = [pixelsOf(asset), filesize(asset.size)].filter((one) => one !== null).join(' · ');
  return (
    <li data-asset={asset.id}>
      <Link href={route(`/collections/assets/${asset.id}`)} prefetch={false} title={asset.filename}>
        <Thumbnail asset={asset} shownAt={180} />
        <span className="mq-alike__name">{name}</span>
      </Link>
      <span className="mq-muted">{size}</span>
      <span className="mq-muted">{t('duplicates:added', { date: when(asset.createdAt) })}</span>
      {!chosen && <span className="mq-muted">{kinds[kind]}</span>}
      {asset.state !== 'active' && <StateBadge state={asset.state} />}
      {onChoose && (
        <label className="mq-tick">
          <input type="radio" name={group} checked={chosen} onChange={onChoose} />
          <span aria-hidden="true">{t('duplicates:keepThis')}</span>
          <span className="mq-sr-only">{t('duplicates:keepOne', { name })}</span>
        </label>
      )}
    </li>
  );
}

interface DecisionsProps {
  group: Group;
  kept: Asset;
  deciding: ReturnType<typeof useDeciding>;
}

function Decisions({ group, kept, deciding }: DecisionsProps) {
  const { t } = useWords();
  const assets = group.assets.map(({ asset }) => asset);
  // What was never in use can't be archived.
  const archivable = assets.filter(({ id, status }) => id !== kept.id && status === 'active');
  const isWhole = group.count === assets.length;
  const order = isWhole ? versionOrder(assets, kept.id) : null;
  return (
    <div className="mq-row">
      {archivable.length > 0 && (
        <button
          type="button"
          className="mq-button mq-button--small"
          disabled={deciding.busy}
          onClick={() => void deciding.archive(kept, archivable)}
        >
          {t('duplicates:archiveOthers', { count: archivable.length })}
        </button>
      )}
      {isWhole && (
        <button
          type="button"
          className="mq-button mq-button--small"
          disabled={deciding.busy}
          onClick={() => void deciding.keep(assets, true)}
        >
          {t('duplicates:keepAll')}
        </button>
      )}
      {order && (
        <ConfirmButton
          label={t('duplicates:makeVersions')}
          confirm={t('duplicates:confirmVersions', { name: nameOf(kept) })}
          busy={deciding.busy}
          onConfirm={() => deciding.makeVersions(order)}
        />
      )}
      {!isWhole && (
        <span className="mq-muted">{t('duplicates:more', { count: group.count - assets.length })}</span>
      )}
    </div>
  );
}

interface Props {
  group: Group;
  /** They are kept on purpose. */
  isKept: boolean;
  mayDecide: boolean;
  onGone: (ids: readonly string[]) => void;
}

export function DuplicateGroup({ group, isKept, mayDecide, onGone }: Props) {
  const { t } = useWords();
  const deciding = useDeciding(onGone);
  const [chosen, setChosen] = useState(group.key);
  const kept = (group.assets.find(({ asset }) => asset.id === chosen) ?? group.assets[0])?.asset;
  if (!kept) return null;
  const { question } = deciding;
  return (
    <li className="mq-alike" data-group={group.key}>
      <h2 id={`alike-${group.key}`}>{t('duplicates:group', { count: group.count })}</h2>
      <ul aria-labelledby={`alike-${group.key}`}>
        {group.assets.map((one) => (
          <Picture
            key={one.asset.id}
            {...one}
            group={group.key}
            chosen={one.asset.id === kept.id}
            onChoose={mayDecide && !isKept ? () => setChosen(one.asset.id) : null}
          />
        ))}
      </ul>
      {mayDecide && !isKept && <Decisions group={group} kept={kept} deciding={deciding} />}
      {mayDecide && isKept && (
        <button
          type="button"
          className="mq-button mq-button--small"
          disabled={deciding.busy}
          onClick={() =>
            void deciding.keep(
              group.assets.map(({ asset }) => asset),
              false,
            )
          }
        >
          {t('duplicates:listAgain')}
        </button>
      )}
      {question && (
        <Sheet title={t('library:archiveTitle')} onClose={deciding.cancel}>
          <ArchiveQuestion
            action={t('library:archiveSome', { count: question.uses.total })}
            uses={question.uses}
            busy={deciding.busy}
            onArchive={() => void deciding.archiveUsed(kept, question)}
            onCancel={deciding.cancel}
          />
        </Sheet>
      )}
    </li>
  );
}
