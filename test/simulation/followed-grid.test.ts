// A market's tick, size step or smallest order that becomes another while it is quoted: cancelled, taken up anew and quoted on, without a restart.

import { expect, it } from 'vitest'
import { lots } from '../../src/domain/amounts/size.js'
import type { ConditionId } from '../../src/domain/market/market.js'
import { seededRandom } from '../../src/domain/random.js'
import { FaultRun } from './faults/fault-run.js'

const WORLD = { world: { markets: { count: 3, minSec: 3000, maxSec: 3600, tickSizes: [0.01] } } }

function begun(seed: number) {
  const run = new FaultRun({ seed, server: WORLD })
  expect(run.run(20_000, () => run.allTwoSided())).toBeDefined()
  const [conditionId] = run.open
  if (conditionId === undefined) throw new Error('no market')
  return { run, conditionId }
}

const change = (run: FaultRun, conditionId: ConditionId, grid: { tick?: number; step?: number; minLots?: number }) => {
  const { exchange } = run.sim.api
  const { minLots, ...before } = exchange.market(conditionId)?.grid ?? { tick: 1, step: 1, minLots: lots(1) }
  exchange.setGrid(conditionId, { ...before, ...grid, minLots: lots(grid.minLots ?? minLots) }, run.sim.clock.wallMs())
}

const said = (run: FaultRun) => run.sim.logs.filter(({ message }) => message.startsWith('the market has changed'))

it.each([
  ['coarser tick', { tick: 5, step: 1 }, /tick: expected 1\/100, got 1\/20/],
  ['coarser size step', { tick: 1, step: 100 }, /size step: expected \d+, got \d+/],
])('a %s is found, and quoted by', (_name, grid, words) => {
  const { run, conditionId } = begun(61)
  const others = run.open.filter((id) => id !== conditionId)
  change(run, conditionId, grid)
  expect(run.run(40_000, () => said(run).some(({ message }) => message.includes('quoted by its new')))).toBeDefined()
  expect(said(run)[0]?.message).toMatch(words)
  expect(run.run(15_000, () => run.isTwoSided(conditionId))).toBeDefined()
  for (const { price } of run.resting(conditionId)) expect(price % grid.tick).toBe(0)
  run.run(20_000)
  expect(run.isTwoSided(conditionId)).toBe(true)
  expect(others.every((id) => run.isTwoSided(id))).toBe(true)
  expect(run.violations).toEqual([])

  change(run, conditionId, { tick: 1, step: 1 })
  const news = said(run).length
  expect(run.run(90_000, () => said(run).length >= news + 1)).toBeDefined()
  expect(run.run(30_000, () => run.isTwoSided(conditionId))).toBeDefined()
  expect(run.violations).toEqual([])
})

it('a larger smallest order is followed too', () => {
  const { run, conditionId } = begun(64)
  change(run, conditionId, { minLots: 1200 })
  expect(
    run.run(100_000, () => run.resting(conditionId).every(({ originalRaw }) => originalRaw >= 12_000_000n)),
  ).toBeDefined()
  expect(run.run(60_000, () => run.isTwoSided(conditionId))).toBeDefined()
  expect(run.violations).toEqual([])
})

it.each([71, 73, 76])('ticks and steps that change again and again amid lost answers, seed %i', (seed) => {
  const { run } = begun(seed)
  const random = seededRandom(seed, 'grids')
  let lost = 0
  run.transport.fault = {
    matches: ({ path }) => path.includes('orders') && random.next() < 0.15,
    after: () => {
      lost++
      return { kind: 'failed', reason: 'lost', mayHaveArrived: true }
    },
  }
  for (let i = 0; i < 6; i++) {
    const conditionId = run.open[random.below(run.open.length)]
    const [tick, step] = [
      [1, 1],
      [2, 1],
      [5, 50],
      [1, 100],
    ][random.below(4)] ?? [1, 1]
    if (conditionId !== undefined) change(run, conditionId, { tick: tick ?? 1, step: step ?? 1 })
    run.run(random.below(25_000))
  }
  expect(lost).toBeGreaterThan(0)
  run.transport.fault = undefined
  // an order whose refusal was lost is proven dead by its expiration alone where it is wanted no more
  expect(run.run(240_000, () => run.open.every((id) => isOnGrid(run, id)) && run.allTwoSided())).toBeDefined()
  run.run(10_000)
  for (const id of run.open) {
    expect(isOnGrid(run, id)).toBe(true)
    const [there, here] = [run.sim.api.exchange.market(id), run.sim.bot.core.beliefs.markets.get(id)]
    expect(here?.ticksPerUnit).toBe((there?.spec.ticksPerUnit ?? 0) / (there?.grid.tick ?? 1))
  }
  expect(run.violations).toEqual([])
})

function isOnGrid(run: FaultRun, conditionId: ConditionId): boolean {
  const { tick, step } = run.sim.api.exchange.market(conditionId)?.grid ?? { tick: 1, step: 1 }
  const lotRaw = BigInt(step) * (run.sim.api.exchange.market(conditionId)?.spec.lotRaw ?? 1n)
  return run.resting(conditionId).every(({ price, originalRaw }) => price % tick === 0 && originalRaw % lotRaw === 0n)
}
