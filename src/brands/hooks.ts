// Hooks for brands, whoever writes them: slugs, privacy, versions and events.
import type { CollectionAfterChangeHook } from 'payload';
import { actorIn } from '../core/access/actor.ts';
import { isSlug } from '../core/access/ids.ts';
import { demandShare, isWidened } from '../core/access/grants/widening.ts';
import { workspaceIdOf } from '../core/access/payload/workspace-field.ts';
import { statement } from '../core/db/pool.ts';
import { transactionOf } from '../core/db/transaction.ts';
import { keepMaker } from '../core/events/keep-maker.ts';
import { beforeAndAfter, changesOf, givenAndStored, type Writing } from '../core/events/changes.ts';
import { record } from '../core/events/record.ts';
import { invalid, ApiError, type Issue } from '../core/errors.ts';
import { carriedOut } from '../proposals/queue.ts';
import { versionsLeft } from './expected.ts';
import { lockedBrand } from './queries.ts';
import { reservedSlugs } from './schemas.ts';
import { inOrder, plainTheme, type BrandState, type Theme } from './publishing/state.ts';
import { keepVersion } from './publishing/versions.ts';

interface StoredBrand {
  id: string;
  workspace: unknown;
  name: string;
  slug: string;
  isDefault?: boolean | null;
  private?: boolean | null;
  theme?: Partial<Theme> | null;
}

const slugTaken = statement(
  'brands:slug-taken',
  'select id from payload.brands where workspace_id = $1 and slug = $2 and id is distinct from $3',
);

/** Problems of a slug that no brand can have. */
export function slugIssues(slug: string): Issue[] {
  if (!isSlug(slug))
    return [{ path: 'slug', message: 'A slug must be lowercase letters and digits, joined by dashes.' }];
  const messageFor = Object.hasOwn(reservedSlugs, slug) ? reservedSlugs[slug] : undefined;
  return messageFor === undefined ? [] : [{ path: 'slug', message: messageFor(slug) }];
}

export const slugIsTaken = (slug: string): ApiError =>
  new ApiError('conflict', `A brand "${slug}" already exists in this workspace.`);

/** @throws ApiError invalid for an invalid slug, conflict for a taken one. */
export async function normalizeBrand(writing: Writing): Promise<Record<string, unknown>> {
  const { req } = writing;
  const { given, before: original } = givenAndStored<StoredBrand>(writing);
  if (original && isWidened(original, given)) await demandShare(req, { brand: original.id }, 'this brand');
  if (given.slug !== undefined && given.slug !== original?.slug) {
    const issues = slugIssues(given.slug);
    if (issues.length > 0) throw invalid(issues);
    const workspaceId = workspaceIdOf(original?.workspace ?? given.workspace);
    const rows = await (
      await transactionOf(req)
    ).query(slugTaken, [workspaceId, given.slug, original?.id ?? null]);
    if (rows.length > 0) throw slugIsTaken(given.slug);
  }
  return given;
}

/** Saves a version, records the event, and gives the person who made a brand private a grant on it. */
export const afterBrandChange: CollectionAfterChangeHook = async ({ req, ...written }) => {
  const { before, after } = beforeAndAfter<StoredBrand>(written);
  const workspaceId = workspaceIdOf(after.workspace) ?? '';
  const db = await transactionOf(req);
  if (after.private && !before?.private)
    await keepMaker(req, {
      resource: 'brand',
      resourceId: after.id,
      label: after.name,
      workspaceId,
      scope: 'write',
      wasThere: before !== null,
    });
  const subject = { kind: 'brand', id: after.id };
  const actor = await actorIn(req);
  if (!before) {
    const state: BrandState = inOrder({
      name: after.name,
      theme: { ...plainTheme, ...after.theme },
      rules: [],
      pages: [],
    });
    await keepVersion(db, after.id, actor, state, 'Created the brand');
    await record(req, {
      type: 'brand.created',
      workspaceId,
      subject,
      detail: {
        name: after.name,
        slug: after.slug,
        private: after.private ?? false,
        versions: versionsLeft(null, state),
      },
    });
    return after;
  }
  if (before.name !== after.name) {
    const brand = await lockedBrand(db, after.id);
    if (brand) await keepVersion(db, after.id, actor, brand.state, 'Renamed the brand');
  }
  const changes = changesOf(
    { ...before, default: before.isDefault },
    { ...after, default: after.isDefault },
    ['name', 'slug', 'private', 'default'],
  );
  const event = { type: 'brand.changed', workspaceId, subject };
  const proposal = carriedOut(req);
  const detail = { name: after.name, ...(proposal ? { proposals: [proposal] } : {}), changes };
  if (changes) await record(req, { ...event, detail });
  return after;
};
