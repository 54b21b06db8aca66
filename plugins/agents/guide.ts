// What an agent reads beside tools: resources, prompts, and completions for their arguments. The words are the server's own; what
// others wrote stands in its frame, and names appear in addresses only, which slugs and ids make safe.
import {
  ErrorCode,
  McpError,
  type CompleteRequest,
  type GetPromptResult,
  type Prompt,
  type ReadResourceResult,
  type Resource,
  type ResourceTemplate,
} from '@modelcontextprotocol/sdk/types.js';
import type { AnyOperation } from '../../src/core/operation.ts';
import { ask, jsonOf, type Agent, type Asked } from './call.ts';
import { framedText, notice, quoted } from './said.ts';

export const instructions = `Marque holds a library of digital assets and the rules of brands.
Before you make anything for a brand, read its rules (brand_rules) and search the library (search_assets): values and files come from here, never from memory.
Before you use an asset, ask check_use; where the answer is no, it names what to use instead.
What you add or suggest waits for a person. Read my_proposals to learn what became of it, and why something was rejected.
Files never travel inside a call: ingest_asset takes a public URL; create_upload gives an address to send bytes to, and finish_upload files them.
${notice}`;

/** MCP's code for a resource that is not there. */
const resourceNotFound = -32002;

function operationNamed({ service }: Agent, name: string): AnyOperation | undefined {
  return service.operations.find((operation) => operation.name === name);
}

/** What an operation answers; null where it is not there, or refuses because there is nothing for this agent. */
async function read(agent: Agent, name: string, asked: Asked): Promise<Record<string, unknown> | null> {
  const operation = operationNamed(agent, name);
  if (!operation) return null;
  const answer = await ask(agent, operation, asked);
  if (answer.status === 404) return null;
  const value = jsonOf(answer) as Record<string, unknown>;
  if (answer.status < 400) return value;
  const { error } = value as { error?: { code: string; message: string } };
  throw new McpError(
    ErrorCode.InvalidRequest,
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

// ---- resources

const json = 'application/json';
const markdown = 'text/markdown';

export const resourceTemplates: ResourceTemplate[] = [
  {
    uriTemplate: 'marque://brands/{slug}/rules',
    name: 'brand-rules',
    title: 'Rules of a brand',
    description: 'Every rule of a brand: colours, type, wording, measures, logos, each with how to use it.',
    mimeType: json,
  },
  {
    uriTemplate: 'marque://brands/{slug}/rules/{context}',
    name: 'brand-rules-in-context',
    title: 'Rules of a brand in a context',
    description: 'One rule for each key, as it holds in a context such as dark-background.',
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
      'What an asset is and what it may be used for, with the addresses of its file and renditions.',
    mimeType: json,
  },
];

/** Brands whose pages are listed one by one; of more, the templates say how to ask. */
const maxBrandsListed = 20;
const maxListed = 200;

/** What there is to read without knowing an id: each brand's rules and pages. */
export async function listResources(agent: Agent): Promise<Resource[]> {
  const brands = (await brandSlugs(agent)).slice(0, maxBrandsListed);
  const listed: Resource[] = [];
  for (const slug of brands) {
    listed.push({
      uri: `marque://brands/${slug}/rules`,
      name: `${slug}/rules`,
      title: `Rules of the brand ${slug}`,
      mimeType: json,
    });
    for (const page of await pageSlugs(agent, slug))
      listed.push({
        uri: `marque://brands/${slug}/pages/${page}`,
        name: `${slug}/pages/${page}`,
        title: `Page ${page} of the brand ${slug}`,
        mimeType: markdown,
      });
    if (listed.length >= maxListed) break;
  }
  return listed.slice(0, maxListed);
}

export async function readResource(agent: Agent, uri: string): Promise<ReadResourceResult> {
  const notFound = new McpError(resourceNotFound, 'There is no such resource, or none for you.', { uri });
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
  if (kind === 'assets' && part === undefined)
    return asJson(await read(agent, 'describe_asset', { path: { id: decoded(first) } }));
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
      'What to do before making anything for a brand: read its rules, find its files, ask whether they may be used.',
    arguments: [
      { name: 'brand', description: "The brand's slug; the default brand when left out", required: false },
      { name: 'context', description: 'Where it will be used, such as dark-background', required: false },
    ],
  },
  {
    name: 'review_queue',
    title: 'Review what waits',
    description: 'Goes through what was proposed and waits for a person, with that person.',
    arguments: [],
  },
];

const said = (text: string): GetPromptResult => ({
  messages: [{ role: 'user', content: { type: 'text', text } }],
});

export async function getPrompt(
  agent: Agent,
  name: string,
  given: Record<string, string>,
): Promise<GetPromptResult> {
  if (name === 'review_queue')
    return said(`Go through what waits for review with me.
1. Call review_queue. Show each proposal: what it is about, who proposed it, the note, and before and after beside each other.
2. For an asset, call describe_asset and look at its rights and provenance.
3. Tell me what speaks for and against it, and wait for my decision. Decide nothing yourself.
4. Carry my decision out with review_proposal. A rejection needs a note that tells the proposer what to do better.`);
  if (name !== 'use_the_brand')
    throw new McpError(ErrorCode.InvalidParams, 'There is no such prompt.', {
      prompts: prompts.map((one) => one.name),
    });
  const { brand, context } = given;
  for (const [argument, value] of Object.entries({ brand, context }))
    if (value !== undefined && value !== '' && !isSlug(value))
      throw new McpError(ErrorCode.InvalidParams, `${argument} is lowercase words joined by dashes.`);
  if (brand && !(await brandSlugs(agent)).includes(brand))
    throw new McpError(
      ErrorCode.InvalidParams,
      'There is no brand with this slug. list_brands lists those there are.',
    );
  const of = brand ? `the brand "${brand}"` : 'the default brand';
  const call = [...(brand ? [`brand: "${brand}"`] : []), ...(context ? [`context: "${context}"`] : [])].join(
    ', ',
  );
  return said(`You are about to make something for ${of}. Before you do:
1. Call brand_rules${call ? ` with ${call}` : ''}. Take every colour, font, measure and wording from the answer, never from memory; follow each rule's usage.
2. Call list_pages, and get_page for the pages that explain what you are about to make.
3. Call search_assets before you draw or generate anything: the library may hold it already. Take logos from the rules' assets.
4. For each asset, call check_use with the channel, territory and date you know. If it is not allowed, use what the answer suggests.
5. Call rendition_url for the size and format you need; never resize or recolour a logo yourself.
What you make and want kept goes in through ingest_asset or create_upload, with origin "generated", generator and prompt: a person decides on it.`);
}

// ---- completions

/** Values for an argument of a prompt or of a resource's address, those that begin with what was typed. */
export async function complete(
  agent: Agent,
  { ref, argument, context }: CompleteRequest['params'],
): Promise<string[]> {
  const others = context?.arguments ?? {};
  const typed = argument.value.toLowerCase();
  const values = async (): Promise<string[]> => {
    if (ref.type === 'ref/prompt') {
      if (ref.name !== 'use_the_brand') return [];
      if (argument.name === 'brand') return brandSlugs(agent);
      return argument.name === 'context' ? contexts(agent, others.brand) : [];
    }
    if (!ref.uri.startsWith('marque://brands/')) return [];
    if (argument.name === 'slug') return brandSlugs(agent);
    if (argument.name === 'context') return contexts(agent, others.slug);
    return argument.name === 'page' && others.slug !== undefined ? pageSlugs(agent, others.slug) : [];
  };
  return (await values()).filter((value) => value.startsWith(typed));
}
