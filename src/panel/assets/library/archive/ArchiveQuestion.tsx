'use client';
// Says where assets are used before they are archived or moved to the trash, as the page of one asset does.
import { PlaceList } from '../../../shell/PlaceList.tsx';
import { useWords } from '../../../words/useWords.ts';
import { nameOf } from '../../name-of.ts';
import type { SeveralUses } from './uses-of-several.ts';

const sentences = {
  archive: {
    action: 'library:archiveSome',
    used: 'library:archiveUsed',
    watermarks: 'library:archiveWatermarks',
  },
  trash: { action: 'library:trashSome', used: 'library:trashUsed', watermarks: 'library:archiveWatermarks' },
} as const;

interface Props {
  uses: SeveralUses;
  /** What is asked. */
  about?: keyof typeof sentences;
  busy: boolean;
  onArchive: () => void;
  onCancel: () => void;
}

function Used({ uses: { used, total }, about = 'archive' }: Pick<Props, 'uses' | 'about'>) {
  const { t } = useWords();
  if (used.length === 0) return null;
  return (
    <>
      <p>{t(sentences[about].used, { count: used.length, total })}</p>
      <PlaceList
        label={t('review:stopsWorking')}
        places={used.map(({ asset, places }) => ({
          key: asset.id,
          name: nameOf(asset),
          note: places,
          path: `/collections/assets/${asset.id}`,
        }))}
      />
      {used.some(({ isWatermark }) => isWatermark) && <p>{t(sentences[about].watermarks)}</p>}
    </>
  );
}

export function ArchiveQuestion({ uses, about = 'archive', busy, onArchive, onCancel }: Props) {
  const { t } = useWords();
  const { total, unknown, unchecked } = uses;
  const action = t(sentences[about].action, { count: total });
  return (
    <div className="mq-form" role="group" aria-label={action}>
      <div role="status">
        <Used uses={uses} about={about} />
        {unknown > 0 && <p>{t('library:usesUnknown', { count: unknown })}</p>}
        {unchecked > 0 && <p>{t('library:usesUnchecked', { count: total - unchecked })}</p>}
      </div>
      <div className="mq-row">
        <button
          type="button"
          className="mq-button mq-button--stop"
          disabled={busy}
          autoFocus
          onClick={onArchive}
        >
          {action}
        </button>
        <button type="button" className="mq-link" onClick={onCancel}>
          {t('ui:cancel')}
        </button>
      </div>
    </div>
  );
}
