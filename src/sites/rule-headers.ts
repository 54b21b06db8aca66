// What the `_headers` of a build may change about a response: anything but its protection.
// cspell:ignore maxage

/** Directives that let others than the visitor's own browser keep a response. */
const shared = /^(?:public|private|s-maxage)\b/i;

/** Headers by which a build tells caches in between alone what to keep. */
const ofCaches = /(?:^|-)cdn-cache-control$|^surrogate-control$/;

const privately = (value: string): string =>
  [
    'private',
    ...value
      .split(',')
      .map((directive) => directive.trim())
      .filter((directive) => directive !== '' && !shared.test(directive)),
  ].join(', ');

/**
 * Headers with those of the rules, by their names in lower case.
 *
 * @param isOpen whether everyone may see the file; otherwise only the visitor's browser may keep it.
 * @param isMiss whether it's a page in place of what isn't there, which nobody keeps.
 */
export function withRules(
  headers: Readonly<Record<string, string>>,
  rules: ReadonlyMap<string, string>,
  { isOpen, isMiss }: { isOpen: boolean; isMiss: boolean },
): Record<string, string> {
  const all: Record<string, string> = { ...headers };
  for (const [name, value] of rules) {
    const own = all[name];
    if (name === 'cache-control' || ofCaches.test(name)) {
      if (isMiss || (!isOpen && name !== 'cache-control')) continue;
      all[name] = isOpen ? value : privately(value);
    } else if (own !== undefined && (name === 'vary' || name === 'x-robots-tag')) {
      all[name] = `${own}, ${value}`;
    } else {
      all[name] = value;
    }
  }
  return all;
}
