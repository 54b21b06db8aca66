'use client';
// What became of each agent's proposals, by kind of change.
import { useMe } from '../client/me.tsx';
import { changesTo, useLive } from '../client/live.ts';
import { useOperation } from '../client/useOperation.ts';
import { kindNamed } from '../review/kind-words.ts';
import { Alert } from '../ui/Alert.tsx';
import { useWords } from '../words/useWords.ts';

/** What is decided changes these. */
const shown = changesTo('key', 'asset', 'brand', 'collection', 'workspace');

export function TrackRecords() {
  const { number, t } = useWords();
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
          </tr>
        </thead>
        <tbody>
          {data?.map(({ key, kind, accepted, edited, rejected }) => (
            <tr key={`${key.id} ${kind}`}>
              <th scope="row">{key.name}</th>
              <td>{kindNamed(kind, t)}</td>
              <td>{number(accepted)}</td>
              <td>{number(edited)}</td>
              <td>{number(rejected)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
