import type { AnyOperation } from '../../src/core/operation.ts';
import { signUp } from './sign-up.ts';
import { signIn } from './sign-in.ts';
import { signOut } from './sign-out.ts';
import { sendPasswordLink } from './send-password-link.ts';
import { resetPassword } from './reset-password.ts';
import { updateMe } from './update-me.ts';
import { listSessions } from './list-sessions.ts';
import { deleteSession } from './delete-session.ts';

export const accountOperations: readonly AnyOperation[] = [
  signUp,
  signIn,
  signOut,
  sendPasswordLink,
  resetPassword,
  updateMe,
  listSessions,
  deleteSession,
];
