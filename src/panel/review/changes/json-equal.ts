// Compares values that came from JSON, such as specs, sections and lists of files.
export const jsonEqual = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one) === JSON.stringify(other);
