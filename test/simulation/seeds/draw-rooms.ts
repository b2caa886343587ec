// In one seed of fifteen the venue refuses rooms, or loses what asks for them, right when the bot has to join them again.

import type { Random } from '../../../src/domain/random.js'
import { Drawn } from './drawn.js'
import { type Disturbance, type Scenario, withMore } from './scenario.js'

const FIFTEEN = 15
/** Of fifteen. */
const SHUT = 13
const MOST = 2

/** The same scenario, and which rooms are shut in such a seed. */
export function drawRooms(scenario: Scenario, random: Random): Scenario {
  if (scenario.seed % FIFTEEN !== SHUT || !scenario.setting.socket) return scenario
  const shut = Array.from({ length: 1 + random.below(MOST) }, (): readonly Disturbance[] => {
    const d = new Drawn(random, 1)
    const { atMs } = d
    const durationMs = d.between(500, 9000)
    const spec = { kind: d.of('room-refused', 'subscribe-lost'), rate: d.of(1, 0.5), durationMs } as const
    return [
      { kind: 'server-fault', atMs, spec },
      { kind: 'net-cut', atMs: atMs + 100, times: d.between(1, 3), everyMs: 1500 },
    ]
  })
  return withMore(scenario, shut.flat())
}
