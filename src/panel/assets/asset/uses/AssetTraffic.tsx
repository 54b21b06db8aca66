'use client';
// How often an asset was delivered in the last days, as bars with a sentence that says the same.
import { useOperation } from '../../../client/useOperation.ts';
import { Alert } from '../../../ui/Alert.tsx';
import { useWords } from '../../../words/useWords.ts';

const days = 30;

/** Of the drawing, whose width is a unit of ten per day. */
const height = 60;

/** A day with deliveries is always seen, however few they are beside another's. */
const barHeight = (requests: number, most: number): number =>
  requests === 0 ? 1 : Math.max(3, (requests / most) * height);

export function AssetTraffic({ id }: { id: string }) {
  const { t, lastDay, filesize } = useWords();
  const { data: traffic, problem } = useOperation('get_asset_traffic', { id, days });
  if (problem) return <Alert problem={problem} />;
  if (!traffic) return null;
  const best = traffic.days.reduce((one, other) => (other.requests > one.requests ? other : one), {
    day: '',
    requests: 0,
  });
  const summary =
    best.requests === 0
      ? t('uses:noDeliveries')
      : [
          t('uses:deliveries', { count: traffic.requests, size: filesize(traffic.bytes) }),
          t('uses:mostDeliveries', { count: best.requests, date: lastDay(best.day) }),
        ].join(' · ');
  return (
    <section className="mq-traffic" aria-label={t('uses:traffic', { count: days })}>
      <h3>{t('uses:traffic', { count: days })}</h3>
      {best.requests > 0 && (
        <svg
          viewBox={`0 0 ${traffic.days.length * 10} ${height}`}
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          {traffic.days.map(({ day, requests }, at) => {
            const tall = barHeight(requests, best.requests);
            return <rect key={day} x={at * 10 + 1} y={height - tall} width={8} height={tall} />;
          })}
        </svg>
      )}
      <p className="mq-muted">{summary}</p>
    </section>
  );
}
