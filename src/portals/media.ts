// Files as a portal delivers them: those that may be used now, at URLs signed for a day.
import { hasRenditions } from '../assets/metadata/kinds.ts';
import { translatedIn, translationsSql, type Translations } from '../assets/languages/read-language.ts';
import { aiSql } from '../assets/queries.ts';
import type { AiAnswer } from '../lib/made-by-ai.ts';
import type { Rights } from '../assets/schemas.ts';
import { signedAddress } from '../assets/delivery/signed-media.ts';
import { alternativesFor, isAllowed, type RenditionRules } from '../assets/delivery/transform.ts';
import { statement, type Db } from '../core/db/pool.ts';
import type { Service } from '../core/service.ts';
import { usableNowSql } from '../usage-rights/now.ts';
import type { Media, Preset } from './schemas.ts';

export const mediaColumns = `a.id, a.sha256, a.filename, a.mime_type, a.filesize, a.width, a.height, a.metadata, a.rights, ${aiSql('a')} as ai, ${translationsSql('a')} as translations`;

export interface MediaRow {
  id: string;
  sha256: string;
  filename: string;
  mime_type: string;
  filesize: number;
  width: number | null;
  height: number | null;
  metadata: {
    title?: string;
    description?: string;
    alt?: string;
    creator?: string;
    copyright?: string;
  } | null;
  rights: Rights | null;
  ai: AiAnswer;
  translations: Translations | null;
}

const named = statement(
  'portals:media',
  `select ${mediaColumns} from payload.assets a where a.workspace_id = $1 and a.id = any($2::uuid[]) and ${usableNowSql('a')}`,
);

const ofCollections = statement(
  'portals:media-of-collections',
  `select k.id as collection_id, x.* from payload.collections k cross join lateral (
     select ${mediaColumns} from marque.collection_assets m join payload.assets a on a.id = m.asset_id
     where m.collection_id = k.id and a.workspace_id = k.workspace_id and ${usableNowSql('a')}
     order by a.created_at desc, a.id desc limit $3) x
   where k.workspace_id = $1 and k.id = any($2::uuid[]) and k.effective_private is not true`,
);

/** A file as it's read in a language; null: the default. */
export const mediaIn = <Row extends MediaRow>(row: Row, language: string | null): Row => ({
  ...row,
  metadata: translatedIn(row.metadata ?? {}, row.translations, language),
});

/** The given assets that may be used now, by id. @param language of their texts; null: the default */
export async function mediaNamed(
  db: Db,
  workspaceId: string,
  ids: Iterable<string>,
  language: string | null = null,
): Promise<Map<string, MediaRow>> {
  const wanted = [...new Set(ids)];
  if (wanted.length === 0) return new Map();
  const rows = await db.query<MediaRow>(named, [workspaceId, wanted]);
  return new Map(rows.map((row) => [row.id, mediaIn(row, language)]));
}

/** The newest files of collections that may be used now, by collection; none of a private one. */
export async function mediaOfCollections(
  db: Db,
  workspaceId: string,
  ids: readonly string[],
  mostOfEach: number,
  language: string | null,
): Promise<Map<string, MediaRow[]>> {
  if (ids.length === 0) return new Map();
  const rows = await db.query<MediaRow & { collection_id: string }>(ofCollections, [
    workspaceId,
    ids,
    mostOfEach,
  ]);
  const byCollection = new Map<string, MediaRow[]>();
  for (const { collection_id: id, ...read } of rows) {
    const row = mediaIn(read, language);
    const before = byCollection.get(id);
    if (before) before.push(row);
    else byCollection.set(id, [row]);
  }
  return byCollection;
}

const thumbnailTransform = 'w_320,f_webp';

export function toMedia(service: Service, row: MediaRow): Media {
  return {
    url: signedAddress(service, row, null),
    thumbnail: hasRenditions(row.mime_type, row.width)
      ? signedAddress(service, row, thumbnailTransform)
      : null,
    filename: row.filename,
    mime: row.mime_type,
    width: row.width,
    height: row.height,
    title: row.metadata?.title ?? null,
    alt: row.metadata?.alt ?? null,
  };
}

/** Media by asset id, as in responses. */
export function mediaById(service: Service, rows: Iterable<MediaRow>): Record<string, Media> {
  return Object.fromEntries([...rows].map((row) => [row.id, toMedia(service, row)]));
}

/** A file's downloads: the original, and renditions by preset if it can be transformed. */
export function downloadsOf(
  service: Service,
  row: MediaRow,
  presets: readonly Preset[],
  rules: RenditionRules,
): { name: string; url: string }[] {
  const offered =
    presets.length > 0
      ? presets.filter(
          ({ transform }) =>
            hasRenditions(row.mime_type, row.width) &&
            isAllowed(transform, { mime: row.mime_type, width: row.width, height: row.height }, rules),
        )
      : alternativesFor(row.mime_type, row.width, row.height, rules);
  return [
    { name: 'original', url: signedAddress(service, row, null, { download: true }) },
    ...offered.map(({ name, transform }) => ({
      name,
      url: signedAddress(service, row, transform, { download: true }),
    })),
  ];
}
