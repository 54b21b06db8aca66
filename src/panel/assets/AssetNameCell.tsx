'use client';
// Cells of Payload's asset table: thumbnail with name, and state.
import { Link } from '@payloadcms/ui';
import type { DefaultCellComponentProps } from 'payload';
import type { Rights, Status } from '../../assets/schemas.ts';
import { useAdminRoute } from '../shell/routes.ts';
import { StateBadge } from '../ui/StateBadge.tsx';
import { stateOf } from './states.ts';
import { Thumbnail } from '../ui/Thumbnail.tsx';

interface Row {
  id: string;
  filename?: string;
  mimeType?: string;
  width?: number | null;
  height?: number | null;
  status: Status;
  rights?: Rights | null;
  deletedAt?: string | null;
}

export function AssetNameCell({ rowData, link }: DefaultCellComponentProps) {
  const route = useAdminRoute();
  const row = rowData as Row;
  const asset = {
    id: row.id,
    mime: row.mimeType ?? '',
    width: row.deletedAt ? null : (row.width ?? null),
    height: row.height ?? null,
  };
  const name = row.filename ?? row.id;
  return (
    <span className="mq-cell">
      <Thumbnail asset={asset} shownAt={48} />
      {link === false ? (
        <span>{name}</span>
      ) : (
        <Link href={route(`/collections/assets/${row.deletedAt ? 'trash/' : ''}${row.id}`)} prefetch={false}>
          {name}
        </Link>
      )}
    </span>
  );
}

/** The computed state: an active asset past its last day is expired. */
export function AssetStateCell({ rowData }: DefaultCellComponentProps) {
  const { status, rights, deletedAt } = rowData as Row;
  return <StateBadge state={stateOf({ status, expires: rights?.expires, deletedAt })} />;
}
