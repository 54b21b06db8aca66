// What editors work on besides the library: a brand with colors and logos, and proposals that wait.

const colors = 24;
const logos = 12;
const proposals = 60;

export interface Service {
  url: string;
  /** Scope admin. */
  key: string;
}

async function call<Data>(
  { url, key }: Service,
  method: string,
  path: string,
  body?: unknown,
): Promise<Data> {
  const answer = await fetch(`${url}/api/v1/${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!answer.ok)
    throw new Error(`${method} ${path}: ${answer.status} ${(await answer.text()).slice(0, 500)}`);
  return ((await answer.json()) as { data: Data }).data;
}

/** @param pictured ids of assets with pictures */
export async function fillBrand(service: Service, slug: string, pictured: readonly string[]): Promise<void> {
  await call(service, 'POST', 'brands', { name: 'Bench', slug });
  const set = [
    ...Array.from({ length: colors }, (_, at) => ({
      key: `color.shade${at}`,
      type: 'color',
      value: `#${(at * 10).toString(16).padStart(2, '0')}4477`,
    })),
    ...pictured
      .slice(0, logos)
      .map((id, at) => ({ key: `logo.mark${at}`, type: 'text', value: 'A mark', assets: [{ id }] })),
  ];
  await call(service, 'PATCH', `brand/rules?brand=${slug}`, { set });
}

/** Tags that an agent suggests, for one asset each. */
export async function fillQueue(service: Service, pictured: readonly string[]): Promise<void> {
  const { secret } = await call<{ secret: string }>(service, 'POST', 'keys', {
    name: 'Scout',
    scope: 'propose',
  });
  const agent = { ...service, key: secret };
  for (const id of pictured.slice(0, proposals))
    await call(agent, 'POST', `assets/${id}/proposed-tags`, { tags: ['suggested', 'by an agent'] });
}
