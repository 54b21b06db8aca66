// The shape in which the readers of film, sound and font headers answer.

/** Size in pixels as shown, for film, and everything else as free-form facts for `probe`. */
export interface MediaHeaders {
  width: number | null;
  height: number | null;
  probe: Record<string, unknown>;
}

/** Seconds to the millisecond; undefined for what isn't a length of time. */
export function seconds(value: number): number | undefined {
  return Number.isFinite(value) && value > 0 ? Math.round(value * 1000) / 1000 : undefined;
}

/** The facts that are known. */
export function known(facts: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}
