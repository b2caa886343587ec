import { expect, it } from 'vitest'
import type { ConditionId } from '../../../src/domain/market/market.js'
import type { BotLife } from '../seeds/bot-life.js'
import { Consulted } from '../seeds/invariants/consulted.js'

const ID = '0xa' as ConditionId

/** Worth 0.5 in a market of 100 ticks, and wished for with `asked`: looked at so many times, a second apart. */
function lookedAt(asked: number, { times = 4, isSlow = false, approved = 1, fairTauMs = 1000 } = {}) {
  const found: string[] = []
  const consulted = new Consulted({ isSlow, fairTauMs: () => fairTauMs, add: (what) => found.push(what) })
  const market = { id: 'm', ticksPerUnit: 100 }
  const estimates = { unmoved: <T>(read: () => T) => read(), fair: () => ({ p: 0.5 }) }
  const conclusions = () => ({
    ...{ cells: [{ conditionId: ID }], isMarked: () => false },
    approval: () => ({ approved: Array.from({ length: approved }) }),
  })
  const core = { conclusions, beliefs: { estimates, markets: new Map([[ID, market]]) } }
  let nowMs = 0
  const life = { clock: { monoMs: () => nowMs }, bot: { core } } as unknown as BotLife
  consulted.asked(ID, asked)
  for (let i = 0; i < times; i++) {
    nowMs += 1000
    consulted.turned(life)
  }
  return found
}

it('who is quoted by an old wish is told of, once that lasts', () => {
  expect(lookedAt(0.52)).not.toEqual([])
  expect(lookedAt(0.52, { times: 2 })).toEqual([])
  expect(lookedAt(0.51)).toEqual([])
})

it('nobody wakes for the last ticks of a long memory, a slow strategy is asked less often, and a market without quotes need not be', () => {
  expect(lookedAt(0.53, { fairTauMs: 3000 })).toEqual([])
  expect(lookedAt(0.54, { fairTauMs: 3000 })).not.toEqual([])
  expect([lookedAt(0.6, { isSlow: true }), lookedAt(0.6, { approved: 0 })]).toEqual([[], []])
})
