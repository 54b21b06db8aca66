'use client';
// The activity of one asset, newest first.
import { useOperation } from '../../../client/useOperation.ts';
import { fromActivity } from '../../../events/event-words.ts';
import { EventLine } from '../../../events/Events.tsx';
import { Alert } from '../../../ui/Alert.tsx';
import { useAssetForm } from '../record/useOpenAsset.ts';
import { useWords } from '../../../words/useWords.ts';

export function AssetActivity() {
  const { t } = useWords();
  const { asset } = useAssetForm();
  const { data: events, problem } = useOperation(
    'list_asset_activity',
    asset ? { id: asset.id, limit: 100 } : null,
  );
  if (problem) return <Alert problem={problem} />;
  if (!events) return null;
  if (events.length === 0) return <p className="mq-quiet">{t('events:nothingYet')}</p>;
  return (
    <ol className="mq-event-list" aria-label={t('events:activity')}>
      {events.map(fromActivity).map((event) => (
        <EventLine key={event.id} event={event} />
      ))}
    </ol>
  );
}
