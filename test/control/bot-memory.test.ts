import { expect, it } from 'vitest'
import { BotMemory } from '../../src/control/bot-memory.js'
import type { Decision, MarketDecision } from '../../src/domain/run/decision.js'
import { at } from '../execution/builders.js'
import { A } from '../risk/builders.js'

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
