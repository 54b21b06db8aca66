// `_headers`, as Netlify and Cloudflare Pages read it: a path on a line of its own, and the headers for it below. All rules that
// match apply.
import { encoded, faultOf, filled, hostMatcher, pathMatcher, type Captured } from './patterns.ts';
import { linesOf, type Problem } from './lines.ts';

export interface HeaderRule {
  line: number;
  /** Null: on every host. */
  host: string | null;
  path: string;
  set: [name: string, value: string][];
  /** What rules before it have set, and this one takes away. */
  unset: string[];
}

const maxLine = 2000;
const maxRules = 200;

/** What the server says about a response itself, and what would reach beyond one site. */
const ofServer: ReadonlySet<string> = new Set([
  'accept-ranges',
  'age',
  'allow',
  'alt-svc',
  'clear-site-data',
  'connection',
  'content-encoding',
  'content-length',
  'content-range',
  'date',
  'etag',
  'keep-alive',
  'location',
  'proxy-authenticate',
  'server',
  'set-cookie',
  'status',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'via',
  'www-authenticate',
]);

/** Those that a proxy obeys: with X-Accel-Redirect, nginx sends an internal location instead. */
const ofProxies = /^x-(?:accel-|sendfile$|lighttpd-|litespeed-)/;

/** @param name in lower case. */
const isSettable = (name: string): boolean => !ofServer.has(name) && !ofProxies.test(name);

const yearSeconds = 31_536_000;

/** Headers that the server sends for security, which a rule may only strengthen. One value counts, not a list. */
const guarded: ReadonlyMap<string, { isStrong: (value: string) => boolean; needs: string }> = new Map([
  [
    'x-content-type-options',
    {
      isStrong: (value: string) => value.toLowerCase() === 'nosniff',
      needs: 'Its only value is nosniff.',
    },
  ],
  [
    'strict-transport-security',
    {
      isStrong: (value: string) => Number(/^max-age="?(\d+)/i.exec(value)?.[1] ?? 0) >= yearSeconds,
      needs: `It must start with a max-age of at least ${yearSeconds}.`,
    },
  ],
]);

class Unusable extends Error {}

function placeOf(line: number, text: string): HeaderRule {
  const content = text.replace(/\s+#.*$/, '');
  const rule = { line, set: [], unset: [] };
  const [, scheme = '', host = '', path = ''] = /^(?:(https?):\/\/([^/]*))?(\/.*)?$/i.exec(content) ?? [];
  const fault = faultOf(path) ?? faultOf(host.replaceAll('.', '/'));
  if (fault !== null) throw new Unusable(`${content} can't be matched. ${fault}`);
  if (scheme === '') return { ...rule, host: null, path };
  if (scheme.toLowerCase() !== 'https') throw new Unusable('write https:// here; it matches http as well.');
  if (/:\d/.test(host)) throw new Unusable('leave out the port: every port matches.');
  if (host === '' || /[\s?#@]/.test(host)) throw new Unusable(`${content} has no valid host.`);
  if (host.includes('*') && path.includes('*'))
    throw new Unusable(`${content} can't be matched. Use * only once.`);
  return { ...rule, host, path: path || '/' };
}

function headerOf(content: string): [name: string, value: string] {
  const at = content.indexOf(':');
  const name = content.slice(0, Math.max(0, at)).trim();
  const value = content.slice(at + 1).trim();
  const lower = name.toLowerCase();
  if (at < 0) throw new Unusable('a header is a name, a colon and a value.');
  if (!/^[a-z][\w!#$%&'*+.^`|~-]*$/i.test(name))
    throw new Unusable(`${JSON.stringify(name)} isn't a header name.`);
  if (value === '') throw new Unusable(`${name} has no value. Add one, or remove the line.`);
  if (!/^[\t\x20-\x7e]+$/.test(value))
    throw new Unusable(`the value of ${name} has characters outside ASCII. Percent-encode them.`);
  if (lower === 'basic-auth')
    throw new Unusable("Basic-Auth isn't supported. Set the site's access to password instead.");
  if (!isSettable(lower)) throw new Unusable(`${name} can't be set. Remove the line.`);
  const guard = guarded.get(lower);
  if (guard && !guard.isStrong(value)) throw new Unusable(`${name} can't be weakened. ${guard.needs}`);
  return [lower, value];
}

const joined = (before: string | undefined, name: string, value: string): string =>
  before === undefined || guarded.has(name) ? value : `${before}, ${value}`;

function addTo(rule: HeaderRule | undefined, content: string): void {
  if (!rule) throw new Unusable('a header comes below the path that it is for, such as /*.');
  if (/^!\s/.test(content)) {
    rule.unset.push(content.slice(1).trim().toLowerCase());
    return;
  }
  const [name, value] = headerOf(content);
  const same = rule.set.find(([other]) => other === name);
  if (same) same[1] = joined(same[1], name, value);
  else rule.set.push([name, value]);
}

/** Reads a `_headers` file: its rules in order, and what can't be used. */
export function parseHeaders(text: string): { rules: HeaderRule[]; problems: Problem[] } {
  const rules: HeaderRule[] = [];
  const problems: Problem[] = [];
  for (const { line, content } of linesOf(text)) {
    const isPlace = /^(?:\/|https?:\/\/)/i.test(content);
    try {
      if (content.length > maxLine) throw new Unusable(`a line can have up to ${maxLine} characters.`);
      if (isPlace) rules.push(placeOf(line, content));
      else addTo(rules.at(-1), content);
    } catch (error) {
      if (!(error instanceof Unusable)) throw error;
      problems.push({ line, message: error.message });
      // The headers below a path that can't be matched are its own.
      if (isPlace) rules.push({ line, host: null, path: '/', set: [], unset: [] });
    }
  }
  const over = rules[maxRules];
  if (over)
    problems.push({ line: over.line, message: `a file can have up to ${maxRules} paths. Remove some.` });
  return { rules, problems };
}

interface Entry {
  rule: HeaderRule;
  match: (host: string, path: string) => Captured | null;
}

/** Rules ready to be asked. */
export class HeaderRules {
  private readonly entries: readonly Entry[];

  constructor(rules: readonly HeaderRule[]) {
    this.entries = rules.map((stored): Entry => {
      // It may have been stored when more could be set.
      const rule = { ...stored, set: stored.set.filter(([name]) => isSettable(name)) };
      const ofPath = pathMatcher(rule.path);
      if (rule.host === null) return { rule, match: (_, path) => ofPath(path) };
      const ofHost = hostMatcher(rule.host);
      return {
        rule,
        match: (host, path) => {
          const [byHost, byPath] = [ofHost(host), ofPath(path)];
          return byHost && byPath && { ...byHost, ...byPath };
        },
      };
    });
  }

  /**
   * The headers for a request, by their names in lower case.
   *
   * @param host without its port.
   * @param path decoded.
   */
  of(host: string, path: string): Map<string, string> {
    const headers = new Map<string, string>();
    for (const { rule, match } of this.entries) {
      const captured = match(host, path);
      if (!captured) continue;
      for (const name of rule.unset) headers.delete(name);
      for (const [name, template] of rule.set) {
        const value = filled(template, captured, { literal: (text) => text, value: encoded });
        headers.set(name, joined(headers.get(name), name, value));
      }
    }
    return headers;
  }
}
