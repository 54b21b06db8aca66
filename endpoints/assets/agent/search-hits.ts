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
const maxMime = 74;
/** Of a hit as it is sent, with its comma and its share of what is around all: 80 tokens. */
const maxCharacters = 312;
/** Longest side of a thumbnail in pixels: at most 88 tokens. */
const thumbnailSize = 256;
const maxThumbnails = 20;
/** Renditions asked for at a time: more would take turns that people wait for. */
const atATime = 4;

/** What is sent as it is. Anything else may be escaped twice: in the result, and as text in the protocol's JSON. */
const plain =
  /^(?:[ !#-;=?-[\]-~…×]|(?![\p{Default_Ignorable_Code_Point}\u1433\u1438\u2800])[\p{L}\p{M}\p{N}\p{Sc}\p{So}])$/u;
const escapedLength = 7;

const charactersOf = (character: string): number => {
  if (character === '"' || character === '\\') return 2;
  return plain.test(character) ? character.length : escapedLength * character.length;
};

/** How many characters a value takes at most. */
const sizeOf = (value: unknown): number =>
  [...JSON.stringify(value)].reduce((size, character) => size + charactersOf(character), 0);

const quotes = sizeOf('');

/** A text, or its beginning if it would take more than so many characters. */
function clipped(text: string, most: number): string {
  if (text.length <= most && sizeOf(text) - quotes <= most) return text;
  let size = 1;
  let kept = '';
  // A single character takes at least one.
  for (const character of text.slice(0, most)) {
    size += sizeOf(character) - quotes;
    if (size > most) break;
    kept += character;
  }
  return `${kept}…`;
}

/** The first tags, as many as fit. */
function someTags(tags: readonly string[], most: number): string[] {
  const comma = 1;
  let size = 0;
  const some: string[] = [];
  for (const tag of tags) {
    size += tag.length <= most ? sizeOf(tag) + comma : most + 1;
    if (size > most) break;
    some.push(tag);
  }
  return some;
}

/** Where a hit was found by the text inside its file. */
type Match = { page: number | null };

/** What it takes to choose an asset; values that are the usual ones are left out. However long those are, a hit isn't. */
export function brief(asset: Asset, more: { match?: Match | undefined; image?: number | undefined } = {}) {
  const { id, width, height, status, tags } = asset;
  const mime = clipped(asset.mime, maxMime);
  const after = {
    mime,
    ...(width !== null && height !== null ? { size: `${width}×${height}` } : {}),
    ...(status === 'active' ? {} : { status }),
  };
  const room = maxCharacters - sizeOf({ id, title: '', ...after, tags: [], moreTags: tags.length, ...more });
  const title = clipped(asset.metadata.title ?? asset.filename, Math.min(maxTitle, room));
  const some = someTags(tags, Math.min(maxTags, room - (sizeOf(title) - quotes)));
  return {
    id,
    title,
    ...after,
    ...(some.length > 0 ? { tags: some } : {}),
    ...(some.length < tags.length ? { moreTags: tags.length - some.length } : {}),
    ...more,
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
  matches?: Record<string, Match>;
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
    const { total, next, matches } = others;
    let image = 0;
    const hits = data.map((asset) => {
      const shown = pictures.has(asset.id) ? { image: (image += 1) } : {};
      const match = matches?.[asset.id];
      return detail === 'full' ? { ...asset, ...shown } : brief(asset, { ...(match && { match }), ...shown });
    });
    return {
      value: detail === 'full' ? { data: hits, ...others } : { total, next, data: hits },
      pictures: data.flatMap(({ id }) => pictures.get(id) ?? []),
    };
  },
};
