// Paths with placeholders (`:name`) and a splat (`*`), as Netlify and Cloudflare Pages write them.

/** What a pattern captured, decoded, by name; that of `*` is `splat`. */
export type Captured = Readonly<Record<string, string>>;

const holes = /(\*|:[A-Za-z]\w*)/;

/** The pieces of a text, in turns what is literal and a placeholder or splat. */
export const piecesOf = (text: string): string[] => text.split(holes);

const nameOf = (hole: string): string => (hole === '*' ? 'splat' : hole.slice(1));

/** The names that a pattern captures. */
export const namesIn = (pattern: string): string[] =>
  piecesOf(pattern).flatMap((piece, at) => (at % 2 === 1 ? [nameOf(piece)] : []));

export const isPlain = (pattern: string): boolean => !holes.test(pattern);

/** Percent-encoded text decoded, in the Unicode form that files have; left as it is if it can't be. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text).normalize('NFC');
  } catch {
    return text.normalize('NFC');
  }
}

/** Decoded text as it can stand in a path. */
export const encoded = (text: string): string => encodeURI(text).replace(/[?#]/g, encodeURIComponent);

const maxPattern = 200;

/** Why a pattern can't be used; null if it can. One hole per segment, short patterns and short paths keep matching cheap. */
export function faultOf(pattern: string): string | null {
  const names = namesIn(pattern);
  if (names.length > 0 && pattern.length > maxPattern)
    return `A path with a placeholder or * can have up to ${maxPattern} characters.`;
  if (names.filter((name) => name === 'splat').length > 1) return 'Use * only once.';
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) return `Use :${twice} only once.`;
  if (pattern.split('/').some((segment) => piecesOf(segment).length > 3))
    return 'Use one placeholder or * between two slashes.';
  return names.length > 20 ? 'Use up to 20 placeholders.' : null;
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`);

const sourceOf = (pattern: string, hole: string): string =>
  piecesOf(pattern)
    .map((piece, at) => {
      if (at % 2 === 0) return escaped(decoded(piece));
      return piece === '*' ? '(?<splat>.*)' : `(?<${nameOf(piece)}>${hole})`;
    })
    .join('');

function pathSource(path: string): string {
  if (path.endsWith('/*')) return `${sourceOf(path.slice(0, -2), '[^/]+')}(?:/(?<splat>.*))?`;
  return `${sourceOf(path.replace(/\/+$/, ''), '[^/]+')}/?`;
}

type Match = (text: string) => Captured | null;

function matching(source: string, flags: string): Match {
  const regex = new RegExp(`^${source}$`, flags);
  return (text) => {
    const found = regex.exec(text);
    if (!found) return null;
    return Object.fromEntries(Object.entries(found.groups ?? {}).map(([name, value]) => [name, value ?? '']));
  };
}

/** Matches decoded paths. A slash at the end makes no difference, and `/blog/*` matches `/blog` as well. */
export const pathMatcher = (path: string): Match => matching(pathSource(path), 'su');

/** Matches host names without their port. A placeholder is one label. */
export const hostMatcher = (host: string): Match => matching(sourceOf(host, '[^.]+'), 'sui');

/** A path without its slash at the end, by which plain paths are compared. */
export const keyOf = (path: string): string => path.replace(/\/+$/, '');

/** A text with its placeholders replaced; those that weren't captured stay as they are. */
export function filled(
  text: string,
  captured: Captured,
  as: { literal: (text: string) => string; value: (text: string) => string },
): string {
  return piecesOf(text)
    .map((piece, at) => {
      const name = at % 2 === 1 && piece !== '*' ? nameOf(piece) : null;
      return name !== null && Object.hasOwn(captured, name)
        ? as.value(captured[name] ?? '')
        : as.literal(piece);
    })
    .join('');
}
