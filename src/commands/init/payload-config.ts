// Adds the plugin to a Payload config.
import type ts from 'typescript';
import {
  appended,
  applied,
  callsOf,
  importOf,
  importsFrom,
  literalOf,
  propertyOf,
  type Change,
  type Edit,
  type Source,
} from './source.ts';

const byHand = (because: string): Change => ({ kind: 'by hand', because });

/** The object that `buildConfig` is called with; null: it isn't in this file, or not as an object. */
function configIn(source: Source): ts.ObjectLiteralExpression | null {
  const [call, another] = callsOf(source, 'buildConfig');
  const [config] = call?.arguments ?? [];
  return config && !another ? literalOf(source, config) : null;
}

/** The edit that adds `marque()` to the plugins; null: what they are isn't certain. */
function addedPlugin(source: Source, config: ts.ObjectLiteralExpression): Edit | null {
  const { ts: typescript, file } = source;
  const plugins = propertyOf(source, config, 'plugins');
  if (!plugins)
    return config.properties.some(typescript.isSpreadAssignment)
      ? null
      : appended(source, config, 'plugins: [marque()]');
  if (typescript.isShorthandPropertyAssignment(plugins))
    return { from: plugins.getStart(file), to: plugins.getEnd(), text: 'plugins: [...plugins, marque()]' };
  if (!typescript.isPropertyAssignment(plugins)) return null;
  const value = plugins.initializer;
  if (typescript.isArrayLiteralExpression(value)) return appended(source, value, 'marque()');
  return typescript.isIdentifier(value)
    ? { from: value.getStart(file), to: value.getEnd(), text: `[...${value.text}, marque()]` }
    : null;
}

export function withPlugin(source: Source): Change {
  if (importsFrom(source, 'marque')) return { kind: 'done' };
  const config = configIn(source);
  if (!config) return byHand('it has no buildConfig({ … }) with an object in it');
  const plugin = addedPlugin(source, config);
  if (!plugin) return byHand('its plugins come from elsewhere');
  const line = importOf(source, 'marque', 'marque');
  if (!line) return byHand('it has no imports');
  return { kind: 'change', text: applied(source.text, [plugin, line]) };
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
