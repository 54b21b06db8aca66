import type { Plugin } from 'payload';

/** Payload's other plugins: which ones there are depends on its version. */
export const others: Plugin[] = [];
