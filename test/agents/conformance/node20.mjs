// Lets the suite start on Node 20: it imports `globSync` from `fs`, which Node has since 22, for a command that isn't used here.
import { register } from 'node:module';

const wrapped = `export * from 'node:fs'; export const globSync = () => { throw new Error('This needs Node 22.'); };`;

const hooks = `
const url = 'data:text/javascript,' + encodeURIComponent(${JSON.stringify(wrapped)});
export const resolve = (specifier, context, next) =>
  specifier === 'fs' && context.parentURL?.includes('/@modelcontextprotocol/conformance/')
    ? { url, format: 'module', shortCircuit: true }
    : next(specifier, context);
`;

register(`data:text/javascript,${encodeURIComponent(hooks)}`);
