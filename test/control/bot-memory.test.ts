import { expect, it } from 'vitest'
import { BotMemory } from '../../src/control/bot-memory.js'
import type { ConditionId } from '../../src/domain/market/market.js'
import type { CoreInput } from '../../src/domain/run/core-event.js'
import type { Decision, MarketDecision } from '../../src/domain/run/decision.js'
import { at } from '../execution/builders.js'
import { A, market } from '../risk/builders.js'

it('remembers since when something is waited for, without a break', () => {
  const memory = new BotMemory()
  const decide = (monoMs: number, waiting: readonly string[]) => {
    memory.event({ kind: 'wake', seq: 1, at: at(monoMs) })
    const market: MarketDecision = { conditionId: A, approved: [], refused: [], waiting }
    const decision: Decision = { seq: 1, markets: [market], commands: [], ended: [], corrected: [], faults: [] }
    memory.step(decision)
  }
  decide(1000, [])
  expect(memory.waitsForMs(A, 2000)).toBeUndefined()
  decide(2000, ['write budget'])
  decide(3000, ['the fee'])
  expect(memory.waitsForMs(A, 5000)).toBe(3000)
  decide(6000, [])
  expect(memory.waitsForMs(A, 7000)).toBeUndefined()
})

it('forgets the earliest of many markets that were let go, and none that is followed', () => {
  const memory = new BotMemory()
  let seq = 0
  const hear = (body: CoreInput) => memory.event({ ...body, seq: ++seq, at: at(seq) })
  const live = (n: number) => {
    const conditionId = `0x${n}` as ConditionId
    hear({ kind: 'market', market: market(conditionId) })
    const one: MarketDecision = { conditionId, approved: [], refused: [], waiting: ['the fee'] }
    memory.step({ seq, markets: [one], commands: [], ended: [], corrected: [], faults: [] })
    return conditionId
  }
  const followed = live(0)
  const back = live(1)
  hear({ kind: 'market-dropped', conditionId: back })
  live(1)
  const gone = Array.from({ length: 1100 }, (_, n) => live(n + 2))
  for (const conditionId of gone) hear({ kind: 'market-dropped', conditionId })
  const isKnown = (conditionId: ConditionId) => {
    const known = [memory.market(conditionId), memory.decision(conditionId), memory.waitsForMs(conditionId, seq)]
    return known.every((one) => one === undefined) ? 'forgotten' : 'known'
  }
  expect([followed, back].map(isKnown)).toEqual(['known', 'known'])
  expect(gone.filter((conditionId) => isKnown(conditionId) === 'forgotten')).toEqual(gone.slice(0, 100))
})
