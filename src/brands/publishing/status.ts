// What a brand still lacks before it is worth sharing, what to do next first.
import type { Caller } from '../../core/access/caller.ts';
import type { Db } from '../../core/db/pool.ts';
import { factsOfAssets } from '../assets-of.ts';
import type { LoadedBrand } from '../queries.ts';
import { namedAssets, pageWarnings, rulesInView } from '../pages/read-page.ts';
import type { BrandStatus, RuleType } from '../schemas.ts';
import { hashOf, keysOf, readersView, type BrandState } from './state.ts';
import { themeAtWork } from '../theme/theme.ts';

type Lack = BrandStatus['lacks'][number];

/** Enough to show where; the rest follows once these are done. */
const mostPlaces = 20;

function lack(code: Lack['code'], message: string, at: readonly string[] = []): Lack {
  return { code, message, at: [...new Set(at)].slice(0, mostPlaces) };
}

/** What can be told of the state alone. */
function lacksOf(state: BrandState): Lack[] {
  const lacks: Lack[] = [];
  const has = (type: RuleType): boolean => state.rules.some((rule) => rule.type === type);
  if (!has('color'))
    lacks.push(lack('colours', 'It has no colours yet. Add the main ones as rules of type color.'));
  if (!state.rules.some(({ assets }) => assets.length > 0))
    lacks.push(
      lack('logo', 'No rule has a file yet. Add a rule such as logo.primary with the logo as its asset.'),
    );
  if (!has('font')) lacks.push(lack('type', 'It has no typefaces yet. Add rules of type font.'));
  if (!has('text'))
    lacks.push(
      lack('voice', 'It says nothing in words yet. Add rules of type text: voice, tagline, what to avoid.'),
    );
  const { checks, missing } = themeAtWork(state);
  const open = (['accent', 'ink', 'logo'] as const).filter((part) => state.theme[part] === null);
  if (open.length > 0 || missing.length > 0)
    lacks.push(
      lack(
        'theme',
        `The theme leaves parts open: ${[...open, ...missing].join(', ')}. Say which rule plays each, so that portals look like the brand.`,
        [...open, ...missing],
      ),
    );
  const failing = checks.filter(({ passes }) => !passes);
  if (failing.length > 0)
    lacks.push(
      lack(
        'contrast',
        `${failing.map(({ name, ratio, least }) => `${name} ${ratio}:1 where ${least}:1 is needed`).join('; ')}. Other colours are shown there until the rules change.`,
        failing.map(({ name }) => name),
      ),
    );
  const readers = readersView(state).pages;
  if (readers.length === 0)
    lacks.push(
      lack(
        'pages',
        state.pages.length === 0
          ? 'It has no pages yet. Lay out a first set from its rules.'
          : 'Every page is hidden: a reader would find nothing. Show those that are ready.',
      ),
    );
  const keys = new Set(state.rules.map(({ key }) => key));
  const gone = readers.flatMap((page) => keysOf(page).filter((key) => !keys.has(key)));
  if (gone.length > 0)
    lacks.push(
      lack(
        'missing',
        `Pages show ${gone.length === 1 ? 'a rule that is' : 'rules that are'} not there: ${[...new Set(gone)].slice(0, mostPlaces).join(', ')}.`,
        gone,
      ),
    );
  return lacks;
}

/** @param live number and hash of the version that readers see; null before the first publish. */
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
    // A missing rule is told above.
    pageWarnings(brand, page, known).some(
      ({ message }) =>
        !keysOf(page).some((key) => !keys.has(key) && message === `There is no rule "${key}".`),
    ),
  );
  if (tripped.length > 0)
    lacks.push(
      lack(
        'warnings',
        `A reader would trip on something on ${tripped.length === 1 ? 'a page' : `${tripped.length} pages`}: each page says on what, in warnings.`,
        tripped.map(({ slug }) => slug),
      ),
    );
  const pending = live === null || live.hash !== hashOf(state);
  if (pending)
    lacks.push(
      lack(
        'publish',
        live === null
          ? 'It was never published: readers see nothing of it. Publish it when it is ready.'
          : 'It has changed since readers saw it last. Publish it to show them.',
      ),
    );
  return { brand: brand.slug, ready: lacks.length === 0, published: live?.number ?? null, pending, lacks };
}
