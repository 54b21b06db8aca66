// The rules of automatic acceptance in a test's workspace, and what became of an agent's proposals.
import { makeAsset } from '../assets/library.ts';
import { callsAs } from '../setup/callers.ts';
import { until } from '../setup/children.ts';
import type { Caller } from '../setup/service.ts';
import { list } from './queue.ts';
import { admin, retitle } from './staged.ts';
import { asEditor, marque, place } from './two-proposers.ts';

export const tomorrow = new Date(Date.now() + 24 * 60 * 60 * 1000).toISOString();

export interface Agent {
  id: string;
  key: string;
}

/** A new agent: each has its own count. */
export const makeAgent = (): Promise<Agent> => marque.makeKey(place, 'propose');

export const ruleFor = (agent: Agent, more: object = {}) => ({
  key: agent.id,
  kind: 'title',
  until: tomorrow,
  sample: 1000,
  ...more,
});

export const setRules = (rules: unknown, as: Caller = admin, context = 'workspace') =>
  callsAs(marque, as).call('PATCH', `/settings/agents?context=${context}`, { autoAccept: rules });

/** Sets them; fails if they're refused. */
export async function allow(...rules: object[]): Promise<void> {
  const reply = await setRules(rules);
  if (reply.status !== 200) throw new Error(`Not set: ${JSON.stringify(reply.body)}`);
}

export const rulesNow = async (context = 'workspace') =>
  (await callsAs(marque, admin).done('GET', `/settings?context=${context}`)).body.data.find(
    ({ key }: { key: string }) => key === 'agents',
  ).value.autoAccept;

export const newAsset = async (meta: Record<string, unknown> = {}): Promise<string> =>
  (await makeAsset(marque, asEditor, { title: 'Old', ...meta })).id;

export const proposalNow = async (id: string) =>
  (await list(asEditor, '?status=any&limit=200')).find((one) => one.id === id);

/** A retitled asset of its own, as the response has the proposal. */
export async function retitled(agent: Agent, title = 'New', asset?: string) {
  const id = asset ?? (await newAsset());
  return { asset: id, proposal: await retitle(agent, id, title) };
}

export const untilAccepted = (id: string) => until(async () => (await proposalNow(id)).status === 'accepted');

/** No proposal is due any more. */
export const untilNoneIsDue = () =>
  until(async () => {
    const rows = await marque.service.db.query(
      `select 1 from marque.proposals where auto = 'due' and status = 'waiting'`,
    );
    return rows.length === 0;
  });

/** As if the job hadn't got to it yet. */
export const makeDue = (id: string) =>
  marque.service.db.query(`update marque.proposals set auto = 'due' where id = $1`, [id]);
