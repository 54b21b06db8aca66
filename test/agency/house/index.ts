// What campaigns leaves out of what a module can add: a setting, a field type, an extractor, a token format, a listener; and, as a module of its own, an
// address that a protocol fixes.
import type { Config, Plugin } from 'payload';
import { extend } from 'marque/extend';
import { getCreditLine } from './get-credit-line.ts';
import { cubeExtractor } from './cube-extractor.ts';
import { gimpPalette } from './gimp-palette.ts';
import { quotes } from './quotes.tsx';
import { jobNumber } from './job-number.ts';
import { agencySetting } from './setting.ts';
import { webhook } from './webhook.ts';
import { wellKnown } from './well-known.ts';

/** Installs this plugin. Marque must be installed too, before or after it. */
export function house(): Plugin {
  return (config: Config): Config =>
    extend(extend(config, wellKnown), {
      name: 'house',
      operations: [getCreditLine],
      settings: [agencySetting],
      fieldTypes: [jobNumber],
      pageTemplates: [quotes],
      tokenFormats: [gimpPalette],
      extractors: [cubeExtractor],
      listeners: [webhook],
    });
}
