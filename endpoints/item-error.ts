// The error of one item among many, of which others may have succeeded.
import { z } from 'zod';

export const ItemError = z.object({ code: z.string(), message: z.string(), detail: z.unknown().optional() });
