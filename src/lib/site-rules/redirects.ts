// `_redirects`, as Netlify and Cloudflare Pages read it: one rule per line, `from [parameters] to [status]`. The first rule that
// matches applies.
import {
  decoded,
  encoded,
  faultOf,
  filled,
  isPlain,
  keyOf,
  namesIn,
  pathMatcher,
  type Captured,
} from './patterns.ts';
import { linesOf, type Problem } from './lines.ts';

export interface Redirect {
  /** In the file; 0 for a rule that isn't in one. */
  line: number;
  from: string;
  /** The query parameters that a request must have, with the values or `:placeholders`; null if any will do. */
  query: [name: string, value: string][] | null;
  to: string;
  status: number;
  /** Whether it applies even where there is a file. */
  over: boolean;
}

export const redirectStatuses: readonly number[] = [301, 302, 303, 307, 308];
const statuses: readonly number[] = [200, ...redirectStatuses, 404, 410];
/** As on Cloudflare Pages: browsers keep a 301 for good. */
const defaultStatus = 302;

const maxLine = 2000;
const maxRules = 10_000;
/** Plain paths are looked up; these are tried one by one. */
const maxPatterns = 500;

const statusToken = /^(\d{3})(!?)$/;
const isAddress = (text: string): boolean => /^https?:\/\//i.test(text);
const isParameter = (token: string): boolean => /^[^/=:]+=/.test(token);

/** True if both lead to the same page, which has one address: `/about.html` and `/about`. */
function isSamePage(from: string, to: string): boolean {
  const page = (path: string): string =>
    keyOf(decoded(path.replace(/[?#].*$/, '')).replace(/\.html$/, '')).replace(/\/index$/, '');
  return page(from) === page(to);
}

/** A rule that can't be used, with what to do. */
class Unusable extends Error {}

function demandSource(from: string): void {
  if (isAddress(from)) throw new Unusable('a source is a path of this site. Leave out its host.');
  if (!from.startsWith('/')) throw new Unusable('a rule starts with a path, such as /old.');
  if (from.includes('?'))
    throw new Unusable('query parameters come after the path, separated by spaces: /store id=:id.');
  const fault = faultOf(from);
  if (fault !== null) throw new Unusable(`the path ${from} can't be matched. ${fault}`);
}

function queryOf(from: string, tokens: readonly string[]): Redirect['query'] {
  if (tokens.length === 0) return null;
  const query = tokens.map((token): [string, string] => {
    const at = token.indexOf('=');
    return [token.slice(0, at), token.slice(at + 1)];
  });
  const names = [...namesIn(from), ...query.flatMap(([, value]) => namesIn(value))];
  const wrong = query.find(([, value]) => !isPlain(value) && !/^:[A-Za-z]\w*$/.test(value));
  if (wrong) throw new Unusable(`${wrong[0]}= takes a value, or one placeholder such as :id.`);
  if (new Set(names).size < names.length) throw new Unusable('a placeholder can be used only once.');
  if (new Set(query.map(([name]) => decoded(name))).size < query.length)
    throw new Unusable('a query parameter can be named only once.');
  return query;
}

function demandTarget(to: string, names: readonly string[], status: number): void {
  if (!isAddress(to) && !/^\/(?!\/)/.test(to))
    throw new Unusable(`the target ${to} must be a path of this site, or start with https://.`);
  if (to.includes('*')) throw new Unusable('write :splat in the target for what * stands for.');
  const unknown = [...to.matchAll(/[/=]:([A-Za-z]\w*)/g)].find(([, name = '']) => !names.includes(name));
  if (unknown) throw new Unusable(`:${unknown[1]} isn't in the source. Add it there, or remove it.`);
  if (isAddress(to)) {
    if (!redirectStatuses.includes(status))
      throw new Unusable(
        `requests can't be forwarded to another host (${to}). Redirect there with 302, or call that host from the page.`,
      );
    if (/:[A-Za-z]/.test(/^https?:\/\/([^/?#]*)/i.exec(to)?.[1] ?? ''))
      throw new Unusable("a placeholder can't be part of a host. Write a rule for each host.");
    if (!URL.canParse(to)) throw new Unusable(`the target ${to} isn't a valid address.`);
  } else if (to.startsWith('/.netlify/')) {
    throw new Unusable("functions aren't supported. Call a server from the page instead.");
  }
}

function statusOf(token: string | undefined): { status: number; isForced: boolean; rest: number } {
  const said = statusToken.exec(token ?? '');
  if (!said) return { status: defaultStatus, isForced: false, rest: 0 };
  const status = Number(said[1]);
  if (!statuses.includes(status))
    throw new Unusable(`the status ${status} isn't supported. Use one of ${statuses.join(', ')}.`);
  return { status, isForced: said[2] === '!', rest: 1 };
}

function demandNoMore(tokens: readonly string[]): void {
  const [more] = tokens;
  if (more === undefined) return;
  throw new Unusable(
    /^[A-Za-z]+=/.test(more)
      ? `the condition ${more} isn't supported. Remove it, or the line.`
      : `${more} is one too many. A rule is a path, a target and a status.`,
  );
}

function ruleOf(line: number, tokens: readonly string[]): Redirect {
  const from = (tokens[0] ?? '').replace(/#.*$/, '');
  demandSource(from);
  const more = tokens.slice(1);
  const firstOther = more.findIndex((token) => !isParameter(token));
  const query = queryOf(from, firstOther < 0 ? more : more.slice(0, firstOther));
  const [to, ...after] = firstOther < 0 ? [] : more.slice(firstOther);
  if (to === undefined || statusToken.test(to))
    throw new Unusable('the target is missing. Add a path or an address.');
  const { status, isForced, rest } = statusOf(after[0]);
  demandNoMore(after.slice(rest));
  const names = [...namesIn(from), ...(query ?? []).flatMap(([, value]) => namesIn(value))];
  demandTarget(to, names, status);
  if (to === from && query === null && redirectStatuses.includes(status))
    throw new Unusable('it redirects to itself. Remove the line.');
  return {
    line,
    from,
    query,
    to,
    status,
    over: !isSamePage(from, to) && (isForced || isPlain(from)),
  };
}

/** Reads a `_redirects` file: its rules in order, and what can't be used. */
export function parseRedirects(text: string): { rules: Redirect[]; problems: Problem[] } {
  const rules: Redirect[] = [];
  const problems: Problem[] = [];
  for (const { line, content } of linesOf(text)) {
    const tokens = content.split(/\s+/);
    const comment = tokens.findIndex((token) => token.startsWith('#'));
    try {
      if (content.length > maxLine) throw new Unusable(`a line can have up to ${maxLine} characters.`);
      rules.push(ruleOf(line, comment < 0 ? tokens : tokens.slice(0, comment)));
    } catch (error) {
      if (!(error instanceof Unusable)) throw error;
      problems.push({ line, message: error.message });
    }
  }
  const over =
    rules[maxRules] ?? rules.filter(({ from, query }) => !isPlain(from) || query !== null)[maxPatterns];
  if (over)
    problems.push({
      line: over.line,
      message: `a file can have up to ${maxRules} rules, ${maxPatterns} of them with placeholders, * or query parameters. Remove some.`,
    });
  return { rules, problems };
}

/** What a request leads to: another address, or a file of the site, under its own address. */
export type Outcome =
  | { kind: 'redirect'; status: number; location: string; over: boolean }
  /** `path` is decoded. */
  | { kind: 'serve'; status: number; path: string; over: boolean };

export interface Asked {
  /** Decoded, below `mount`; starts with a slash. */
  path: string;
  /** Where the site is on its host: '' for the root, or a path such as `/docs`. */
  mount: string;
  /** The address as it was sent. */
  url: { pathname: string; search: string; searchParams: URLSearchParams };
}

/** A base that no address has: what resolves against it is on the site's own host. */
const ownHost = 'http://site.invalid';

/** @param asked the query that a target without one gets. */
function locationOf({ to }: Redirect, captured: Captured, mount: string, asked: string): string | null {
  const [path = '', after = ''] = [/^[^?#]*/.exec(to)?.[0], /[?#].*$/.exec(to)?.[0]];
  const literal = (text: string): string => text;
  const whole =
    filled(path, captured, { literal, value: encoded }) +
    filled(after, captured, { literal, value: encodeURIComponent });
  const target = isAddress(to) ? whole : `${ownHost}/${whole.replace(/^[/\\]+/, '')}`;
  if (!URL.canParse(target)) return null;
  const { origin, href, pathname, search, hash } = new URL(target);
  const query = search || asked;
  if (origin !== ownHost) return `${href.slice(0, href.length - search.length - hash.length)}${query}${hash}`;
  // Never `//`, which would be another host.
  return `${mount}/${pathname.replace(/^\/+/, '')}${query}${hash}`;
}

function capturedOfQuery({ query }: Redirect, asked: URLSearchParams): Captured | null {
  if (query === null) return {};
  if (new Set(asked.keys()).size !== query.length) return null;
  const captured: Record<string, string> = {};
  for (const [name, value] of query) {
    const given = asked.get(decoded(name));
    if (given === null) return null;
    if (value.startsWith(':')) captured[value.slice(1)] = given;
    else if (decoded(value) !== given) return null;
  }
  return captured;
}

interface Entry {
  at: number;
  rule: Redirect;
}

/** Rules ready to be asked: plain paths are looked up, others are tried in order. */
export class Redirects {
  private readonly plain = new Map<string, Entry[]>();
  private readonly patterns: (Entry & { match: (path: string) => Captured | null })[] = [];

  constructor(rules: readonly Redirect[]) {
    for (const [at, rule] of rules.entries()) {
      if (!isPlain(rule.from)) {
        this.patterns.push({ at, rule, match: pathMatcher(rule.from) });
        continue;
      }
      const key = keyOf(decoded(rule.from));
      const others = this.plain.get(key);
      if (others) others.push({ at, rule });
      else this.plain.set(key, [{ at, rule }]);
    }
  }

  /** The rules whose path matches, in their order. */
  private *matching(path: string): Generator<[Redirect, Captured]> {
    const plain = [...(this.plain.get(keyOf(path)) ?? [])];
    for (const { at, rule, match } of this.patterns) {
      for (let first = plain[0]; first && first.at < at; first = plain[0]) {
        plain.shift();
        yield [first.rule, {}];
      }
      const captured = match(path);
      if (captured) yield [rule, captured];
    }
    for (const { rule } of plain) yield [rule, {}];
  }

  /** What the first rule that matches leads to. One that would lead to the same address again is passed over. */
  find({ path, mount, url }: Asked): Outcome | null {
    for (const [rule, ofPath] of this.matching(path)) {
      const ofQuery = capturedOfQuery(rule, url.searchParams);
      if (ofQuery === null) continue;
      const captured = { ...ofPath, ...ofQuery };
      const { status, over } = rule;
      if (!redirectStatuses.includes(status)) {
        const to = rule.to.replace(/[?#].*$/, '');
        const value = (text: string): string => text;
        return { kind: 'serve', status, path: filled(to, captured, { literal: decoded, value }), over };
      }
      // Parameters that a rule names are in its target, if it wants them.
      const location = locationOf(rule, captured, mount, rule.query === null ? url.search : '');
      if (location !== null && location.replace(/#.*$/, '') !== `${url.pathname}${url.search}`)
        return { kind: 'redirect', status, location, over };
    }
    return null;
  }
}
