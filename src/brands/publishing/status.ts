// What a brand still needs before it is ready to share, most urgent first.
import type { Caller } from '../../core/access/caller.ts';
import type { Db } from '../../core/db/pool.ts';
import { factsOfAssets } from '../assets-of.ts';
import type { LoadedBrand } from '../queries.ts';
import { namedAssets, pageWarnings, rulesInView } from '../pages/read-page.ts';
import type { BrandStatus } from './schemas.ts';
import type { RuleType } from '../rules/schemas.ts';
import { hashOf, keysOf, readersView, type BrandState } from './state.ts';
import { themeAtWork } from '../theme/theme.ts';

type Lack = BrandStatus['lacks'][number];

/** Enough examples; the rest follows once these are fixed. */
const mostPlaces = 20;

function lack(code: Lack['code'], message: string, at: readonly string[] = []): Lack {
  return { code, message, at: [...new Set(at)].slice(0, mostPlaces) };
}

/** The checks that need only the state. */
function lacksOf(state: BrandState): Lack[] {
  const lacks: Lack[] = [];
  const has = (type: RuleType): boolean => state.rules.some((rule) => rule.type === type);
  if (!has('color'))
    lacks.push(lack('colours', 'The brand has no colors yet. Add the main ones as rules of type color.'));
  if (!state.rules.some(({ assets }) => assets.length > 0))
    lacks.push(
      lack('logo', 'No rule has a file yet. Add a rule such as logo.primary with the logo as its asset.'),
    );
  if (!has('font')) lacks.push(lack('type', 'The brand has no typefaces yet. Add rules of type font.'));
  if (!has('text'))
    lacks.push(
      lack('voice', 'The brand has no wording yet. Add rules of type text: voice, tagline, what to avoid.'),
    );
  const { checks, missing } = themeAtWork(state);
  const open = (['accent', 'ink', 'logo'] as const).filter((part) => state.theme[part] === null);
  if (open.length > 0 || missing.length > 0)
    lacks.push(
      lack(
        'theme',
        `The theme leaves roles open: ${[...open, ...missing].join(', ')}. Choose a rule for each, so that portals look like the brand.`,
        [...open, ...missing],
      ),
    );
  const failing = checks.filter(({ passes }) => !passes);
  if (failing.length > 0)
    lacks.push(
      lack(
        'contrast',
        `${failing.map(({ name, ratio, least }) => `${name} ${ratio}:1 where ${least}:1 is needed`).join('; ')}. Other colors are shown instead until the rules change.`,
        failing.map(({ name }) => name),
      ),
    );
  const readers = readersView(state).pages;
  if (readers.length === 0)
    lacks.push(
      lack(
        'pages',
        state.pages.length === 0
          ? 'The brand has no pages yet. Create a first set from its rules.'
          : 'Every page is hidden, so readers would see nothing. Show the pages that are ready.',
      ),
    );
  const keys = new Set(state.rules.map(({ key }) => key));
  const gone = readers.flatMap((page) => keysOf(page).filter((key) => !keys.has(key)));
  if (gone.length > 0)
    lacks.push(
      lack(
        'missing',
        `Pages show ${gone.length === 1 ? "a rule that doesn't exist" : "rules that don't exist"}: ${[...new Set(gone)].slice(0, mostPlaces).join(', ')}.`,
        gone,
      ),
    );
  return lacks;
}

/** @param live number and hash of the published version; null before the first publish. */
export async function statusOf(
  db: Db,
  caller: Caller,
  brand: LoadedBrand,
  live: { number: number; hash: string } | null,
): Promise<BrandStatus> {
  const { state } = brand;
  const lacks = lacksOf(state);
  const readers = readersView(state).pages;
  const assets = await factsOfAssets(db, caller, brand.workspaceId, namedAssets(state, readers, null));
  const keys = new Set(state.rules.map(({ key }) => key));
  const known = { rules: rulesInView(brand, null, assets), assets, readers };
  const tripped = readers.filter((page) =>
    // Missing rules are reported above.
    pageWarnings(brand, page, known).some(
      ({ message }) =>
        !keysOf(page).some((key) => !keys.has(key) && message === `There is no rule "${key}".`),
    ),
  );
  if (tripped.length > 0)
    lacks.push(
      lack(
        'warnings',
        `Readers would run into problems on ${tripped.length === 1 ? 'a page' : `${tripped.length} pages`}. See each page's warnings.`,
        tripped.map(({ slug }) => slug),
      ),
    );
  const pending = live === null || live.hash !== hashOf(state);
  if (pending)
    lacks.push(
      lack(
        'publish',
        live === null
          ? "The brand was never published, so readers can't see it. Publish it when it's ready."
          : 'The brand changed since the last publish. Publish it to show readers the changes.',
      ),
    );
  return { brand: brand.slug, ready: lacks.length === 0, published: live?.number ?? null, pending, lacks };
}
