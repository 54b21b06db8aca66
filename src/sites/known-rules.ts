// The rules of deployments, ready to be asked, as far as this process has seen them. A deployment never changes its own, so they are
// kept by its id; which deployment is live is read with each request.
import { LRUCache } from 'lru-cache';
import { HeaderRules } from '../lib/site-rules/headers.ts';
import { Redirects } from '../lib/site-rules/redirects.ts';
import type { SiteRules } from './site-rules.ts';

export interface KnownRules {
  deployment: string;
  mount: string;
  redirects: Redirects;
  headers: HeaderRules;
  /** As JSON. */
  size: number;
}

const maxSites = 1000;
/** As JSON; in memory it's up to three times as much. The most rules that a build can have are about 1 MiB, and take 30 ms to read. */
const maxSize = 64 * 1024 ** 2;

/** By the first label of their host. */
const known = new LRUCache<string, KnownRules[]>({
  max: maxSites,
  maxSize,
  sizeCalculation: (rules) => rules.reduce((sum, { size }) => sum + size, 1),
});

/** The rules that probably apply below these mount paths: those of the longest. */
export function probableRules(label: string, mounts: readonly string[]): KnownRules | null {
  let longest: KnownRules | null = null;
  for (const rules of known.get(label) ?? [])
    if (mounts.includes(rules.mount) && rules.mount.length > (longest?.mount.length ?? 0)) longest = rules;
  return longest;
}

/**
 * Keeps what a request has found below its mount paths: a deployment with its rules, or none that has any.
 *
 * @returns its rules.
 */
export function learnRules(
  label: string,
  mounts: readonly string[],
  found: { deployment: string | null; mount: string | null; rules: SiteRules | null },
): KnownRules | null {
  const { deployment, mount, rules } = found;
  const least = mount?.length ?? 0;
  // What isn't live any more at these paths would be tried first, each time.
  const others = (known.get(label) ?? []).filter(
    (other) => !mounts.includes(other.mount) || other.mount.length < least,
  );
  const learned: KnownRules | null =
    rules && deployment !== null && mount !== null
      ? {
          deployment,
          mount,
          redirects: new Redirects(rules.redirects),
          headers: new HeaderRules(rules.headers),
          size: JSON.stringify(rules).length,
        }
      : null;
  known.set(label, learned ? [...others, learned] : others);
  return learned;
}
