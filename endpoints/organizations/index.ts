import type { AnyOperation } from '../../src/core/operation.ts';
import { listOrganizations } from './list-organizations.ts';
import { createOrganization } from './create-organization.ts';
import { updateOrganization } from './update-organization.ts';
import { deleteOrganization } from './delete-organization.ts';
import { createWorkspace } from './create-workspace.ts';
import { updateWorkspace } from './update-workspace.ts';
import { deleteWorkspace } from './delete-workspace.ts';
import { getUsage } from './get-usage.ts';

export const organizationOperations: readonly AnyOperation[] = [
  listOrganizations,
  createOrganization,
  updateOrganization,
  deleteOrganization,
  createWorkspace,
  updateWorkspace,
  deleteWorkspace,
  getUsage,
];
