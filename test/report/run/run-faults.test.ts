import { describe, expect, it } from 'vitest'
import type { ConditionId } from '../../../src/domain/market/market.js'
import type { MarketFault } from '../../../src/domain/run/decision.js'
import { FaultNotes, faultWords } from '../../../src/report/run/run-faults.js'

const fault = (conditionId: string, kind: MarketFault['kind'], message: string): MarketFault => ({
  ...{ conditionId: conditionId as ConditionId, kind, message },
})

describe('what failed in single markets', () => {
  it('is counted with its markets, and the first is told', () => {
    const notes = new FaultNotes()
    notes.decided({ faults: [fault('0xa', 'strategy', 'it threw: boom'), fault('0xb', 'strategy', 'it threw: bang')] })
    notes.decided({ faults: [] })
    notes.decided({ faults: [fault('0xa', 'program', 'no such cell')] })
    const found = notes.found(0.25)
    expect(found).toEqual({ count: 3, markets: 2, first: 'it threw: boom', unquotedShare: 0.25 })
    expect(found && faultWords(found)).toBe(
      'the strategy failed 3 times, in 2 markets, and nothing was quoted for 25 % of the time because of it; first: it threw: boom',
    )
  })

  it('is nothing where a strategy was slow, and says whose fault it was', () => {
    const notes = new FaultNotes()
    notes.decided({ faults: [fault('0xa', 'slow', 'it took 6 ms')] })
    expect(notes.found(0)).toBeUndefined()
    notes.decided({ faults: [fault('0xa', 'program', 'no such cell')] })
    expect(notes.found(1)).toMatchObject({ count: 1, first: 'a fault of the program: no such cell' })
  })
})
