// A workspace, and the calls that check usage rights in it. Each test file that imports this has its own.
import type { Caller } from '../setup/service.ts';
import { startWithWorkspace } from '../setup/workspace.ts';

export const { marque, place, editor, reader, writer, stranger } = await startWithWorkspace();
export const check = (body: Record<string, unknown> | string, as: Caller = reader) =>
  marque.call('POST', '/api/v1/check', {
    as,
    body,
    ...(typeof body === 'string' ? { headers: { 'content-type': 'application/json' } } : {}),
  });

export const patch = (id: string, body: Record<string, unknown>) =>
  marque.call('PATCH', `/api/v1/assets/${id}`, { as: writer, body });

export const codes = (reply: { body: { reasons: { code: string; blocking: boolean }[] } }): string[] =>
  reply.body.reasons.map(({ code, blocking }) => (blocking ? code : `(${code})`));
