import { describe, expect, it } from 'vitest'
import type { ConditionId } from '../../../src/domain/market/market.js'
import type { MarketDecision } from '../../../src/domain/run/decision.js'
import type { MarketSnapshot } from '../../../src/domain/run/snapshot.js'
import { UnquotedTime, unquotedWords } from '../../../src/report/run/unquoted-time.js'
import { SAMPLE, SAMPLE_MARKET } from '../../telemetry/sample-snapshot.js'

const SILENT: MarketSnapshot = { ...SAMPLE_MARKET, ownQuotes: [] }
const { conditionId } = SAMPLE_MARKET
const looked = (...markets: readonly MarketSnapshot[]) => ({ ...SAMPLE, markets })
const waitsFor = (what: string): Pick<MarketDecision, 'conditionId'> & MarketDecision => ({
  ...{ conditionId, approved: [], refused: [], waiting: [what] },
})

describe('why nothing was quoted', () => {
  it('is each reason with its share of the looks at open markets, and what was said most often', () => {
    const time = new UnquotedTime()
    time.look(looked(SILENT))
    time.decided({ markets: [waitsFor('write budget')] })
    time.look(looked(SILENT))
    time.decided({ markets: [waitsFor('the fee')] })
    time.look(looked(SILENT, { ...SILENT, conditionId: '0xc1' as ConditionId, status: 'RESOLVED' }))
    time.look(looked(SILENT))
    const found = time.reasons() ?? []
    expect(found).toEqual([
      { reason: 'budget', detail: 'waits for the fee', share: 0.75 },
      { reason: 'undecided', detail: 'nothing is decided yet', share: 0.25 },
    ])
    expect(unquotedWords(found)).toBe(
      'nothing was quoted: budget for 75 % of the time (waits for the fee); undecided for 25 % of the time (nothing is decided yet)',
    )
  })

  it('is what was decided since a market was taken up again, and not before it was let go', () => {
    const time = new UnquotedTime()
    time.decided({ markets: [waitsFor('the fee')] })
    time.look(looked())
    time.look(looked(SILENT))
    expect(time.reasons()).toMatchObject([{ reason: 'undecided', share: 1 }])
  })

  it('is nothing once something of ours has rested', () => {
    const time = new UnquotedTime()
    time.look(looked(SILENT))
    time.look(looked(SAMPLE_MARKET))
    expect(time.reasons()).toBeUndefined()
  })

  it('may be that there was no market', () => {
    expect(unquotedWords(new UnquotedTime().reasons() ?? [])).toContain('no open market was chosen')
  })

  it('does not grow with what is said', () => {
    const time = new UnquotedTime()
    for (let n = 0; n < 300; n++) {
      time.decided({ markets: [waitsFor(n % 2 === 0 ? 'the fee' : `${n} ms`)] })
      time.look(looked(SILENT))
    }
    expect(time.reasons()).toEqual([{ reason: 'budget', detail: 'waits for the fee', share: 1 }])
  })
})
