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
  const route = useAdminRoute();
  const [open, setOpen] = useState(false);
  const read = useOperation('get_brand_version', open ? { slug: brand, n: String(version.number) } : null);
  const restore = async (): Promise<void> => {
    try {
      await call('restore_brand_version', { slug: brand, n: String(version.number) });
      toast.success(`Restored version ${version.number}.`);
      onDone();
    } catch (error) {
      toast.error(wordsOf(error));
    }
  };
  return (
    <li className="mq-version">
      <div className="mq-row">
        <strong>{version.name ?? `Version ${version.number}`}</strong>
        {version.live && <span className="mq-badge mq-badge--active">Live</span>}
        {version.publishedAt && !version.live && <span className="mq-badge">Published</span>}
        <span className="mq-muted">
          {version.actor.name},{' '}
          <time dateTime={version.updatedAt}>{new Date(version.updatedAt).toLocaleString()}</time>
        </span>
      </div>
      <p>{version.note ?? version.summary}</p>
      <div className="mq-row">
        <button type="button" className="mq-link" aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? 'Hide' : 'Show'} what changed in version {version.number}
        </button>
        <Link
          className="mq-link"
          href={route(brandPathOf(brand, `versions/${version.number}`))}
          prefetch={false}
          aria-label={`Preview version ${version.number}`}
        >
          Preview
        </Link>
        {mayWrite && !last && (
          <ConfirmButton
            label="Restore…"
            confirm={`Restore rules, pages and theme of version ${version.number}`}
            onConfirm={restore}
          />
        )}
      </div>
      {read.data && open && <Changes brand={brand} version={read.data} />}
    </li>
  );
}
