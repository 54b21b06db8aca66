// The result of the video, audio and font header readers.

/** Size in pixels as shown, for video, and everything else as free-form facts for `probe`. */
export interface MediaHeaders {
  width: number | null;
  height: number | null;
  probe: Record<string, unknown>;
}

/** Seconds with millisecond precision; undefined for invalid durations. */
export function seconds(value: number): number | undefined {
  return Number.isFinite(value) && value > 0 ? Math.round(value * 1000) / 1000 : undefined;
}

/** The known facts. */
export function known(facts: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined));
}
