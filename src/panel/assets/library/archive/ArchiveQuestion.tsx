'use client';
// Says where assets are used before they are archived, as the page of one asset does.
import { PlaceList } from '../../../shell/PlaceList.tsx';
import { StopOrCancel } from '../../../ui/form/StopOrCancel.tsx';
import { useWords } from '../../../words/useWords.ts';
import { nameOf } from '../../name-of.ts';
import type { SeveralUses } from './uses-of-several.ts';

interface Props {
  /** What going on does, on its button. */
  action: string;
  uses: SeveralUses;
  busy: boolean;
  onArchive: () => void;
  onCancel: () => void;
}

function Used({ uses: { used, total } }: Pick<Props, 'uses'>) {
  const { t } = useWords();
  if (used.length === 0) return null;
  return (
    <>
      <p>{t('library:archiveUsed', { count: used.length, total })}</p>
      <PlaceList
        label={t('review:stopsWorking')}
        places={used.map(({ asset, places }) => ({
          key: asset.id,
          name: nameOf(asset),
          note: places,
          path: `/collections/assets/${asset.id}`,
        }))}
      />
      {used.some(({ isWatermark }) => isWatermark) && <p>{t('library:archiveWatermarks')}</p>}
    </>
  );
}

export function ArchiveQuestion({ action, uses, busy, onArchive, onCancel }: Props) {
  const { t } = useWords();
  const { total, unknown, unchecked } = uses;
  return (
    <div className="mq-form" role="group" aria-label={action}>
      <div role="status">
        <Used uses={uses} />
        {unknown > 0 && <p>{t('library:usesUnknown', { count: unknown })}</p>}
        {unchecked > 0 && <p>{t('library:usesUnchecked', { count: total - unchecked })}</p>}
      </div>
      <div className="mq-row">
        <StopOrCancel action={action} disabled={busy} autoFocus onStop={onArchive} onCancel={onCancel} />
      </div>
    </div>
  );
}
