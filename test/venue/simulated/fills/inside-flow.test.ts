import { expect, it } from 'vitest'
import { seededRandom } from '../../../../src/domain/random.js'
import { InsideFlow } from '../../../../src/venue/simulated/fills/inside-flow.js'
import { MarketFlow, TakerFlow } from '../../../../src/venue/simulated/fills/taker-flow.js'

const NARROW = { mid: 0.5, shown: { bid: 0.49, ask: 0.51 }, ours: { bid: undefined, ask: undefined } }
const WIDE = { ...NARROW, shown: { bid: 0.46, ask: 0.54 } }
/** The others six ticks lower. */
const PULLED = { ...WIDE, mid: 0.44, shown: { bid: 0.4, ask: 0.48 } }

/** Milliseconds until a taker comes to a bid one tick from their mid, after they stood lower for so long. */
function waitAfter(pulledMs: number): number {
  const all = new TakerFlow()
  const flow = new InsideFlow({ all, market: new MarketFlow(all), random: seededRandom(5) })
  let nowMs = 0
  const pass = (ms: number) => {
    nowMs += ms
    flow.passTo(nowMs)
  }
  flow.passTo(nowMs)
  for (let taker = 0; taker < 60; taker++) {
    flow.stand(NARROW)
    pass(10_000)
    flow.came('bid')
    flow.stand(WIDE)
    pass(10_000)
    if (taker % 6 === 0) flow.came('bid')
  }
  flow.stand(PULLED)
  pass(pulledMs)
  flow.stand({ ...PULLED, ours: { bid: 0.43, ask: undefined } })
  return (flow.dueMs ?? Number.POSITIVE_INFINITY) - nowMs
}

it('takers go by where the others usually stand, not by a mid that is pulled over for a moment', () => {
  const atOnce = waitAfter(10)
  const lasting = waitAfter(60_000)
  expect(lasting).toBeLessThan(600_000)
  expect(atOnce).toBeGreaterThan(4 * lasting)
})
