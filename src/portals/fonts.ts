// The typefaces of brands on their portals: if a rule of type font has font files, readers without the family
// installed get it from this server. Only files that may be used now, and only families of the theme and of
// pages that this visitor may read.
import { signedAddress } from '../assets/delivery/signed-media.ts';
import type { Font } from '../brands/rules/rule-types.ts';
import type { RuleState } from '../brands/publishing/state.ts';
import type { Service } from '../core/service.ts';
import { familyName } from '../sharing/look.ts';
import { mediaNamed, type MediaRow } from './media.ts';
import type { ReadersBrand } from './published.ts';

/** Font formats of browsers, smallest first (CSS Fonts 4, 4.3). */
const formats = {
  'font/woff2': 'woff2',
  'font/woff': 'woff',
  'font/otf': 'opentype',
  'font/ttf': 'truetype',
} as const;
type FontMime = keyof typeof formats;
const order = Object.keys(formats);
const isFontMime = (mime: string): mime is FontMime => Object.hasOwn(formats, mime);

/** Maximum number of faces on a page, more than any brand needs. */
const maxFaces = 60;

const names: readonly (readonly [RegExp, string])[] = [
  [/variable|\[.*wght.*\]|[-_. ](var|vf)([-_. ]|$)/i, '100 900'],
  [/thin|hairline/i, '100'],
  [/(extra|ultra)[-_ ]?light/i, '200'],
  [/(semi|demi)[-_ ]?bold|demi/i, '600'],
  [/(extra|ultra)[-_ ]?bold/i, '800'],
  [/black|heavy/i, '900'],
  [/bold/i, '700'],
  [/light/i, '300'],
  [/medium/i, '500'],
  [/regular|normal|book|roman/i, '400'],
];

/**
 * The weight and slant of a font file, from its name: `Inter-SemiBoldItalic.woff2`.
 *
 * @param family is removed from the name first: the Black in Archivo Black isn't a weight.
 * @returns weight null if the name has none.
 */
export function cutOf(filename: string, family: string): { weight: string | null; italic: boolean } {
  const bare = filename.replace(/\.[a-z0-9]+$/i, '');
  const own = family.split(/\s+/).map((word) => word.replace(/[^\p{L}\p{N}]/gu, ''));
  const cut = bare.replace(new RegExp(`^${own.join('[-_ ]?')}`, 'iu'), '');
  const number = /(?:^|\D)([1-9]00)(?:\D|$)/.exec(cut)?.[1];
  const named = names.find(([word]) => word.test(cut))?.[1];
  return { weight: named ?? number ?? null, italic: /italic|oblique/i.test(cut) || /[a-z]It$/.test(cut) };
}

/** What is known of a font file. */
type FontFile = Pick<MediaRow, 'id' | 'filename' | 'mime_type'>;

interface Face<F> {
  family: string;
  weight: string;
  italic: boolean;
  files: { row: F; mime: FontMime }[];
}

function facesOf<F extends FontFile>(rules: readonly RuleState[], media: ReadonlyMap<string, F>): Face<F>[] {
  const faces = new Map<string, Face<F>>();
  for (const rule of rules) {
    const { family, weight } = rule.value as Font;
    const files = rule.assets.flatMap(({ id }) => media.get(id.toLowerCase()) ?? []);
    for (const row of files) {
      const { mime_type: mime, filename } = row;
      if (!isFontMime(mime)) continue;
      const cut = cutOf(filename, family);
      // The rule gives the weight of its only file; of several, a file without one is regular.
      const heavy = cut.weight ?? (files.length === 1 && weight !== undefined ? String(weight) : '400');
      const name = JSON.stringify([family, heavy, cut.italic]);
      const face = faces.get(name) ?? { family, weight: heavy, italic: cut.italic, files: [] };
      if (!face.files.some((one) => one.row.id === row.id)) face.files.push({ row, mime });
      faces.set(name, face);
    }
  }
  return [...faces.values()].slice(0, maxFaces);
}

/** Rules of a brand whose fonts its pages may use. @param keys of the rules that they show */
export const fontRulesOf = ({ state, keys }: Pick<ReadersBrand, 'state' | 'keys'>): RuleState[] =>
  state.rules.filter(
    ({ key, type, assets }) =>
      type === 'font' &&
      assets.length > 0 &&
      (keys.has(key) || key === state.theme.head || key === state.theme.body),
  );

/** The @font-face rules of fonts whose files are known. @param addressOf where a file is loaded from */
export function faceStyles<F extends FontFile>(
  rules: readonly RuleState[],
  media: ReadonlyMap<string, F>,
  addressOf: (file: F) => string,
): string {
  return facesOf(rules, media)
    .map(({ family, weight, italic, files }) => {
      const sources = [...files]
        .sort((one, other) => order.indexOf(one.mime) - order.indexOf(other.mime))
        .map(({ row, mime }) => `url("${addressOf(row)}") format("${formats[mime]}")`);
      return `@font-face{font-family:${familyName(family)};font-weight:${weight};font-style:${italic ? 'italic' : 'normal'};font-display:swap;src:${sources.join(',')}}`;
    })
    .join('');
}

/**
 * The @font-face rules of a portal's pages; empty if its brands have no font files. Text shows in a local
 * font until they load.
 */
export async function fontStyles(
  service: Service,
  workspaceId: string,
  brands: readonly (ReadersBrand | null)[],
): Promise<string> {
  const rules = brands.flatMap((brand) => (brand ? fontRulesOf(brand) : []));
  const media = await mediaNamed(
    service.db,
    workspaceId,
    rules.flatMap(({ assets }) => assets.map(({ id }) => id)),
  );
  const { serverUrl } = service.env;
  return faceStyles(rules, media, (row) => signedAddress(service, row, null).slice(serverUrl.length));
}
