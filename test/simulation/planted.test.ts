// The simulation finds what is wrong with a bot: faults are planted one at a time, and each is found.

import { afterAll, beforeAll, expect, it } from 'vitest'
import { PLANTED } from './seeds/planted/planted-faults.js'
import { PlantedSources } from './seeds/planted/planted-sources.js'

/** All of them by hand; otherwise those whose seed is known, and that one alone. */
const isByHand = process.env['QUOIN_BY_HAND'] !== undefined
const SEEDS = { from: 1, until: 201 }
const TIMEOUT_MS = 20 * 60_000

let sources: PlantedSources
beforeAll(() => {
  sources = new PlantedSources(process.cwd())
}, TIMEOUT_MS)
afterAll(() => sources.remove())

it('are many', () => expect(PLANTED.length).toBeGreaterThanOrEqual(25))

it.each(PLANTED.filter(({ seed }) => isByHand || seed !== undefined))(
  'finds: $what',
  { timeout: TIMEOUT_MS },
  async (fault) => {
    const { seed } = fault
    const seeds = isByHand || seed === undefined ? SEEDS : { from: seed, until: seed + 1 }
    expect(await sources.find(fault, seeds)).toBeDefined()
  },
)
