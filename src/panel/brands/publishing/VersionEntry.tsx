'use client';
// One version in a brand's history: what changed in it, and restoring it.
import { Link, toast } from '@payloadcms/ui';
import { useState } from 'react';
import type { BrandVersion } from '../../../brands/publishing/schemas.ts';
import { call } from '../../client/operations.ts';
import { useOperation } from '../../client/useOperation.ts';
import { wordsOf } from '../../client/api.ts';
import { useAdminRoute } from '../../shell/routes.ts';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { useWords } from '../../words/useWords.ts';
import { brandPathOf } from '../paths.ts';
import { Changes } from './Changes.tsx';

interface Props {
  brand: string;
  version: BrandVersion;
  /** The brand's current state, so there's nothing to restore. */
  last: boolean;
  mayWrite: boolean;
  onDone: () => void;
}

export function VersionEntry({ brand, version, last, mayWrite, onDone }: Props) {
  const { t, moment } = useWords();
  // As text: a version's number has no thousands separator.
  const named = { version: String(version.number) };
  const route = useAdminRoute();
  const [open, setOpen] = useState(false);
  const read = useOperation('get_brand_version', open ? { slug: brand, n: String(version.number) } : null);
  const restore = async (): Promise<void> => {
    try {
      await call('restore_brand_version', { slug: brand, n: String(version.number) });
      toast.success(t('publishing:restored', named));
      onDone();
    } catch (error) {
      toast.error(wordsOf(error));
    }
  };
  return (
    <li className="mq-version">
      <div className="mq-row">
        <strong>{version.name ?? t('publishing:version', named)}</strong>
        {version.live && <span className="mq-badge mq-badge--active">{t('publishing:live')}</span>}
        {version.publishedAt && !version.live && (
          <span className="mq-badge">{t('publishing:published')}</span>
        )}
        <span className="mq-muted">
          {version.actor.name}, <time dateTime={version.updatedAt}>{moment(version.updatedAt)}</time>
        </span>
      </div>
      <p>{version.note ?? version.summary}</p>
      <div className="mq-row">
        <button type="button" className="mq-link" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? 'publishing:hideChanges' : 'publishing:showChanges', named)}
        </button>
        <Link
          className="mq-link"
          href={route(brandPathOf(brand, `versions/${version.number}`))}
          prefetch={false}
          aria-label={t('publishing:previewOne', named)}
        >
          {t('publishing:preview')}
        </Link>
        {mayWrite && !last && (
          <ConfirmButton
            label={t('publishing:restoreAsk')}
            confirm={t('publishing:restoreOne', named)}
            onConfirm={restore}
          />
        )}
      </div>
      {read.data && open && <Changes brand={brand} version={read.data} />}
    </li>
  );
}
