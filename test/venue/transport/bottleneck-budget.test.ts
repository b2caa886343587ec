import { readdirSync, readFileSync } from 'node:fs'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Permit, Told } from '../../../src/domain/permit.js'
import { type BottleneckBudget, createBottleneckBudget } from '../../../src/venue/transport/bottleneck-budget.js'
import { all, budgetOf } from '../../execution/budget/builders.js'
import { VirtualClock } from '../session/virtual-clock.js'

const LIMITS = { perSecond: 4, perMinute: 10 }
const URGENT = { priority: 'urgent' } as const
let budget: BottleneckBudget | undefined
afterEach(() => budget?.close())

/** A count that spends what bottleneck draws: drawn permits and orders go between them as in a bot. */
function start() {
  const clock = new VirtualClock()
  const errors: unknown[] = []
  const stock = createBottleneckBudget({ limits: all(LIMITS), clock, onError: (e) => errors.push(e) })
  budget = stock
  const count = budgetOf({ read: { ...LIMITS, stocked: true } })
  let drawn = 0
  stock.listen((routeClass, permits) => {
    if (routeClass === 'read') drawn += permits
    count.hear({ kind: 'permits-drawn', routeClass, count: permits }, clock.monoMs())
  })
  const now = () => clock.monoMs()
  const order = () => {
    for (const told of count.takeStockOrders(now())) stock.carryOut(told)
  }
  const spend = (requests: number): readonly Permit[] => count.take('read', requests, now())
  const answer = (permits: readonly Permit[], told: Told = {}) => {
    for (const permit of permits) count.hear({ kind: 'answered', permit, told }, now())
    order()
  }
  /** Windows move on, and the limiters with them. */
  const pass = async (ms: number) => {
    clock.advance(ms)
    order()
    await stock.settledDown()
  }
  return { clock, stock, count, errors, now, spend, answer, pass, drawn: () => drawn }
}

const told = (short: number, medium: number, left: [number, number]): Told => ({
  short: { limit: short, remaining: left[0] },
  medium: { limit: medium, remaining: left[1] },
})

describe('the budget on bottleneck', () => {
  it('has nothing to spend before permits are drawn, and says so: they are drawn between turns alone', async () => {
    const b = start()
    expect(b.spend(1)).toHaveLength(0)
    expect(b.count.nextMonoMs('read', b.now())).toBeGreaterThan(b.now())
    await b.stock.settledDown()
    expect(b.spend(1)).toHaveLength(1)
  })

  it('tells whoever listens later of what was drawn before', async () => {
    const stock = createBottleneckBudget({
      limits: all(LIMITS),
      clock: new VirtualClock(),
      onError: (e) => expect.fail(String(e)),
    })
    budget = stock
    await stock.settledDown()
    const heard: unknown[] = []
    stock.listen((routeClass, count) => heard.push([routeClass, count]))
    expect(heard).toEqual(['read', 'write', 'cancel', 'account'].map((routeClass) => [routeClass, 4]))
  })

  it('spends a free budget at once, without waiting for a limiter', async () => {
    const b = start()
    await b.stock.settledDown()
    expect(b.spend(10)).toHaveLength(4)
  })

  it.each([-3_600_000, 3_600_000])('draws on at once when the clock of the machine steps by %s ms', async (stepMs) => {
    const b = start()
    await b.stock.settledDown()
    const realNow = Date.now
    const now = vi.spyOn(Date, 'now').mockImplementation(() => realNow() + stepMs)
    try {
      b.answer(b.spend(4))
      b.clock.advance(1_100)
      b.answer([])
      const within = new Promise((done) => setTimeout(() => done('an hour later'), 2000))
      expect(await Promise.race([b.stock.settledDown().then(() => 'at once'), within])).toBe('at once')
      expect(b.spend(4)).toHaveLength(4)
    } finally {
      now.mockRestore()
    }
  })

  it('agrees with the count at rest, after any traffic', async () => {
    const b = start()
    await b.stock.settledDown()
    let spent = 0
    for (let round = 0; round < 6; round++) {
      const permits = b.spend(round % 5)
      spent += permits.length
      b.answer(permits)
      await b.pass(1_100)
      const { short, medium } = await b.stock.reservoirs('read')
      const stock = b.drawn() - spent
      // a window may have room that the other one does not let us draw
      expect(short + stock).toBe(LIMITS.perSecond)
      expect(medium + stock).toBe(LIMITS.perMinute - spent)
      expect(b.count.available('read', b.now(), URGENT)).toBe(stock)
    }
    await b.pass(61_000)
    expect(await b.stock.reservoirs('read')).toEqual({ short: 0, medium: 6 })
    expect(b.count.available('read', b.now(), URGENT)).toBe(4)
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
    expect(await b.stock.reservoirs('read')).toEqual({ short: 0, medium: 80 })
    b.answer(b.spend(1), told(2, 5, [0, 3]))
    await b.pass(61_000)
    expect(await b.stock.reservoirs('read')).toEqual({ short: 0, medium: 3 })
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
    expect(b.count.perMinute('read')).toBe(3)
    // one of the two that are left stays, to ask with
    expect(b.spend(10)).toHaveLength(1)
  })

  it('never touches the settings of a limiter: that would stop it for good', () => {
    const sources = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'))
    expect(sources.length).toBeGreaterThan(50)
    for (const file of sources) expect(readFileSync(`src/${file}`, 'utf8'), file).not.toContain('updateSettings(')
  })
})
