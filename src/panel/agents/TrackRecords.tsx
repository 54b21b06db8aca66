'use client';
// What became of each agent's proposals, by kind of change; and for admins, what they allow it without review.
import type { TrackRecord } from '../../review/track-record.ts';
import { useMe } from '../client/me.tsx';
import { changesTo, useLive } from '../client/live.ts';
import { useOperation } from '../client/useOperation.ts';
import { useKinds } from '../review/kind-names.tsx';
import { Alert } from '../ui/Alert.tsx';
import { useWords } from '../words/useWords.ts';
import type { Allowing } from './AllowSheet.tsx';
import type { AutoAccept } from './useAutoAccept.ts';

/** What is decided changes these. */
const shown = changesTo('key', 'asset', 'brand', 'collection', 'workspace');

interface Props {
  /** Null for those who can't allow anything. */
  auto: AutoAccept | null;
  onAllow: (allowing: Allowing) => void;
}

function Permission({ record: { key, kind }, auto, onAllow }: { record: TrackRecord } & Props) {
  const { t } = useWords();
  const { nameOf, showsOnce } = useKinds();
  if (auto?.rules.some((rule) => rule.key === key.id && rule.kind === kind))
    return <span className="mq-badge mq-badge--active">{t('agents:withoutReviewNow')}</span>;
  if (showsOnce(kind) || !auto?.keys.some(({ id }) => id === key.id)) return null;
  return (
    <button
      type="button"
      className="mq-link"
      aria-label={t('agents:allowOne', { agent: key.name, kind: nameOf(kind) })}
      onClick={() => onAllow({ key: key.id, kind })}
    >
      {t('agents:allowThis')}
    </button>
  );
}

function Row({ record, auto, onAllow }: { record: TrackRecord } & Props) {
  const { number, t } = useWords();
  const { nameOf } = useKinds();
  const { key, kind, accepted, edited, rejected, automatic } = record;
  return (
    <tr>
      <th scope="row">{key.name}</th>
      <td>{nameOf(kind)}</td>
      <td data-label={t('review:accepted')}>{number(accepted)}</td>
      <td data-label={t('agents:edited')}>{number(edited)}</td>
      <td data-label={t('review:rejected')}>{number(rejected)}</td>
      <td data-label={t('agents:automatic')}>{number(automatic)}</td>
      {auto && (
        <td className="mq-track-record__may">
          <Permission record={record} auto={auto} onAllow={onAllow} />
        </td>
      )}
    </tr>
  );
}

export function TrackRecords({ auto, onAllow }: Props) {
  const { t } = useWords();
  const me = useMe();
  const { data, problem, again } = useOperation('list_track_records', me?.workspace ? {} : null);
  useLive(shown, again);
  if (!data?.length && !problem) return null;
  return (
    <section className="mq-panel" aria-labelledby="mq-track-records">
      <h2 id="mq-track-records">{t('agents:trackRecord')}</h2>
      <p className="mq-muted">{t('agents:trackRecordIntro')}</p>
      <Alert problem={problem} />
      <table className="mq-track-record">
        <thead>
          <tr>
            <th scope="col">{t('agents:agent')}</th>
            <th scope="col">{t('review:kind')}</th>
            <th scope="col">{t('review:accepted')}</th>
            <th scope="col">{t('agents:edited')}</th>
            <th scope="col">{t('review:rejected')}</th>
            <th scope="col">{t('agents:automatic')}</th>
            {auto && (
              <th scope="col">
                <span className="mq-sr-only">{t('agents:withoutReview')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {data?.map((record) => (
            <Row key={`${record.key.id} ${record.kind}`} record={record} auto={auto} onAllow={onAllow} />
          ))}
        </tbody>
      </table>
    </section>
  );
}
