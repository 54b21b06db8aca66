// Tools, generated from the operations that define `tool`: their schemas merged into one input object, in a fixed order.
import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { rankOf, scopes, type Scope } from '../../src/core/access/ladder.ts';
import { methodOf, toolsOf, type AnyOperation } from '../../src/core/operation.ts';
import type { ToolApp, ToolHints } from '../../src/core/tool.ts';
import type { Service } from '../../src/core/service.ts';
import { lightened } from './light-schema.ts';

type JsonSchema = Record<string, unknown> & {
  properties?: Record<string, object>;
  required?: string[];
  additionalProperties?: unknown;
  $defs?: Record<string, unknown>;
};

/** The part of the request an argument belongs to. */
export type Part = 'path' | 'query' | 'body';

export interface DrawnTool {
  tool: Tool;
  hints: ToolHints;
  operation: AnyOperation;
  /** By the operation's name of the argument. */
  parts: ReadonlyMap<string, Part>;
  /** The operation's name of an argument, by the tool's name for it. */
  renamed: ReadonlyMap<string, string>;
  /** Where unknown names go; null: they're rejected. */
  loose: Part | null;
}

/** The order of tools; plugins' tools come after these, in the order of their operations. */
const order = [
  'search_assets',
  'view_assets',
  'describe_asset',
  'find_similar',
  'check_use',
  'rendition_url',
  'list_brands',
  'brand_rules',
  'list_pages',
  'get_page',
  'brand_updates',
  'export_tokens',
  'check_contrast',
  'list_templates',
  'get_theme',
  'brand_status',
  'list_fields',
  'list_collections',
  'recent_activity',
  'access_report',
  'whoami',
  'ingest_asset',
  'create_upload',
  'finish_upload',
  'propose_changes',
  'propose_tags',
  'propose_fields',
  'propose_rules',
  'propose_page',
  'propose_collection',
  'propose_share',
  'list_comments',
  'comment',
  'comment_on_page',
  'resolve_comment',
  'my_proposals',
  'withdraw_proposals',
  'update_assets',
  'create_collection',
  'change_collection',
  'set_rules',
  'save_page',
  'edit_page',
  'delete_page',
  'set_theme',
  'publish_brand',
  'review_queue',
  'review_proposal',
  'review_proposals',
  'create_site',
  'deploy_site',
  'list_deployments',
];

/** Tool names that differ from the operation's name. */
const names: Readonly<Record<string, string>> = {
  list_assets: 'search_assets',
  list_duplicates: 'find_similar',
  get_rendition_url: 'rendition_url',
  list_rules: 'brand_rules',
  list_brand_updates: 'brand_updates',
  get_tokens: 'export_tokens',
  get_brand_status: 'brand_status',
  list_holders: 'access_report',
  get_me: 'whoami',
  create_page_comment: 'comment_on_page',
  list_asset_comments: 'list_comments',
  create_asset_comment: 'comment',
  update_theme: 'set_theme',
  change_collection_assets: 'change_collection',
  decide_proposal: 'review_proposal',
  decide_proposals: 'review_proposals',
  list_activity: 'recent_activity',
  create_deployment: 'deploy_site',
};

/**
 * What agents call the record in a route's path: `asset` for the `{id}` of /assets/{id}/comments. One thing has the same name in all
 * tools, whatever the tool. The operation's own name is accepted, too.
 */
export function recordNames(route: string): Map<string, string> {
  const names = new Map<string, string>();
  for (const [, plural = '', own = ''] of route.matchAll(/\/([a-z-]+)s\/\{(id|slug)\}/g)) {
    const singular = plural.endsWith('ie') ? `${plural.slice(0, -2)}y` : plural;
    names.set(
      own,
      singular.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()),
    );
  }
  return names;
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...drawn } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // Tuples in a form every draft of JSON Schema understands: clients validate results against older ones.
      if (!jsonSchema.prefixItems) return;
      const { prefixItems } = jsonSchema;
      const [, ...others] = [...new Set(prefixItems.map((item) => JSON.stringify(item)))];
      delete jsonSchema.prefixItems;
      jsonSchema.items = (
        others.length === 0 ? prefixItems[0] : { anyOf: prefixItems }
      ) as typeof jsonSchema.items;
      jsonSchema.minItems = prefixItems.length;
      jsonSchema.maxItems = prefixItems.length;
    },
  });
  return drawn as JsonSchema;
}

const isLoose = ({ additionalProperties }: JsonSchema): boolean =>
  additionalProperties !== undefined && additionalProperties !== false;

/** The content of the Marque-Dropped header, added to the result. */
const Dropped = z.object({
  names: z.array(z.string()).describe('Names of the ignored values; * stands for more'),
  message: z.string(),
});

function outputOf(operation: AnyOperation, hints: ToolHints): JsonSchema | undefined {
  if (!hints.structured) return undefined;
  const schema = hints.shape?.output ?? hints.result?.output ?? operation.output;
  if (!schema) return undefined;
  const drawn = schemaOf(schema, 'output');
  if (hints.dropped === undefined) return drawn;
  return { ...drawn, properties: { ...drawn.properties, dropped: schemaOf(Dropped, 'output') } };
}

/** A part of the request, as the tool's author drew it. */
function partsOf(operation: AnyOperation, { shape }: ToolHints): { part: Part; drawn: JsonSchema }[] {
  return (['path', 'query', 'body'] as const).flatMap((part) => {
    const schema = shape ? part === 'body' && shape.input : operation.input?.[part];
    return schema ? [{ part, drawn: schemaOf(schema, 'input') }] : [];
  });
}

/** Names that the tool fills in itself, does without, or only still takes. */
const isHidden = ({ without, legacy, preset }: ToolHints, name: string): boolean =>
  [...(without ?? []), ...(legacy ?? [])].includes(name) || preset?.[name] !== undefined;

/** Path, query and body as one object, and which of them each property goes to. */
function inputOf(operation: AnyOperation, hints: ToolHints) {
  const properties: Record<string, object> = {};
  const required = new Set<string>(hints.needs);
  const $defs: Record<string, unknown> = {};
  const parts = new Map<string, Part>();
  const shownAs = hints.shape ? new Map<string, string>() : recordNames(operation.http.route);
  let loose: Part | null = null;
  const add = (drawn: JsonSchema, own: string, property: object): void => {
    const name = shownAs.get(own) ?? own;
    const standard = hints.defaults?.[own];
    const object = hints.objects?.[own];
    const shown = object ? schemaOf(object, 'input') : property;
    properties[name] = standard === undefined ? shown : { ...shown, default: standard };
    if (drawn.required?.includes(own)) required.add(name);
  };
  for (const { part, drawn } of partsOf(operation, hints)) {
    for (const [name, property] of Object.entries(drawn.properties ?? {})) {
      // A body may repeat a path parameter (a saved page has a slug): agents give the path's.
      if (parts.has(name)) continue;
      parts.set(name, part);
      if (!isHidden(hints, name)) add(drawn, name, property);
    }
    Object.assign($defs, drawn.$defs);
    if (isLoose(drawn)) loose = part;
  }
  const ofResult = hints.result?.input && schemaOf(hints.result.input, 'input');
  for (const [name, property] of Object.entries(ofResult?.properties ?? {}))
    add(ofResult ?? {}, name, property);
  return {
    parts,
    renamed: new Map([...shownAs].map(([own, shown]) => [shown, own])),
    loose,
    schema: {
      type: 'object' as const,
      properties,
      ...(required.size > 0 ? { required: [...required] } : {}),
      ...(Object.keys($defs).length > 0 ? { $defs } : {}),
      additionalProperties: loose !== null,
    },
  };
}

function drawTool(operation: AnyOperation, hints: ToolHints): DrawnTool {
  const { parts, renamed, loose, schema } = inputOf(operation, hints);
  const output = outputOf(operation, hints);
  const name = hints.name ?? names[operation.name] ?? operation.name;
  return {
    operation: hints.scope
      ? { ...operation, name, access: { ...operation.access, scope: hints.scope } }
      : operation,
    hints,
    parts,
    renamed,
    loose,
    tool: {
      name,
      title: hints.title,
      description: hints.description ?? operation.description ?? operation.summary,
      inputSchema: { ...lightened(schema), type: 'object' as const },
      ...(output ? { outputSchema: { ...lightened(output), type: 'object' as const } } : {}),
      annotations: {
        readOnlyHint: hints.readOnly ?? false,
        destructiveHint: hints.destructive ?? false,
        idempotentHint: hints.idempotent ?? hints.readOnly ?? methodOf(operation) === 'PUT',
        openWorldHint: hints.openWorld ?? false,
      },
      ...(hints.app ? { _meta: { ui: { resourceUri: hints.app.uri } } } : {}),
    },
  };
}

export interface Toolbox {
  /** Every tool, in order. */
  byName: ReadonlyMap<string, DrawnTool>;
  /** By an older name. */
  byAlias: ReadonlyMap<string, DrawnTool>;
  /** Tool name by operation name; of several tools, the first. */
  byOperation: ReadonlyMap<string, string>;
  /** The apps of its tools, by address. */
  apps: ReadonlyMap<string, ToolApp>;
  /**
   * The tools/list result as JSON, by the scope of the caller's key: those it can use. Serialized once: doing it per call would take a
   * millisecond. In the older protocol, tools say that they can run as a task.
   */
  lists: Readonly<Record<'older' | 'newer', Readonly<Record<Scope, string>>>>;
}

const toolboxes = new WeakMap<Service, Toolbox>();

function draw(service: Service): Toolbox {
  const drawn = service.operations.flatMap((operation) =>
    toolsOf(operation).map((hints) => drawTool(operation, hints)),
  );
  const place = ({ tool }: DrawnTool): number => {
    const at = order.indexOf(tool.name);
    return at < 0 ? order.length : at;
  };
  const sorted = drawn.toSorted((one, other) => place(one) - place(other));
  const byName = new Map(sorted.map((tool) => [tool.tool.name, tool]));
  if (byName.size < sorted.length) throw new Error('Two tools have the same name.');
  const byOperation = new Map<string, string>();
  for (const operation of service.operations) {
    const [hints] = toolsOf(operation);
    if (hints) byOperation.set(operation.name, hints.name ?? names[operation.name] ?? operation.name);
  }
  const byAlias = new Map(
    sorted.flatMap((tool) => (tool.hints.aliases ?? []).map((alias) => [alias, tool] as const)),
  );
  const apps = new Map(sorted.flatMap(({ hints: { app } }) => (app ? [[app.uri, app] as const] : [])));
  const listsOf = (listed: (drawn: DrawnTool) => Tool) =>
    Object.fromEntries(
      scopes.map((scope) => [
        scope,
        JSON.stringify(sorted.filter((tool) => isListed(tool, scope)).map(listed)),
      ]),
    ) as Record<Scope, string>;
  const newer = listsOf(({ tool }) => asListed(tool));
  const older = listsOf(({ tool, hints }) => ({
    ...asListed(tool),
    ...(hints.long ? { execution: { taskSupport: 'optional' } } : {}),
  }));
  return { byName, byAlias, byOperation, apps, lists: { older, newer } };
}

/** Without what the protocol assumes anyway: a tool isn't idempotent unless it says so, and the hint says nothing of one that only reads. */
function asListed({ annotations: { idempotentHint, ...annotations } = {}, ...tool }: Tool): Tool {
  const says = idempotentHint && !annotations.readOnlyHint;
  return { ...tool, annotations: { ...annotations, ...(says ? { idempotentHint } : {}) } };
}

/**
 * Whether a tool is listed for a key of this scope: it can use it on something. `any` and `public` operations look at what the call is
 * about.
 */
export function isListed({ operation: { access }, hints }: DrawnTool, scope: Scope): boolean {
  if (hints.unlisted) return false;
  if (access.scope === 'any' || access.scope === 'public') return true;
  return rankOf(access.scope) <= rankOf(scope);
}

/** The tools of a service, generated once. */
export function toolboxOf(service: Service): Toolbox {
  let toolbox = toolboxes.get(service);
  if (!toolbox) toolboxes.set(service, (toolbox = draw(service)));
  return toolbox;
}
