// Where a FLAC is damaged.

/** Thrown at what no FLAC has. */
export class BrokenFrame extends Error {}
