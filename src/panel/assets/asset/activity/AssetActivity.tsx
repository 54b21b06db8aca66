'use client';
// The activity of one asset, newest first, with what was changed.
import { useLive } from '../../../client/live.ts';
import { useOperation } from '../../../client/useOperation.ts';
import { fromActivity } from '../../../events/event-words.ts';
import { EventLine } from '../../../events/Events.tsx';
import { Alert } from '../../../ui/Alert.tsx';
import { useOpenAsset } from '../record/open-asset.ts';
import { useWords } from '../../../words/useWords.ts';
import { AssetChanges } from './AssetChanges.tsx';

export function AssetActivity() {
  const { t } = useWords();
  const { id, workspaceId } = useOpenAsset().asset;
  const { data: events, problem, again } = useOperation('list_asset_activity', { id, limit: 100 });
  useLive(({ resource }) => resource?.id === id, again);
  if (problem) return <Alert problem={problem} />;
  if (!events) return null;
  if (events.length === 0) return <p className="mq-quiet">{t('events:nothingYet')}</p>;
  return (
    <ol className="mq-event-list" aria-label={t('events:activity')}>
      {events.map(fromActivity).map((event) => (
        <EventLine key={event.id} event={event}>
          <AssetChanges detail={event.detail} workspaceId={workspaceId} />
        </EventLine>
      ))}
    </ol>
  );
}
