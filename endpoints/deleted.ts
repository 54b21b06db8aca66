// What operations answer that delete something.
import { z } from 'zod';

export const Deleted = z.object({ data: z.object({ deleted: z.literal(true) }) });

export const deleted = { data: { deleted: true } } as const;
