// What one seed came to, as a process tells it to the one that started it.

import { z } from 'zod'
import { INVARIANTS } from './invariants/violation.js'
import type { Played } from './played.js'

export const seedResult = z.object({
  seed: z.number(),
  violations: z.array(z.object({ invariant: z.enum(INVARIANTS), atMs: z.number(), what: z.string() })),
  simulatedMs: z.number(),
  reached: z.record(z.string(), z.number()),
  outcomes: z.record(z.string(), z.number()),
  traceHash: z.string(),
  fills: z.number(),
  lives: z.number(),
})
export type SeedResult = z.infer<typeof seedResult>

export function resultOf({ scenario, violations, reached, outcomes, ...played }: Played): SeedResult {
  const { simulatedMs, traceHash, fills, lives } = played
  return {
    ...{ seed: scenario.seed, simulatedMs, traceHash, fills, lives },
    violations: [...violations],
    reached: Object.fromEntries(reached),
    outcomes: Object.fromEntries(outcomes),
  }
}
