// MCP resources, prompts, and completions. The texts are trusted and our own; content by others is framed as data, and their
// names appear only as slugs and IDs.
import type {
  CompleteRequest,
  GetPromptResult,
  Prompt,
  ReadResourceResult,
  ResourceTemplate,
} from '@modelcontextprotocol/sdk/types.js';
import type { Asked } from '../../src/core/tool.ts';
import { pictureOf } from '../../endpoints/assets/agent/view-assets.ts';
import { askByName, jsonOf, reading, toolAnswer, type Agent } from './call.ts';
import { framedText, isVisible, notice, quoted } from './framed.ts';
import { resourcesAfter } from './resource-list.ts';
import { RpcError, rpcCode } from './rpc-error.ts';
import { appMime } from '../../src/lib/agent-app/document.ts';
import { toolboxOf } from './tools.ts';

export const instructions = `Marque is a library of digital assets and brand rules.
Before you create anything for a brand, read its rules (brand_rules) and search the library (search_assets). Take values and files from here, never from memory.
Before you use an asset, call check_use. If it isn't allowed, the result suggests what to use instead.
What you add or propose is reviewed by a person. Call my_proposals to see the outcome and why something was rejected.
Files are never sent inside a tool call: ingest_asset takes a public URL; create_upload returns a URL to upload the bytes to, and finish_upload creates the asset.
${notice}`;

/** The response of an operation; null if it doesn't exist or isn't accessible to this agent. */
async function read(agent: Agent, name: string, asked: Asked): Promise<Record<string, unknown> | null> {
  // Its module may have been left out.
  if (!agent.service.operations.some((operation) => operation.name === name)) return null;
  const answer = await askByName(reading(agent), name, asked);
  if (answer.status === 404) return null;
  const value = jsonOf(answer) as Record<string, unknown>;
  if (answer.status < 400) return value;
  const { error } = value as { error?: { code: string; message: string } };
  throw new RpcError(
    rpcCode.invalidRequest,
    error?.code ?? 'refused',
    error && { code: error.code, message: quoted(error.message) },
  );
}

const slugForm = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const isSlug = (text: unknown): text is string =>
  typeof text === 'string' && text.length <= 120 && slugForm.test(text);

async function brandSlugs(agent: Agent): Promise<string[]> {
  const brands = (await read(agent, 'list_brands', {}))?.data as { slug: string }[] | undefined;
  return (brands ?? []).map(({ slug }) => slug).filter(isSlug);
}

async function pageSlugs(agent: Agent, brand: string): Promise<string[]> {
  if (!isSlug(brand)) return [];
  const pages = (await read(agent, 'list_pages', { path: { slug: brand } }))?.data as
    { slug: string }[] | undefined;
  return (pages ?? []).map(({ slug }) => slug).filter(isSlug);
}

async function contexts(agent: Agent, brand: string | undefined): Promise<string[]> {
  const found = await read(agent, 'list_rules', { query: isSlug(brand) ? { brand } : {} });
  return ((found?.contexts ?? []) as string[]).filter(isSlug);
}

interface Named {
  id: string;
  name: string;
}

async function collections(agent: Agent): Promise<Named[]> {
  return ((await read(agent, 'list_collections', {}))?.data ?? []) as Named[];
}

/** A name that can't be taken for more than one. */
const plainName = /^[\p{L}\p{N}][\p{L}\p{N} _-]{0,59}$/u;

/** What to call collections by: names, and IDs where a name could pass for something else. */
async function collectionNames(agent: Agent): Promise<string[]> {
  return (await collections(agent)).map(({ id, name }) =>
    plainName.test(name) && isVisible(name) ? name : id,
  );
}

async function fieldKeys(agent: Agent): Promise<string[]> {
  const found = (await read(agent, 'list_fields', {}))?.data as { key: string }[] | undefined;
  return (found ?? []).map(({ key }) => key);
}

// ---- resources

const json = 'application/json';
const markdown = 'text/markdown';

export const resourceTemplates: ResourceTemplate[] = [
  {
    uriTemplate: 'marque://brands/{slug}/rules',
    name: 'brand-rules',
    title: 'Rules of a brand',
    description: 'All rules of a brand (colors, type, wording, measures, logos), each with how to use it.',
    mimeType: json,
  },
  {
    uriTemplate: 'marque://brands/{slug}/rules/{context}',
    name: 'brand-rules-in-context',
    title: 'Rules of a brand in a context',
    description: 'One rule for each key, as it applies in a context such as dark-background.',
    mimeType: json,
  },
  {
    uriTemplate: 'marque://brands/{slug}/pages/{page}',
    name: 'brand-page',
    title: 'A page of a brand',
    description: 'One page of the guidelines, as Markdown.',
    mimeType: markdown,
  },
  {
    uriTemplate: 'marque://assets/{id}',
    name: 'asset',
    title: 'An asset',
    description:
      "An asset's metadata and usage rights, with the URLs of its file and renditions; then its picture, if it has one.",
    mimeType: json,
  },
];

/** Resources that can be read without knowing an ID: each brand's rules and pages. */
export const listResources = (agent: Agent, cursor: string | undefined) =>
  resourcesAfter({ slugs: () => brandSlugs(agent), pagesOf: (brand) => pageSlugs(agent, brand) }, cursor);

/** An asset's picture as a second content, as `view_assets` draws it; nothing for an asset without one. */
async function pictureIn(agent: Agent, uri: string, id: string): Promise<ReadResourceResult['contents']> {
  const path = { id, transform: pictureOf() };
  const { picture } = await toolAnswer(
    await askByName(reading(agent), 'get_asset_content_rendition', { path }),
  );
  return picture
    ? [{ uri, mimeType: picture.mime, blob: Buffer.from(picture.bytes).toString('base64') }]
    : [];
}

export async function readResource(agent: Agent, uri: string): Promise<ReadResourceResult> {
  const notFound = new RpcError(rpcCode.resourceNotFound, "Resource not found, or you don't have access.", {
    uri,
  });
  const app = toolboxOf(agent.service).apps.get(uri);
  if (app)
    return { contents: [{ uri, mimeType: appMime, text: app.html, _meta: { ui: { prefersBorder: true } } }] };
  const [, kind, first = '', part, second] =
    /^marque:\/\/(brands|assets)\/([^/]+)(?:\/(rules|pages)(?:\/([^/]+))?)?$/.exec(uri) ?? [];
  const decoded = (text: string): string => {
    try {
      return decodeURIComponent(text);
    } catch {
      throw notFound;
    }
  };
  const asJson = (value: Record<string, unknown> | null): ReadResourceResult => {
    if (!value) throw notFound;
    return { contents: [{ uri, mimeType: json, text: quoted({ notice, data: value.data ?? value }) }] };
  };
  if (kind === 'assets' && part === undefined) {
    const id = decoded(first);
    const { contents } = asJson(await read(agent, 'describe_asset', { path: { id } }));
    return { contents: [...contents, ...(await pictureIn(agent, uri, id))] };
  }
  if (kind === 'brands' && part === 'rules')
    return asJson(
      await read(agent, 'list_rules', {
        query: { brand: decoded(first), ...(second === undefined ? {} : { context: decoded(second) }) },
      }),
    );
  if (kind === 'brands' && part === 'pages' && second !== undefined) {
    const page = await read(agent, 'get_page', { path: { slug: decoded(first), page: decoded(second) } });
    if (!page) throw notFound;
    const text = (page.data as { markdown: string }).markdown;
    return { contents: [{ uri, mimeType: markdown, text: framedText(text) }] };
  }
  throw notFound;
}

// ---- prompts

export const prompts: Prompt[] = [
  {
    name: 'use_the_brand',
    title: 'Use the brand',
    description:
      'What to do before creating anything for a brand: read its rules, find its files, check that they may be used.',
    arguments: [
      { name: 'brand', description: "The brand's slug; the default brand when left out", required: false },
      { name: 'context', description: 'Where it will be used, such as dark-background', required: false },
    ],
  },
  {
    name: 'review_queue',
    title: 'Review proposals',
    description: 'Go through the proposals waiting for review together with the user.',
    arguments: [],
  },
  {
    name: 'fill_metadata',
    title: 'Fill in metadata',
    description:
      'Look at assets that lack a description, tags or field values, and propose them. A person decides.',
    arguments: [
      {
        name: 'collection',
        description: 'Name or ID of a collection; the whole library when left out',
        required: false,
      },
      {
        name: 'field',
        description: 'Key of a field to fill in, besides description and tags',
        required: false,
      },
    ],
  },
];

const promptResult = (text: string): GetPromptResult => ({
  messages: [{ role: 'user', content: { type: 'text', text } }],
});

async function fillMetadata(agent: Agent, given: Record<string, string>): Promise<GetPromptResult> {
  const { collection, field } = given;
  const found = collection
    ? (await collections(agent)).find(({ id, name }) => id === collection || name === collection)
    : undefined;
  if (collection && !found)
    throw new RpcError(
      rpcCode.invalidParams,
      'No collection with this name or ID. Call list_collections to see all collections.',
    );
  if (field && !(await fieldKeys(agent)).includes(field))
    throw new RpcError(rpcCode.invalidParams, 'No field with this key. Call list_fields to see all fields.');
  const within = found ? `, collection: "${found.id}"` : '';
  return promptResult(`Fill in what assets in the library lack, by looking at them.
1. Call search_assets with missing: ["alt"]${within}, then with missing: ["tags"]${field ? `, then with missing: ["f.${field}"]` : ''}. Take 8 at a time.
2. Look at them with view_assets, and read each with describe_asset. Never describe what you haven't seen.
3. Call list_fields for the fields there are, and which values they accept.
4. Call propose_changes once for all 8: a description that says in one sentence what can be seen, for somebody who can't see it, and tags that the library already uses where they fit.${field ? ` Fill in the field "${field}" if you can tell its value.` : ''} Leave out what you aren't sure of.
5. Go on until nothing is missing or the user stops you. Then say what you proposed, and what you left out and why. A person decides on each proposal.`);
}

export async function getPrompt(
  agent: Agent,
  name: string,
  given: Record<string, string>,
): Promise<GetPromptResult> {
  if (name === 'review_queue')
    return promptResult(`Go through the review queue with me.
1. Call review_queue. For each proposal, show what it's about, who proposed it, the note, and before and after side by side.
2. For an asset, call describe_asset and look at its rights and provenance.
3. Tell me the arguments for and against it, and wait for my decision. Don't decide anything yourself.
4. Carry out my decision with review_proposal. A rejection needs a note that tells the proposer what to improve.`);
  if (name === 'fill_metadata') return fillMetadata(agent, given);
  if (name !== 'use_the_brand')
    throw new RpcError(rpcCode.invalidParams, 'Unknown prompt.', {
      prompts: prompts.map((one) => one.name),
    });
  const { brand, context } = given;
  for (const [argument, value] of Object.entries({ brand, context }))
    if (value !== undefined && value !== '' && !isSlug(value))
      throw new RpcError(rpcCode.invalidParams, `${argument} must be lowercase words joined by dashes.`);
  if (brand && !(await brandSlugs(agent)).includes(brand))
    throw new RpcError(rpcCode.invalidParams, 'No brand with this slug. Call list_brands to see all brands.');
  const of = brand ? `the brand "${brand}"` : 'the default brand';
  const call = [...(brand ? [`brand: "${brand}"`] : []), ...(context ? [`context: "${context}"`] : [])].join(
    ', ',
  );
  return promptResult(`You are about to create something for ${of}. Before you do:
1. Call brand_rules${call ? ` with ${call}` : ''}. Take every color, font, measure and wording from the result, never from memory, and follow each rule's usage.
2. Call list_pages, then get_page for the pages relevant to what you are about to create.
3. Call search_assets before you draw or generate anything: the library may already have it. Take logos from the rules' assets.
4. For each asset, call check_use with the channel, territory and date you know. If it isn't allowed, use what the result suggests.
5. Call rendition_url for the size and format you need; never resize or recolor a logo yourself.
To keep what you create, add it with ingest_asset or create_upload, with origin "generated", generator and prompt. A person reviews it.`);
}

// ---- completions

/** Completions for an argument of a prompt or resource URI. */
export async function complete(
  agent: Agent,
  ref: CompleteRequest['params']['ref'],
  argument: CompleteRequest['params']['argument'],
  others: Readonly<Record<string, string>>,
): Promise<string[]> {
  const typed = argument.value.toLowerCase();
  const values = async (): Promise<string[]> => {
    if (ref.type === 'ref/prompt') {
      if (ref.name === 'fill_metadata') {
        if (argument.name === 'collection') return collectionNames(agent);
        return argument.name === 'field' ? fieldKeys(agent) : [];
      }
      if (ref.name !== 'use_the_brand') return [];
      if (argument.name === 'brand') return brandSlugs(agent);
      return argument.name === 'context' ? contexts(agent, others.brand) : [];
    }
    if (!ref.uri.startsWith('marque://brands/')) return [];
    if (argument.name === 'slug') return brandSlugs(agent);
    if (argument.name === 'context') return contexts(agent, others.slug);
    return argument.name === 'page' && others.slug !== undefined ? pageSlugs(agent, others.slug) : [];
  };
  return (await values()).filter((value) => value.toLowerCase().startsWith(typed));
}
