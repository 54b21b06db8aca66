// Tools, generated from the operations that define `tool`: their schemas merged into one input object, in a fixed order.
import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { methodOf, toolsOf, type AnyOperation, type ToolHints } from '../../src/core/operation.ts';
import type { Service } from '../../src/core/service.ts';

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
  /** By the argument's name. */
  parts: ReadonlyMap<string, Part>;
  /** Where unknown names go; null: they're rejected. */
  loose: Part | null;
}

/** The order of tools; plugins' tools come after these, in the order of their operations. */
const order = [
  'search_assets',
  'describe_asset',
  'check_use',
  'rendition_url',
  'list_brands',
  'brand_rules',
  'list_pages',
  'get_page',
  'brand_updates',
  'export_tokens',
  'list_templates',
  'get_theme',
  'brand_status',
  'list_fields',
  'list_collections',
  'who_can',
  'whoami',
  'ingest_asset',
  'create_upload',
  'finish_upload',
  'propose_changes',
  'propose_tags',
  'propose_fields',
  'propose_rules',
  'propose_page',
  'list_comments',
  'comment',
  'comment_on_page',
  'resolve_comment',
  'my_proposals',
  'set_rules',
  'save_page',
  'edit_page',
  'set_theme',
  'publish_brand',
  'review_queue',
  'review_proposal',
  'deploy_site',
  'list_deployments',
];

/** Tool names that differ from the operation's name. */
const names: Readonly<Record<string, string>> = {
  list_assets: 'search_assets',
  get_rendition_url: 'rendition_url',
  list_rules: 'brand_rules',
  list_brand_updates: 'brand_updates',
  get_tokens: 'export_tokens',
  get_brand_status: 'brand_status',
  list_holders: 'who_can',
  get_me: 'whoami',
  create_page_comment: 'comment_on_page',
  list_asset_comments: 'list_comments',
  create_asset_comment: 'comment',
  update_theme: 'set_theme',
  decide_proposal: 'review_proposal',
  create_deployment: 'deploy_site',
};

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
  const schema = hints.shape?.output ?? hints.result?.output ?? operation.output;
  if (!schema) return undefined;
  const drawn = schemaOf(schema, 'output');
  if (hints.dropped === undefined) return drawn;
  return { ...drawn, properties: { ...drawn.properties, dropped: schemaOf(Dropped, 'output') } };
}

/** Path, query and body as one object, and which of them each property goes to. */
function inputOf(operation: AnyOperation, hints: ToolHints) {
  const properties: Record<string, object> = {};
  const required = new Set<string>(hints.needs);
  const $defs: Record<string, unknown> = {};
  const parts = new Map<string, Part>();
  let loose: Part | null = null;
  for (const part of ['path', 'query', 'body'] as const) {
    const schema = hints.shape ? part === 'body' && hints.shape.input : operation.input?.[part];
    if (!schema) continue;
    const drawn = schemaOf(schema, 'input');
    for (const [name, property] of Object.entries(drawn.properties ?? {})) {
      // A body may repeat a path parameter (a saved page has a slug): agents give the path's.
      if (parts.has(name)) continue;
      parts.set(name, part);
      if (hints.without?.includes(name) || hints.preset?.[name] !== undefined) continue;
      const standard = hints.defaults?.[name];
      properties[name] = standard === undefined ? property : { ...property, default: standard };
      if (drawn.required?.includes(name)) required.add(name);
    }
    Object.assign($defs, drawn.$defs);
    if (isLoose(drawn)) loose = part;
  }
  return {
    parts,
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
  const { parts, loose, schema } = inputOf(operation, hints);
  const output = outputOf(operation, hints);
  const name = hints.name ?? names[operation.name] ?? operation.name;
  return {
    operation: hints.scope
      ? { ...operation, name, access: { ...operation.access, scope: hints.scope } }
      : operation,
    hints,
    parts,
    loose,
    tool: {
      name,
      title: hints.title,
      description: hints.description ?? operation.description ?? operation.summary,
      inputSchema: schema,
      ...(output ? { outputSchema: { ...output, type: 'object' as const } } : {}),
      annotations: {
        title: hints.title,
        readOnlyHint: hints.readOnly ?? false,
        destructiveHint: hints.destructive ?? false,
        idempotentHint: hints.idempotent ?? hints.readOnly ?? methodOf(operation) === 'PUT',
        openWorldHint: hints.openWorld ?? false,
      },
    },
  };
}

export interface Toolbox {
  byName: ReadonlyMap<string, DrawnTool>;
  /** Tool name by operation name; of several tools, the first. */
  byOperation: ReadonlyMap<string, string>;
  /** The tools/list result as JSON, serialized once: doing it per call would take a millisecond. */
  list: string;
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
  return { byName, byOperation, list: JSON.stringify(sorted.map(({ tool }) => tool)) };
}

/** The tools of a service, generated once. */
export function toolboxOf(service: Service): Toolbox {
  let toolbox = toolboxes.get(service);
  if (!toolbox) toolboxes.set(service, (toolbox = draw(service)));
  return toolbox;
}
