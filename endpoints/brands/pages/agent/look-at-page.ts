// A page as an agent sees it: drawn, where the server has a Chromium; otherwise its Markdown, with its colors and files as pictures.
import sharp from 'sharp';
import { z } from 'zod';
import { pictureOf } from '../../../assets/agent/view-assets.ts';
import { ApiError } from '../../../../src/core/errors.ts';
import type { Service } from '../../../../src/core/service.ts';
import type { AskAs, ToolPicture, ToolResult, ToolView } from '../../../../src/core/tool.ts';
import { drawHtml } from '../../../../src/lib/draw-html.ts';

const Arguments = z.object({
  section: z.string().min(1).max(100).optional().describe('ID of one section'),
  width: z
    .int()
    .min(320)
    .max(1600)
    .default(1024)
    .describe('Of the window, in pixels; 390 shows what a phone does'),
});

/** A picture of about 1,700 tokens at most. */
const most = { width: 800, height: 1600 };

const maxFiles = 6;
const fileSize = 256;
const swatchSize = 96;
const maxSwatches = 8;

/** Addresses of files in a page: the asset's ID, and a rendition's transform. */
const fileAddress = /\/api\/v1\/assets\/([0-9a-f-]{36})\/content(?:\/([a-z0-9_,]+))?/g;

/** The files in a page as `data:` URLs, as far as the caller may have them. */
async function withFiles(html: string, ask: AskAs): Promise<string> {
  const addresses = new Map([...html.matchAll(fileAddress)].map((match) => [match[0], match]));
  const read = await Promise.all(
    [...addresses].map(async ([address, [, id = '', transform]]) => {
      const { picture } = transform
        ? await ask('get_asset_content_rendition', { path: { id, transform } })
        : await ask('get_asset_content', { path: { id } });
      if (!picture) return [address, null] as const;
      return [
        address,
        `data:${picture.mime};base64,${Buffer.from(picture.bytes).toString('base64')}`,
      ] as const;
    }),
  );
  const data = new Map(read);
  return html.replace(fileAddress, (address) => data.get(address) ?? address);
}

interface Rule {
  key: string;
  type: string;
  value: unknown;
  assets?: { id: string }[];
}

async function swatch(value: string): Promise<ToolPicture | null> {
  const { data } = await sharp({
    create: { width: swatchSize, height: swatchSize, channels: 3, background: value },
  })
    .webp({ lossless: true })
    .toBuffer({ resolveWithObject: true });
  return { mime: 'image/webp', bytes: data };
}

/** The Markdown of a page, with its colors and files as pictures. */
async function described(
  ask: AskAs,
  { path, context, html }: { path: Record<string, string>; context: unknown; html: string },
): Promise<ToolView> {
  const answer = await ask('get_page', { path, query: { context } });
  const { data } = answer.value as { data: { markdown: string; rules: Rule[] } };
  const colors = data.rules
    .filter(
      ({ type, value }) => type === 'color' && typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value),
    )
    .slice(0, maxSwatches);
  const ids = [...new Set([...html.matchAll(fileAddress)].map(([, id = '']) => id))].slice(0, maxFiles);
  const files = await Promise.all(
    ids.map(async (id) => {
      const { picture } = await ask('get_asset_content_rendition', {
        path: { id, transform: pictureOf(fileSize) },
      });
      return picture ? [{ shows: { asset: id }, picture }] : [];
    }),
  );
  const swatches = await Promise.all(
    colors.map(async ({ key, value }) => {
      const picture = await swatch(String(value));
      return picture ? [{ shows: { rule: key, color: value }, picture }] : [];
    }),
  );
  const shown = [...swatches, ...files].flat();
  return {
    value: {
      drawn: false,
      why: 'This server has no Chromium that could draw the page. Here is its text, with its colors and files as pictures.',
      markdown: data.markdown,
      pictures: shown.map(({ shows }, at) => ({ picture: at + 1, ...shows })),
    },
    pictures: shown.map(({ picture }) => picture),
  };
}

/** @returns null if the browser couldn't draw it; the log says why */
async function drawn(
  { env, log }: Service,
  html: string,
  { section, width }: z.output<typeof Arguments>,
): Promise<{ picture: Buffer | null } | null> {
  if (env.chromiumPath === undefined) return null;
  try {
    return { picture: await drawHtml(env.chromiumPath, { html, width, element: section, most }) };
  } catch (error) {
    log.warn({ err: error }, 'Chromium could not draw a page.');
    return null;
  }
}

export const lookAtPage: ToolResult = {
  input: Arguments,
  of: async (service, answered, { path, given, ask, query }) => {
    const { html } = (answered as { data: { html: string } }).data;
    const asked = given as z.output<typeof Arguments>;
    const picture = await drawn(service, await withFiles(html, ask), asked);
    if (!picture) return described(ask, { path, context: query.context, html });
    if (!picture.picture)
      throw new ApiError(
        'invalid',
        `The page shows no section ${JSON.stringify(asked.section)}. \`get_page\` lists the sections with their IDs.`,
      );
    return {
      value: { page: path.page, drawn: true, ...(asked.section ? { section: asked.section } : {}) },
      pictures: [{ mime: 'image/webp', bytes: picture.picture }],
    };
  },
};
