'use client';
// The dominant colors of an asset: each finds other pictures with it, and can be copied. Nothing if there are none.
import { Link } from '@payloadcms/ui';
import { changesTo, useLive } from '../../../client/live.ts';
import { useOperation } from '../../../client/useOperation.ts';
import { useAdminRoute } from '../../../shell/routes.ts';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import { useWords } from '../../../words/useWords.ts';
import '../../swatches.css';

export function AssetColors({ id }: { id: string }) {
  const { t } = useWords();
  const route = useAdminRoute();
  const { answer, again } = useOperation('get_asset_colors', { id });
  useLive(changesTo('asset'), again);
  if (!answer || answer.data.length === 0) return null;
  return (
    <section className="mq-colors" aria-labelledby="mq-colors">
      <h2 id="mq-colors">{t('asset:colors')}</h2>
      <ul>
        {answer.data.map(({ hex, share }) => (
          <li key={hex}>
            <Link
              className="mq-colors__swatch"
              style={{ background: hex }}
              href={route(`/collections/assets?color=${hex.slice(1)}`)}
              prefetch={false}
              title={t('asset:findColor', { color: hex })}
              aria-label={t('asset:findColor', { color: hex })}
            />
            <span className="mq-colors__name">
              <span>
                <code>{hex}</code>
                <span className="mq-muted">{t('asset:percent', { percent: Math.round(share * 100) })}</span>
              </span>
              <CopyButton value={hex} label={t('asset:copyColor', { color: hex })} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
