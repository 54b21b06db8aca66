// Hooks for a page written through Payload's own API and forms.
import { actorIn } from '../../core/access/actor.ts';
import { workspaceIdOf } from '../../core/access/payload/workspace-field.ts';
import { transactionOf } from '../../core/db/transaction.ts';
import { invalid, ApiError } from '../../core/errors.ts';
import { givenAndStored, type Writing } from '../../core/events/changes.ts';
import { heldBrand } from '../part-hooks.ts';
import { issuesUnder } from '../rules/rules.ts';
import { PageInput } from './schemas.ts';
import { missingFrom } from './page-references.ts';
import { savePage } from './pages.ts';

interface StoredPage {
  id: string;
  brand: unknown;
  slug: string;
  parent?: unknown;
  sections?: unknown;
  aliases?: unknown;
  [field: string]: unknown;
}

/** A page as Payload has it, as input. @throws ApiError invalid */
function inputOf(stored: Partial<StoredPage>, parent: string | null): PageInput {
  const known = Object.keys(PageInput.shape);
  const parsed = PageInput.safeParse({
    ...Object.fromEntries(
      Object.entries(stored).filter(
        ([name, value]) => known.includes(name) && value !== undefined && value !== null,
      ),
    ),
    parent,
    position: undefined,
    updatedAt: undefined,
    sections: stored.sections ?? [],
    aliases: stored.aliases ?? [],
  });
  if (!parsed.success)
    throw invalid(
      issuesUnder('', parsed.error).map(({ path, message }) => ({ path: path.replace(/^\./, ''), message })),
    );
  return parsed.data;
}

/** @throws ApiError invalid listing every problem, conflict for a taken slug. */
export async function normalizePage(writing: Writing): Promise<Record<string, unknown>> {
  const { req } = writing;
  const { given, before: original } = givenAndStored<StoredPage>(writing);
  const brand = await heldBrand(req, workspaceIdOf(original?.brand ?? given.brand) ?? '');
  const merged = { ...original, ...given };
  const slugById = new Map([...brand.pages].map(([slug, { id }]) => [id, slug]));
  const parentId = workspaceIdOf(merged.parent);
  const parent = parentId === null ? null : slugById.get(parentId);
  if (parent === undefined) throw invalid([{ path: 'parent', message: 'Page not found in this brand.' }]);
  const before = original
    ? brand.state.pages.find(({ slug }) => slug === slugById.get(original.id))
    : undefined;
  const input = inputOf(merged, parent);
  if (!original && brand.pages.has(input.slug ?? ''))
    throw new ApiError('conflict', `A page "${input.slug ?? ''}" already exists.`);
  const written = savePage(brand.state, before?.slug ?? input.slug ?? '', input);
  const actor = await actorIn(req);
  const missing = actor.system
    ? []
    : await missingFrom({ db: await transactionOf(req), caller: actor.caller }, brand, before, written.page);
  const issues = [...written.issues, ...missing];
  if (issues.length > 0) throw invalid(issues);
  const { parent: _, ...fields } = written.page;
  const siblings = brand.state.pages.filter((page) => page.parent === parent && page !== before);
  const moved = !before || before.parent !== parent;
  return { ...given, ...fields, parent: parentId, ...(moved ? { position: siblings.length } : {}) };
}
