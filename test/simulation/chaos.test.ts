// Losses, proxies, cut sockets and failing settlements together, over venues that tell more or less of themselves.

import { describe, it } from 'vitest'
import { seededRandom } from '../../src/domain/random.js'
import { LIMITS } from './faults/fault-run.js'
import { html } from './faults/faulty-transport.js'
import { survive } from './faults/survive.js'

describe('everything at once', () => {
  const patient = {
    ...LIMITS,
    killSwitch: { maxLoss: 1e6, maxDailyLoss: 1e6, maxDrawdown: 1e6 },
  }

  it.each([1, 2, 3, 20, 24, 41])('seed %i', async (seed) => {
    const random = seededRandom(seed * 7 + 3)
    const chance = (p: number) => random.next() < p
    const strikes = { lost: 0, unanswered: 0, proxied: 0, cut: 0 }
    await survive({
      seed,
      faultMs: 30_000,
      struck: () => Math.min(strikes.lost, strikes.unanswered, strikes.proxied, strikes.cut),
      options: {
        tier: chance(0.5) ? 'DEFAULT' : 'MM',
        core: { risk: patient },
        server: {
          world: { markets: { count: 3, minSec: 3000, maxSec: 3600 } },
          switches: { privateEvents: chance(0.5), seq: chance(0.5), hash: chance(0.5) },
          settlement: { failureRate: chance(0.5) ? 0.2 : 0, delayMs: 300 + random.next() * 4000 },
          fees: { makerPays: chance(0.5) },
          globalFeeRateBps: chance(0.5) ? 0 : 30,
        },
      },
      fault: (run) => {
        const losses = random.fork('losses')
        const [lost, unanswered, proxied] = [random.next() * 0.2, random.next() * 0.2, random.next() * 0.2]
        let on = true
        run.sim.network.fault = () => {
          const roll = losses.next()
          if (roll < lost) strikes.lost++
          else if (roll < lost + unanswered) strikes.unanswered++
          return roll < lost ? 'lose-request' : roll < lost + unanswered ? 'lose-answer' : undefined
        }
        run.transport.fault = {
          matches: () => losses.next() < proxied,
          after: () => {
            strikes.proxied++
            return html(502)
          },
        }
        const cut = () => {
          if (!on) return
          strikes.cut++
          run.sim.network.cutSockets()
          run.sim.clock.after(2000 + losses.next() * 8000, cut)
        }
        cut()
        return () => {
          on = false
          run.sim.network.fault = undefined
          run.transport.fault = undefined
        }
      },
    })
  })
})
