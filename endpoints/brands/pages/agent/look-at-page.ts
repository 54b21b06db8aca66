// A page as an agent sees it: drawn, where the server has a Chromium; otherwise its Markdown, with its colors and files as pictures.
import sharp from 'sharp';
import { z } from 'zod';
import { pictureOf } from '../../../assets/agent/view-assets.ts';
import { ApiError, isApiError } from '../../../../src/core/errors.ts';
import type { Service } from '../../../../src/core/service.ts';
import type { AskAs, ToolPicture, ToolResult, ToolView } from '../../../../src/core/tool.ts';
import { drawHtml, DrawingBusy } from '../../../../src/lib/draw-html.ts';
import { Turns } from '../../../../src/lib/turns.ts';

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

/** Files read at a time: more would take turns that people wait for. */
const reads = new Turns(4);

/** A file as a `data:` URL; null if the caller can't have it, or if it's too large to show. */
async function dataUrlOf(ask: AskAs, id: string, transform: string | undefined): Promise<string | null> {
  try {
    const { picture } = transform
      ? await ask('get_asset_content_rendition', { path: { id, transform } })
      : await ask('get_asset_content', { path: { id } });
    return picture ? `data:${picture.mime};base64,${Buffer.from(picture.bytes).toString('base64')}` : null;
  } catch (error) {
    if (!isApiError(error)) throw error;
    return null;
  }
}

/** A page with its files in it, as far as the caller can have them. */
async function withFiles(html: string, ask: AskAs): Promise<string> {
  const addresses = new Map([...html.matchAll(fileAddress)].map((match) => [match[0], match]));
  const data = new Map(
    await Promise.all(
      [...addresses].map(
        async ([address, [, id = '', transform]]) =>
          [address, await reads.take(() => dataUrlOf(ask, id, transform))] as const,
      ),
    ),
  );
  return html.replace(fileAddress, (address) => data.get(address) ?? address);
}

interface Rule {
  key: string;
  type: string;
  value: unknown;
  assets?: { id: string }[];
}

async function swatch(value: string): Promise<ToolPicture> {
  const create = { width: swatchSize, height: swatchSize, channels: 3, background: value } as const;
  return { mime: 'image/webp', bytes: await sharp({ create }).webp({ lossless: true }).toBuffer() };
}

const noSuchSection = (section: string | undefined): ApiError =>
  new ApiError(
    'invalid',
    `The page shows no section ${JSON.stringify(section)}. \`get_page\` lists the sections with their IDs.`,
  );

interface Described {
  markdown: string;
  rules: Rule[];
  page: { sections: { id: string }[] };
}

/** IDs of the files that a page shows, or one of its sections: what that and its rules name. */
function filesShown({ page, rules }: Described, html: string, section: string | undefined): string[] {
  const ids = [...new Set([...html.matchAll(fileAddress)].map(([, id = '']) => id))];
  if (section === undefined) return ids;
  const named = JSON.stringify([page.sections.find(({ id }) => id === section), rules]);
  return ids.filter((id) => named.includes(id));
}

/** The Markdown of a page or a section, with its colors and files as pictures. */
async function described(
  ask: AskAs,
  asked: {
    path: Record<string, string>;
    context: unknown;
    section: string | undefined;
    html: string;
    why: string;
  },
): Promise<ToolView> {
  const { path, context, section, html, why } = asked;
  const answer = await ask('get_page', { path, query: { context, section } });
  if (answer.status >= 400) throw noSuchSection(section);
  const { data } = answer.value as { data: Described };
  const colors = data.rules
    .filter(
      ({ type, value }) => type === 'color' && typeof value === 'string' && /^#[0-9a-f]{6}$/i.test(value),
    )
    .slice(0, maxSwatches);
  const ids = filesShown(data, html, section).slice(0, maxFiles);
  const files = await Promise.all(
    ids.map(async (id) => {
      const { picture } = await ask('get_asset_content_rendition', {
        path: { id, transform: pictureOf(fileSize) },
      });
      return picture ? [{ shows: { asset: id }, picture }] : [];
    }),
  );
  const swatches = await Promise.all(
    colors.map(async ({ key, value }) => ({
      shows: { rule: key, color: value },
      picture: await swatch(String(value)),
    })),
  );
  const shown = [...swatches, ...files.flat()];
  return {
    value: {
      drawn: false,
      ...(section === undefined ? {} : { section }),
      why: `${why} Here's the ${section === undefined ? 'page' : 'section'}'s text, with its colors and files as pictures; width doesn't change them.`,
      markdown: data.markdown,
      pictures: shown.map(({ shows }, at) => ({ picture: at + 1, ...shows })),
    },
    pictures: shown.map(({ picture }) => picture),
  };
}

const cannotDraw = "This server can't draw pages because Chromium isn't installed.";
const failed = "The page couldn't be drawn.";
const busy = 'Too many pages are being drawn. Try again in a minute.';

type Drawn = { picture: Buffer | null } | { why: string };

/** @returns what is drawn (null for a section that the page doesn't show), or why nothing is */
async function drawn(
  { env, log }: Service,
  html: () => Promise<string>,
  { section, width }: z.output<typeof Arguments>,
  signal: AbortSignal,
): Promise<Drawn> {
  if (env.chromiumPath === undefined) return { why: cannotDraw };
  try {
    const drawing = { html: await html(), width, element: section, most, signal };
    return { picture: await drawHtml(env.chromiumPath, drawing) };
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof DrawingBusy) return { why: busy };
    log.warn({ err: error }, 'Chromium could not draw a page.');
    return { why: failed };
  }
}

export const lookAtPage: ToolResult = {
  input: Arguments,
  of: async (service, answered, { path, given, ask, query, signal }) => {
    const { html } = (answered as { data: { html: string } }).data;
    const asked = given as z.output<typeof Arguments>;
    const result = await drawn(service, () => withFiles(html, ask), asked, signal);
    const { section } = asked;
    if ('why' in result)
      return described(ask, { path, context: query.context, section, html, why: result.why });
    if (!result.picture) throw noSuchSection(section);
    return {
      value: { page: path.page, drawn: true, ...(asked.section ? { section: asked.section } : {}) },
      pictures: [{ mime: 'image/webp', bytes: result.picture }],
    };
  },
};
