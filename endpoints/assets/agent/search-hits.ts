// Search results as an agent gets them: what it takes to choose, in at most 80 tokens a hit.
import { z } from 'zod';
import type { AskAs, ToolPicture, ToolResult } from '../../../src/core/tool.ts';
import type { Asset } from '../../../src/assets/schemas.ts';
import { pictureOf } from './view-assets.ts';

const Arguments = z.object({
  detail: z
    .enum(['brief', 'full'])
    .default('brief')
    .describe('full: whole records with facet counts, about ten times as long'),
  thumbnails: z.boolean().default(false).describe('Include small pictures of the first 20 hits'),
});

const maxTitle = 80;
const maxTags = 60;
/** Longest side of a thumbnail in pixels: at most 88 tokens. */
const thumbnailSize = 256;
const maxThumbnails = 20;
/** Renditions asked for at a time: more would take turns that people wait for. */
const atATime = 4;

const clipped = (text: string): string => (text.length > maxTitle ? `${text.slice(0, maxTitle - 1)}…` : text);

/** The first tags, as many as fit. */
function someTags(tags: readonly string[]): string[] {
  let length = 0;
  return tags.filter((tag) => (length += tag.length + 3) <= maxTags);
}

/** What it takes to choose an asset; values that are the usual ones are left out. */
export function brief(asset: Asset) {
  const tags = someTags(asset.tags);
  return {
    id: asset.id,
    title: clipped(asset.metadata.title ?? asset.filename),
    mime: asset.mime,
    ...(asset.width !== null && asset.height !== null ? { size: `${asset.width}×${asset.height}` } : {}),
    ...(asset.status === 'active' ? {} : { status: asset.status }),
    ...(tags.length > 0 ? { tags } : {}),
    ...(tags.length < asset.tags.length ? { moreTags: asset.tags.length - tags.length } : {}),
  };
}

/** A small picture of each asset that has one, by its ID. */
async function picturesOf(ids: readonly string[], ask: AskAs): Promise<Map<string, ToolPicture>> {
  const found = new Map<string, ToolPicture>();
  for (let at = 0; at < ids.length; at += atATime)
    await Promise.all(
      ids.slice(at, at + atATime).map(async (id) => {
        const path = { id, transform: pictureOf(thumbnailSize) };
        const { picture } = await ask('get_asset_content_rendition', { path });
        if (picture) found.set(id, picture);
      }),
    );
  return found;
}

interface Answered {
  data: Asset[];
  total: number;
  next: string | null;
  /** Of hits that were found by the text inside their files. */
  matches?: Record<string, { page: number | null }>;
}

export const searchHits: ToolResult = {
  input: Arguments,
  of: async (_, answered, { given, ask }) => {
    const { detail, thumbnails } = given as z.output<typeof Arguments>;
    const { data, ...others } = answered as Answered;
    const pictures = thumbnails
      ? await picturesOf(
          data.slice(0, maxThumbnails).map(({ id }) => id),
          ask,
        )
      : new Map<string, ToolPicture>();
    let image = 0;
    const hits = data.map((asset) => ({
      ...(detail === 'full' ? asset : brief(asset)),
      ...(pictures.has(asset.id) ? { image: (image += 1) } : {}),
    }));
    const { total, next, matches } = others;
    return {
      value:
        detail === 'full'
          ? { data: hits, ...others }
          : { total, next, data: hits, ...(matches && { matches }) },
      pictures: data.flatMap(({ id }) => pictures.get(id) ?? []),
    };
  },
};
