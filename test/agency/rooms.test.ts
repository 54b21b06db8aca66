// A module whose rows take grants and have nothing else of Marque's: the rooms of an agency.
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { migratePayload } from '../../src/core/db/payload-migrations.ts';
import { defineModule, defineOperation, z, type Target } from '../../src/extend.ts';
import { makeColleague } from '../core/access/resources.ts';
import { invitationCalls } from '../identity/invitation-calls.ts';
import { configWith } from '../setup/config-with.ts';
import { startService, type Caller, type Person, type Place, type TestService } from '../setup/service.ts';

const onRoom = ({ path }: { path: Record<string, string> }): Target => ({ ['room' as string]: path.id });

const room = (name: string, method: 'GET' | 'DELETE', scope: 'read' | 'write') =>
  defineOperation({
    name,
    summary: name,
    http: { route: `${method} /api/v1/agency/rooms/{id}`, tag: 'rooms' },
    access: { scope, target: onRoom },
    input: { path: z.object({ id: z.string() }) },
    output: z.object({ id: z.string() }),
    run: ({ access }) => Promise.resolve({ id: access.id ?? '' }),
  });

const rooms = defineModule({
  name: 'rooms',
  grantable: [
    {
      name: 'room',
      table: 'agency_rooms',
      label: 'name',
      privacy: 'private',
      deletedAt: 'closed_at',
      width: 40,
    },
  ],
  operations: [room('get_room', 'GET', 'read'), room('close_room', 'DELETE', 'write')],
});

const table = `create table agency_rooms (id uuid primary key default gen_random_uuid(), name text not null,
  workspace_id uuid not null references workspaces(id) on delete cascade, private boolean not null default true, closed_at timestamptz)`;

let service: TestService;
let place: Place;
let admin: Person;
let elsewhere: Person;
let colleague: Person;

async function makeRoom(isClosed = false): Promise<string> {
  const [made] = await service.service.db.query<{ id: string }>(
    `insert into agency_rooms (name, workspace_id, closed_at) values ('Studio', $1, case when $2 then now() end) returning id`,
    [place.workspaceId, isClosed],
  );
  return made?.id ?? '';
}

const give = (by: Person, roomId: string, scope: string) =>
  service.call('POST', '/api/v1/grants', {
    as: { cookie: by.cookie },
    body: { user: colleague.id, resource: 'room', resourceId: roomId, scope },
  });
const statusOf = async (method: 'GET' | 'DELETE', roomId: string, as: Caller): Promise<number> =>
  (await service.call(method, `/api/v1/agency/rooms/${roomId}`, { as })).status;
const { invite } = invitationCalls(() => ({ marque: service, place, admin }));

beforeAll(async () => {
  service = await startService({}, undefined, () =>
    configWith({ modules: [rooms] }, async (payload) => {
      await migratePayload(payload);
      await (payload.db as unknown as { pool: { query(sql: string): Promise<unknown> } }).pool.query(table);
    }),
  );
  place = await service.makePlace('Northlight');
  admin = await service.makeAdmin(place);
  elsewhere = await service.makeAdmin(await service.makePlace('Elsewhere'));
  colleague = await makeColleague(service, place);
}, 300_000);
afterAll(() => service?.close());

it('can be granted: what the scope allows, and no more', async () => {
  const id = await makeRoom();
  const as = { cookie: colleague.cookie };
  expect(await statusOf('GET', id, as)).toBe(404);
  const given = await give(admin, id, 'read');
  expect([given.status, given.body.data]).toEqual([
    200,
    expect.objectContaining({ resource: 'room', resourceId: id, label: 'Studio', scope: 'read' }),
  ]);
  expect(await statusOf('GET', id, as)).toBe(200);
  expect(await statusOf('DELETE', id, as)).toBe(403);
  expect((await give(admin, id, 'write')).status).toBe(200);
  expect(await statusOf('DELETE', id, as)).toBe(200);
  expect(await statusOf('GET', await makeRoom(), as)).toBe(404);
});

it("are private by their own column, and closed to whoever couldn't reopen them", async () => {
  const reader = await service.makeMember(place, 'write');
  expect(await statusOf('GET', await makeRoom(), { cookie: reader.cookie })).toBe(404);
  const id = await makeRoom(true);
  await give(admin, id, 'read');
  expect(await statusOf('GET', id, { cookie: colleague.cookie })).toBe(404);
  await give(admin, id, 'write');
  expect(await statusOf('GET', id, { cookie: colleague.cookie })).toBe(200);
});

it("aren't there for another workspace", async () => {
  const id = await makeRoom();
  expect((await give(elsewhere, id, 'read')).status).toBe(404);
  expect(await statusOf('GET', id, { cookie: elsewhere.cookie })).toBe(404);
  const to = { resource: 'room', resourceId: id, scope: 'read' };
  expect((await invite({ cookie: elsewhere.cookie }, to)).status).toBe(404);
});

it('can be what somebody is invited to', async () => {
  const id = await makeRoom();
  const { status } = await invite(
    { cookie: admin.cookie },
    { resource: 'room', resourceId: id, scope: 'read' },
  );
  expect(status).toBe(201);
});
