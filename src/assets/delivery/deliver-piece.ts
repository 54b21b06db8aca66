// Delivers what a preview has beside its picture, to those who can read the record.
import { notFound } from '../../core/errors.ts';
import type { Answer, RequestFacts } from '../../core/operation.ts';
import type { Service } from '../../core/service.ts';
import type { PieceName } from '../metadata/previewers.ts';
import { keptPiece } from '../previews/pieces.ts';
import { keptPlayable } from '../previews/playable.ts';
import { cacheControl } from './caching.ts';
import type { DeliveryRow } from './delivery-rows.ts';
import { answerPiece } from './serve-piece.ts';

const kinds = {
  clip: { mime: 'video/webm', ending: 'webm' },
  strip: { mime: 'image/webp', ending: 'webp' },
} as const satisfies Record<PieceName, { mime: string; ending: string }>;

interface Kept {
  key: string;
  size: number;
  keptAs: string;
}

/** @param piece what it's called in tags and names of files */
function send(
  service: Service,
  facts: RequestFacts,
  row: DeliveryRow,
  { key, size, keptAs }: Kept,
  { piece, mime, ending }: { piece: string; mime: string; ending: string },
): Answer {
  return answerPiece(
    service,
    facts,
    {
      key,
      size,
      etag: `"${row.sha256.slice(0, 32)}-${piece}-${keptAs}"`,
      mime,
      filename: `${row.filename.replace(/\.[^.]*$/, '')}-${piece}.${ending}`,
      download: facts.url.searchParams.has('download'),
      cache: cacheControl(row.versioned === true ? 'kept' : 'record', row.expires, new Date()),
      vary: false,
      mining: row.mining ?? null,
    },
    null,
  );
}

/**
 * @param row of `contentQuery`
 * @throws ApiError not_found, also for deleted assets; unsupported if the file has no such piece; unavailable while it's made.
 */
export async function deliverPreviewPiece(
  service: Service,
  facts: RequestFacts,
  row: DeliveryRow | null,
  piece: PieceName,
): Promise<Answer> {
  if (!row || row.deleted) throw notFound();
  const kept = await keptPiece(service, { sha256: row.sha256, mime: row.mime_type }, piece);
  return send(service, facts, row, kept, { piece, ...kinds[piece] });
}

/** As `deliverPreviewPiece`, of the version of a video that browsers play. */
export async function deliverPlayable(
  service: Service,
  facts: RequestFacts,
  row: DeliveryRow | null,
): Promise<Answer> {
  if (!row || row.deleted) throw notFound();
  const kept = await keptPlayable(service, { sha256: row.sha256, mime: row.mime_type });
  return send(service, facts, row, kept, { piece: 'web', mime: 'video/webm', ending: 'webm' });
}
