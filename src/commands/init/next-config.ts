// Wraps what a Next config gives to Payload's wrapper.
import { applied, callsOf, importsOf, importsFrom, literalOf, type Change, type Source } from './source.ts';

/** What `withMarque` is told; without what it assumes anyway. */
export interface Wrapping {
  prefix?: string;
  apiRoute?: string;
  adminRoute?: string;
}

/** `, { prefix: '/dam' }`, or nothing. */
export function optionsText(wrapping: Wrapping): string {
  const options = Object.entries(wrapping).map(([name, value]) => `${name}: '${String(value)}'`);
  return options.length === 0 ? '' : `, { ${options.join(', ')} }`;
}

export function wrapped(source: Source, wrapping: Wrapping): Change {
  if (importsFrom(source, 'marque/next')) return { kind: 'done' };
  const [call, another] = callsOf(source, 'withPayload');
  const [config] = call?.arguments ?? [];
  if (!config || another) return { kind: 'by hand', because: 'it has no withPayload(…), or several' };
  if (!literalOf(source, config))
    return { kind: 'by hand', because: 'what it gives to withPayload may be a function' };
  const line = importsOf(source, [{ name: 'withMarque', module: 'marque/next' }]);
  if (!line) return { kind: 'by hand', because: 'it has no imports' };
  const text = `withMarque(${config.getText(source.file)}${optionsText(wrapping)})`;
  const from = config.getStart(source.file);
  return { kind: 'change', text: applied(source.text, [{ from, to: config.getEnd(), text }, line]) };
}
