// Shapes shared by the operations on comments.
import { z } from 'zod';
import { Id } from '../../src/assets/schemas.ts';
import { Thread } from '../../src/comments/schemas.ts';

export const commentPath = z.object({ id: Id });
export const OneThread = z.object({ data: Thread });

/** What a comment is on: the asset, or the brand of the page. */
export const onCommented = ({ path }: { path: Record<string, string> }) => ({ commented: path.id ?? '' });
