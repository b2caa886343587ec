// Moments as text.

/** Unix milliseconds as ISO 8601, UTC. */
export function iso(ms: number): string {
  return new Date(ms).toISOString()
}
