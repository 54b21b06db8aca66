import type { AnyOperation } from '../../src/core/operation.ts';
import { getMe } from './get-me.ts';
import { listWorkspaces } from './list-workspaces.ts';
import { giveGrant } from './give-grant.ts';
import { takeGrant } from './take-grant.ts';

export const accessOperations: readonly AnyOperation[] = [getMe, listWorkspaces, giveGrant, takeGrant];
