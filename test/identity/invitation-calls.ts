// Invitations in tests: sending one, looking at its link, and taking it.
import { expect } from '@jest/globals';
import { callsAs } from '../setup/callers.ts';
import type { Caller, Person, Place, Reply, TestService } from '../setup/service.ts';

export interface Invitation {
  id: string;
  email: string;
  url: string;
  token: string;
}

let count = 0;

/** An address that no one has. */
export const newAddress = (): string => `invited.${(count += 1)}@example.com`;

export const tokenOf = (answer: Reply): string =>
  new URL(answer.body.data.url as string).searchParams.get('token') ?? '';

/** @param on returns the service, the workspace to invite to, and who invites unless another caller is named */
export function invitationCalls(on: () => { marque: TestService; place: Place; admin: Person }) {
  const call = (by: Caller, method: string, path: string, body?: unknown): Promise<Reply> =>
    callsAs(on().marque, by).call(method, path, body);
  const invite = (by: Caller, body: Record<string, unknown> = {}) =>
    call(by, 'POST', '/invitations', {
      email: newAddress(),
      resource: 'workspace',
      resourceId: on().place.workspaceId,
      scope: 'write',
      ...body,
    });
  return {
    call,
    invite,
    sent: async (by: Caller = on().admin, body: Record<string, unknown> = {}): Promise<Invitation> => {
      const answer = await invite(by, body);
      expect([answer.status, answer.body.error]).toEqual([201, undefined]);
      return { ...(answer.body.data as Invitation), token: tokenOf(answer) };
    },
    look: (token: string) => call(null, 'GET', `/invite/${token}`),
    take: (by: Caller, token: string) => call(by, 'POST', `/invite/${token}`),
    signUp: (body: Record<string, unknown>) =>
      on().marque.call('POST', '/api/auth/sign-up', {
        body: { name: 'Nina New', password: 'correct horse battery', ...body },
      }),
  };
}
