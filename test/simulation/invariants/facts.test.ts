import { expect, it } from 'vitest'
import type { CoreEvent } from '../../../src/domain/run/core-event.js'
import type { BotLife } from '../seeds/bot-life.js'
import { drawScenario } from '../seeds/draw-scenario.js'
import { Facts, type FactsParts } from '../seeds/invariants/facts.js'
import { Violations } from '../seeds/invariants/violation.js'
import type { Disturbance } from '../seeds/scenario.js'

/** The venue's clock is 1000 ms ahead of the monotonic one. */
function found(venueMs: number, errorMs: number, disturbances: readonly Disturbance[] = []) {
  const violations = new Violations(() => 0)
  const clock = { wallMs: () => 6000, monoMs: () => 5000 }
  const world = { clock, scenario: { ...drawScenario(1), disturbances } }
  const facts = new Facts({ world, violations } as unknown as FactsParts)
  const event = { kind: 'clock', at: { venueMs, monoMs: 4000, wallMs: 0 }, errorMs }
  facts.heard(event as CoreEvent, {} as BotLife)
  return violations.found.map(({ invariant }) => invariant)
}

it.each([
  [5020, 20, []],
  [4980, 20, []],
  [5021, 20, ['facts']],
  [4979, 20, ['facts']],
])('a clock that shows %i within %i ms: %j', (venueMs, errorMs, expected) => {
  expect(found(venueMs, errorMs)).toEqual(expected)
})

it('a venue whose clock is wrong teaches what it shows', () => {
  const spec = { kind: 'clock-skew', skewMs: 3000, durationMs: 1000 } as const
  expect(found(8000, 20, [{ kind: 'server-fault', atMs: 0, spec }])).toEqual([])
})
