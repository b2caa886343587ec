import { describe, expect, it } from 'vitest'
import { lookInto } from '../../../src/core/look/look-into.js'
import { riskLimits } from '../../../src/risk/schema.js'
import type { Quoter } from '../../../src/strategy/parse-params.js'
import { at } from '../../execution/builders.js'
import { A, B } from '../../risk/builders.js'
import { CoreDriver } from '../core-driver.js'

function looked(change: ConstructorParameters<typeof CoreDriver>[0] = {}) {
  const driver = new CoreDriver(change)
  driver.start()
  driver.quote()
  return { driver, look: () => lookInto(driver.core, A, at(driver.monoMs)) }
}

describe('a look into a market', () => {
  it('tells every input with its age', () => {
    const { driver, look } = looked()
    expect(look()?.inputs.fee?.isSignable).toBe(true)
    driver.push({ kind: 'signal', name: 'model', value: 0.61, atMs: at(driver.monoMs).venueMs })
    driver.wake(700)
    const inputs = look()?.inputs
    expect(inputs?.book).toMatchObject({ health: 'live', ageMs: expect.any(Number) })
    expect(inputs?.fair).toMatchObject({ basis: 'two-sided', degraded: false, ageMs: 0 })
    expect(inputs?.fee).toMatchObject({ isSignable: false })
    expect(inputs?.signals).toMatchObject([{ name: 'model', value: 0.61 }])
    for (const aged of [inputs?.book, inputs?.fee, inputs?.account, ...(inputs?.signals ?? [])])
      expect(aged?.ageMs).toBeGreaterThanOrEqual(700)
    expect(inputs?.trade).toBeUndefined()
  })

  it('tells the terms as they are computed now, when the strategy was asked, and what became of each wish', () => {
    const { look } = looked()
    expect(look()).toMatchObject({
      terms: { halfSpread: 0.03, adding: 1 },
      askedAgoMs: expect.any(Number),
      rows: [{ what: 'rests as allowed' }, { what: 'rests as allowed' }],
    })
  })

  it('names the limit that has cut a quote down', () => {
    const { look } = looked({ risk: riskLimits.parse({ maxMarketShares: 8 }) })
    const rows = look()?.rows
    expect(rows?.map(({ allowed }) => allowed?.shares)).toEqual([8, 8])
    expect(rows?.[0]?.what).toMatch(/^rests as allowed \(cut down by market-position: .*8.*\)$/)
    expect(rows?.[1]?.what).toMatch(/^rests as allowed \(cut down by market-position: /)
  })

  it('a signal that is read and has no value yet is named without one', () => {
    const quoter: Quoter = Object.assign(() => ({ quotes: [] }), {
      reads: { inputs: ['signals'] as const, everyMs: 1000, signals: ['model'] },
    })
    expect(looked({ quoter }).look()?.inputs.signals).toEqual([{ name: 'model' }])
  })

  it("tells the strategy's own value beside that of the book, where it has one", () => {
    const quotes = [{ outcome: 0, side: 'BUY', price: 0.4, size: 10 }] as const
    const quoter: Quoter = () => ({ quotes, fair: 0.6 })
    expect(looked({ quoter }).look()).toMatchObject({
      strategyFair: 0.6,
      inputs: { fair: { p: expect.closeTo(0.5, 1) } },
    })
    expect(looked({ quoter: () => ({ quotes }) }).look()).not.toHaveProperty('strategyFair')
  })

  it('a strategy whose terms throw is told, and quotes all the same', () => {
    const terms = () => {
      throw new Error('no book')
    }
    const quoter: Quoter = () => ({ quotes: [{ outcome: 0, side: 'BUY', price: 0.4, size: 10 }], terms })
    const found = looked({ quoter }).look()
    expect(found).toMatchObject({ termsProblem: 'terms: it threw: no book', rows: [{ wished: { price: 0.4 } }] })
  })

  it('changes nothing: what is decided later is the same whether anybody looks or not', () => {
    const run = (isSeen: boolean) => {
      const { driver, look } = looked()
      for (let second = 0; second < 40; second++) {
        if (isSeen) look()
        driver.wake(1000)
      }
      return JSON.stringify(driver.decisions, (_key, value) => (typeof value === 'bigint' ? String(value) : value))
    }
    expect(run(true)).toBe(run(false))
  })

  it('knows nothing of a market that nobody knows', () => {
    const { driver } = looked()
    expect(lookInto(driver.core, B, at(driver.monoMs))).toBeUndefined()
  })
})
