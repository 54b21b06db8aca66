// Adds the plugins to a Payload config: Marque's, and the one that lets agents in.
import type ts from 'typescript';
import {
  appended,
  applied,
  callsOf,
  hasName,
  importsFrom,
  importsOf,
  literalOf,
  propertyOf,
  type Change,
  type Edit,
  type Imported,
  type Source,
} from './source.ts';

const byHand = (because: string): Change => ({ kind: 'by hand', because });

/** The object that `buildConfig` is called with; null: it isn't in this file, or not as an object. */
function configIn(source: Source): ts.ObjectLiteralExpression | null {
  const [call, another] = callsOf(source, 'buildConfig');
  const [config] = call?.arguments ?? [];
  return config && !another ? literalOf(source, config) : null;
}

interface Plugin {
  name: string;
  module: string;
  /** What it's called where the config has something else by its name. */
  otherwise: string;
}

const marque: Plugin = { name: 'marque', module: 'marque', otherwise: 'marquePlugin' };
const agents: Plugin = { name: 'agents', module: 'marque/agents', otherwise: 'marqueAgents' };

/** How a plugin is imported and called in this config. */
function used(source: Source, { name, module, otherwise }: Plugin): Imported & { call: string } {
  return hasName(source, name)
    ? { name: `${name} as ${otherwise}`, module, call: `${otherwise}()` }
    : { name, module, call: `${name}()` };
}

/** The edit that adds calls to the plugins; null: what they are isn't certain. */
function addedPlugins(
  source: Source,
  config: ts.ObjectLiteralExpression,
  calls: readonly string[],
): Edit | null {
  const { ts: typescript, file } = source;
  const plugins = propertyOf(source, config, 'plugins');
  if (!plugins)
    return config.properties.some(typescript.isSpreadAssignment)
      ? null
      : appended(source, config, [`plugins: [${calls.join(', ')}]`]);
  if (typescript.isShorthandPropertyAssignment(plugins))
    return {
      from: plugins.getStart(file),
      to: plugins.getEnd(),
      text: `plugins: [...plugins, ${calls.join(', ')}]`,
    };
  if (!typescript.isPropertyAssignment(plugins)) return null;
  const value = plugins.initializer;
  if (typescript.isArrayLiteralExpression(value)) return appended(source, value, calls);
  return typescript.isIdentifier(value)
    ? { from: value.getStart(file), to: value.getEnd(), text: `[...${value.text}, ${calls.join(', ')}]` }
    : null;
}

/** True if Marque is installed without agents: its author may want that. */
export const isWithoutAgents = (source: Source): boolean =>
  importsFrom(source, marque.module) && !importsFrom(source, agents.module);

export function withPlugins(source: Source): Change {
  if (importsFrom(source, marque.module)) return { kind: 'done' };
  const config = configIn(source);
  if (!config) return byHand('it has no buildConfig({ … }) with an object in it');
  const missing = [marque, agents].filter(({ module }) => !importsFrom(source, module));
  const added = missing.map((plugin) => used(source, plugin));
  const plugins = addedPlugins(
    source,
    config,
    added.map(({ call }) => call),
  );
  if (!plugins) return byHand('its plugins come from elsewhere');
  const lines = importsOf(source, added);
  if (!lines) return byHand('it has no imports');
  return { kind: 'change', text: applied(source.text, [plugins, lines]) };
}

/** The database adapter's package; null: none that is imported here. */
export function databaseOf({ ts: typescript, file }: Source): string | null {
  const modules = file.statements.flatMap((one) =>
    typescript.isImportDeclaration(one) && typescript.isStringLiteral(one.moduleSpecifier)
      ? [one.moduleSpecifier.text]
      : [],
  );
  return modules.find((name) => /^@payloadcms\/db-/.test(name)) ?? null;
}

/** Where the app has moved Payload's REST routes and panel to; only what is written in the config itself. */
export function routesOf(source: Source): { api?: string; admin?: string } {
  const { ts: typescript } = source;
  const config = configIn(source);
  const routes = config && propertyOf(source, config, 'routes');
  if (!routes || !typescript.isPropertyAssignment(routes)) return {};
  const object = literalOf(source, routes.initializer);
  const textOf = (name: string): string | undefined => {
    const property = object && propertyOf(source, object, name);
    return property &&
      typescript.isPropertyAssignment(property) &&
      typescript.isStringLiteralLike(property.initializer)
      ? property.initializer.text
      : undefined;
  };
  const [api, admin] = [textOf('api'), textOf('admin')];
  return { ...(api === undefined ? {} : { api }), ...(admin === undefined ? {} : { admin }) };
}
