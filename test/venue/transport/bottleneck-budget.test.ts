import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { createBudgetGate } from '../../../src/venue/session/budget/budget-gate.js'
import type { Permit } from '../../../src/venue/session/budget/permit.js'
import { type BottleneckBudget, createBottleneckBudget } from '../../../src/venue/transport/bottleneck-budget.js'
import { VirtualClock } from '../session/virtual-clock.js'

const LIMITS = { perSecond: 4, perMinute: 10 }
const limits = { read: LIMITS, write: LIMITS, cancel: LIMITS, account: LIMITS }
let budget: BottleneckBudget | undefined
afterEach(() => budget?.close())

function start() {
  const clock = new VirtualClock()
  const errors: unknown[] = []
  const stock = createBottleneckBudget({ limits, clock, onError: (e) => errors.push(e) })
  budget = stock
  const gate = createBudgetGate({ limits, stock, learnFirst: false })
  const now = () => clock.monoMs()
  const spend = (count: number): Permit[] =>
    Array.from({ length: count }, () => gate.tryTake('read', now())).filter((p) => p !== undefined)
  const answer = (permits: readonly Permit[], headers = {}) => {
    for (const permit of permits) gate.settle(permit, now(), headers)
  }
  /** Windows move on, and the limiters with them. */
  const pass = async (ms: number) => {
    clock.advance(ms)
    await stock.settledDown()
  }
  return { clock, stock, gate, errors, now, spend, answer, pass }
}

const told = (short: number, medium: number, left: [number, number]) => ({
  'x-ratelimit-limit-short': `${short}`,
  'x-ratelimit-limit-medium': `${medium}`,
  'x-ratelimit-remaining-short': `${left[0]}`,
  'x-ratelimit-remaining-medium': `${left[1]}`,
})

describe('the budget on bottleneck', () => {
  it('has nothing to spend before permits are drawn, and says so', async () => {
    const b = start()
    expect(b.spend(1)).toHaveLength(0)
    expect(b.gate.nextFreeMs('read', b.now())).toBeGreaterThan(b.now())
    await b.stock.settledDown()
    expect(b.spend(1)).toHaveLength(1)
  })

  it('spends a free budget at once, without waiting for a limiter', async () => {
    const b = start()
    await b.stock.settledDown()
    expect(b.spend(10)).toHaveLength(4)
  })

  it('agrees with the gate at rest, after any traffic', async () => {
    const b = start()
    await b.stock.settledDown()
    for (let round = 0; round < 6; round++) {
      b.answer(b.spend(round % 5))
      await b.pass(1_100)
      const { short, medium, stock } = await b.stock.reservoirs('read')
      // a window may have room that the other one does not let us draw
      expect(short + stock).toBe(b.gate.limits('read').perSecond)
      expect(Math.min(stock, b.gate.availability('read', b.now()).medium)).toBe(
        b.gate.availability('read', b.now()).medium,
      )
      const spent = LIMITS.perMinute - medium - stock
      expect(spent).toBeGreaterThanOrEqual(0)
      expect(b.gate.availability('read', b.now()).medium).toBe(Math.min(stock, LIMITS.perMinute - spent))
    }
    await b.pass(61_000)
    expect(await b.stock.reservoirs('read')).toEqual({ short: 0, medium: 6, stock: 4 })
    expect(b.gate.availability('read', b.now())).toEqual({ short: 4, medium: 4 })
    expect(b.errors).toEqual([])
  })

  it('returns a permit one window after the answer, not after the sending', async () => {
    const b = start()
    await b.stock.settledDown()
    const permits = b.spend(4)
    await b.pass(5_000)
    expect(b.spend(1)).toHaveLength(0)
    b.answer(permits)
    await b.pass(900)
    expect(b.spend(1)).toHaveLength(0)
    await b.pass(200)
    expect(b.spend(10)).toHaveLength(4)
  })

  it('never gives out more than the minute allows', async () => {
    const b = start()
    await b.stock.settledDown()
    let spent = 0
    for (let second = 0; second < 40; second++) {
      const permits = b.spend(10)
      spent += permits.length
      b.answer(permits)
      await b.pass(1_100)
    }
    expect(spent).toBe(10)
    await b.pass(61_000)
    expect(b.spend(10)).toHaveLength(4)
  })

  it('follows learned limits up and down by difference, and goes on afterwards', async () => {
    const b = start()
    await b.stock.settledDown()
    b.answer(b.spend(1), told(20, 100, [19, 99]))
    await b.stock.settledDown()
    expect(await b.stock.reservoirs('read')).toEqual({ short: 0, medium: 80, stock: 19 })
    b.answer(b.spend(1), told(2, 5, [0, 3]))
    await b.pass(61_000)
    expect(await b.stock.reservoirs('read')).toEqual({ short: 0, medium: 3, stock: 2 })
    for (let i = 0; i < 3; i++) {
      const permits = b.spend(9)
      expect(permits).toHaveLength(2)
      b.answer(permits)
      await b.pass(61_000)
    }
  })

  it('takes off what others use of the key', async () => {
    const b = start()
    await b.stock.settledDown()
    b.answer(b.spend(1), told(4, 10, [3, 2]))
    await b.pass(1_100)
    expect(b.gate.limits('read')).toEqual({ perSecond: 4, perMinute: 3 })
    expect(b.spend(10)).toHaveLength(2)
  })

  it('never touches the settings of a limiter: that would stop it for good', () => {
    const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
    expect(sources.length).toBeGreaterThan(50)
    for (const file of sources) expect(readFileSync(`src/${file}`, 'utf8'), file).not.toContain('updateSettings(')
  })
})
