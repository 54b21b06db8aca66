// The panel's forms send free JSON. This validates it with the API's schemas.
import { z } from 'zod';
import type { Issue } from '../core/errors.ts';
import { AssetPatch, type Metadata } from './schemas.ts';

const line = (max: number) => z.string().trim().max(max).nullable();
const { title, description, creator, copyright } = AssetPatch.shape;

const MetadataForm = z
  .object({
    title,
    description,
    creator,
    copyright,
    capturedAt: line(100),
    camera: line(500),
    lens: line(500),
    keywords: z.array(z.string().trim().min(1).max(500)).max(1000).nullable(),
    gps: z.object({ lat: z.number().min(-90).max(90), lon: z.number().min(-180).max(180) }).nullable(),
  })
  .partial()
  .nullable()
  .transform((metadata) => onlyKnown(metadata ?? {}));

/** What a patch can set; forms send the texts inside `metadata`, and `status` goes its own way. */
const settable = AssetPatch.omit({
  title: true,
  description: true,
  creator: true,
  copyright: true,
  status: true,
  proposedTags: true,
  proposedFields: true,
  supersededBy: true,
});
const Form = z.object({ ...settable.shape, metadata: MetadataForm }).partial();
export type PanelForm = z.output<typeof Form>;

/** Empty values for properties that the form sends as null and the API doesn't allow to be null. */
const nothing: Record<string, unknown> = { tags: [], fields: {}, private: false, public: false };

/** `metadata` holds only what is known. */
function onlyKnown(metadata: Record<string, unknown>): Metadata {
  return Object.fromEntries(
    Object.entries(metadata).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  );
}

/**
 * Parses what a form changes. Unchanged values don't have to fit (a camera may have written more than the API allows), and other
 * properties are ignored.
 *
 * @param before the asset as it is; `{}` for a new one.
 */
export function readForm(
  data: Record<string, unknown>,
  before: Record<string, unknown>,
): { form: PanelForm; issues: Issue[] } {
  const given = Object.fromEntries(
    Object.keys(Form.shape)
      .filter((key) => data[key] !== undefined && !isSame(data[key], before[key]))
      .map((key) => [key, data[key] === null && key in nothing ? nothing[key] : data[key]]),
  );
  const parsed = Form.safeParse(given);
  if (parsed.success) return { form: parsed.data, issues: [] };
  return {
    form: {},
    issues: parsed.error.issues.map(({ path, message }) => ({ path: path.map(String).join('.'), message })),
  };
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other ?? null);
}
