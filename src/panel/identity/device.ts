// Names the device of a session. It only has to help people recognize their own, so common names are enough.
import type { Translate } from '../words/words.tsx';
const browsers: readonly (readonly [name: string, sign: RegExp])[] = [
  ['Edge', /\bEdg(?:A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:(?:Headless)?Chrome|CriOS)\//],
  ['Safari', /\bSafari\//],
  ['curl', /^curl\//],
];
const systems: readonly (readonly [name: string, sign: RegExp])[] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b|\bMac OS X\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b|\bX11\b/],
];

const nameIn = (list: typeof browsers, agent: string): string | undefined =>
  list.find(([, sign]) => sign.test(agent))?.[0];

/** "Firefox on Linux" of a User-Agent. */
export function deviceOf(agent: string | null, t: Translate): string {
  if (!agent) return t('identity:unknownDevice');
  const browser = nameIn(browsers, agent);
  const system = nameIn(systems, agent);
  if (browser && system) return t('identity:browserOn', { browser, system });
  return browser ?? system ?? agent.slice(0, 60);
}
