// In one seed of six a sign-in holds for a part of the run alone, and the venue does not take what the bot shows over its open socket when it
// has renewed it: it refuses it, or it does not hear of it.

import type { Random } from '../../../src/domain/random.js'
import { Drawn } from './drawn.js'
import { CALM_AFTER_MS, type Disturbance, type Scenario, withMore } from './scenario.js'

const SIX = 6
/** Of six. */
const SHUT = 4
const MOST = 2

/** The same scenario, and when tokens are not taken in such a seed. */
export function drawTokens(scenario: Scenario, random: Random): Scenario {
  const { seed, setting } = scenario
  if (seed % SIX !== SHUT || !setting.socket) return scenario
  const tokenSec = setting.tokenSec ?? new Drawn(random, 1).of(20, 30, 45)
  const untaken = Array.from({ length: 1 + random.below(MOST) }, (): Disturbance => {
    const d = new Drawn(random, 1)
    const durationMs = Math.min(d.between(6000, 20_000), CALM_AFTER_MS + 4000 - d.atMs)
    const spec = { kind: d.of('room-refused', 'room-refused', 'subscribe-lost'), rate: 1, durationMs } as const
    return { kind: 'server-fault', atMs: d.atMs, spec }
  })
  return withMore(scenario, untaken, { tokenSec })
}
