// The simulation finds what is wrong with a bot: faults are planted one at a time, and each is found.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { PLANTED } from './seeds/planted/planted-faults.js'
import { PlantedSources } from './seeds/planted/planted-sources.js'

/** The cheapest where there is little time; by hand all of which it is known that they are found. */
const QUICK_SEED = 1
const isByHand = process.env['QUOIN_BY_HAND'] !== undefined
const TIMEOUT_MS = 20 * 60_000

let sources: PlantedSources
beforeAll(() => {
  sources = new PlantedSources(process.cwd())
}, TIMEOUT_MS)
afterAll(() => sources.remove())

for (const fault of PLANTED) {
  const { what, seed } = fault
  if (seed === undefined) it.todo(`finds: ${what}`)
  else if (isByHand || seed === QUICK_SEED)
    it(`finds: ${what}`, { timeout: TIMEOUT_MS }, async () => {
      expect(await sources.find(fault, { from: seed, until: seed + 1 })).toBeDefined()
    })
}
