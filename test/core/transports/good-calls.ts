// A correct call of every operation, for the tests that call them all. An operation without a row fails
// test/core/transports/every-operation.test.ts.
//
// Adding a row, in the file of its subject: use the operation's name, and return from `good` a call that the
// tenant's admin makes and that succeeds. Take ids, names and texts from the given tenant, never literals:
// the tests build the same call for two tenants and swap what differs (ids, slugs, keys, addresses), one
// value at a time. A call that changes or removes a resource creates it first (`await
// tenant.newCollection()`), since it runs many times.
//   status     of the success, if it isn't the operation's own
//   needs      the scope, for an operation of scope `any` that checks one itself
//   abilities  that it checks in `run`, besides the operation's own
//   chooses    path parameters that the caller makes up, and that name nothing in another tenant: a new slug
//   forPeople  keys are refused, whatever they name
//   missing    how it answers for a missing resource, if that isn't a 404
//   open       anyone with the address can call it: an upload's secret, public resources
// New kinds of resources that other tests will need as well are created in test/core/transports/tenant.ts.
import { assetCalls } from './good-calls/assets.ts';
import { brandCalls } from './good-calls/brands.ts';
import { commentCalls } from './good-calls/comments.ts';
import { identityCalls } from './good-calls/identity.ts';
import { outsideCalls } from './good-calls/outside.ts';
import type { Row } from './good-calls/row.ts';

export const goodCalls: Record<string, Row> = {
  ...identityCalls,
  ...assetCalls,
  ...brandCalls,
  ...commentCalls,
  ...outsideCalls,
};
