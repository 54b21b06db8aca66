// What the properties of specs are called, in the middle of a sentence.
const specWords: Readonly<Record<string, string>> = {
  group: 'group',
  pair: 'goes with',
  cmyk: 'CMYK',
  pantone: 'Pantone',
  ral: 'RAL',
  tints: 'tints',
  gradient: 'gradient',
  unit: 'unit',
  of: 'relative to',
  role: 'role',
  lineHeight: 'line height',
  tracking: 'tracking',
  case: 'case',
  source: 'source',
  license: 'license',
  fallback: 'fallback',
  copy: 'copy',
  max: 'maximum length',
};

/** `line height`; of a property that we don't know, its own name. */
export const specWord = (name: string): string =>
  Object.hasOwn(specWords, name) ? (specWords[name] ?? name) : name;
