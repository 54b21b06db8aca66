import type { AnyOperation } from '../../src/core/operation.ts';
import { listMembers } from './list-members.ts';
import { deleteMember } from './delete-member.ts';
import { createInvitation } from './create-invitation.ts';
import { deleteInvitation } from './delete-invitation.ts';
import { sendInvitation } from './send-invitation.ts';
import { getInvitation } from './get-invitation.ts';
import { takeInvitation } from './take-invitation.ts';
import { listGroups } from './list-groups.ts';
import { createGroup } from './create-group.ts';
import { getGroup } from './get-group.ts';
import { updateGroup } from './update-group.ts';
import { deleteGroup } from './delete-group.ts';
import { changeGroupMembers } from './change-group-members.ts';

export const peopleOperations: readonly AnyOperation[] = [
  listMembers,
  deleteMember,
  createInvitation,
  deleteInvitation,
  sendInvitation,
  getInvitation,
  takeInvitation,
  listGroups,
  createGroup,
  getGroup,
  updateGroup,
  deleteGroup,
  changeGroupMembers,
];
