'use client';
// The navigation link to the queue with its count, for people who can propose or review.
import { usePolicy } from '../client/me.tsx';
import { NavLink } from '../shell/NavLink.tsx';
import { reviewPath } from '../shell/routes.ts';
import { useWaiting } from '../client/waiting.ts';

export function ReviewLink() {
  const policy = usePolicy();
  const waiting = useWaiting(policy);
  return policy?.review.proposes ? <NavLink label="Review" path={reviewPath} count={waiting ?? 0} /> : null;
}
