import { expect, it } from 'vitest'
import { drawScenario } from './seeds/draw-scenario.js'
import type { Disturbance, Scenario } from './seeds/scenario.js'
import { shrink } from './seeds/shrink.js'

const cut: Disturbance = { kind: 'net-cut', atMs: 1000, times: 1, everyMs: 500 }
const stall = (atMs: number): Disturbance => ({ kind: 'net-stall', atMs, forMs: 1600 })
const disturbances = [cut, stall(2000), cut, stall(3000), cut, cut, { kind: 'raise-nonce', atMs: 4000 } as const]

it('a scenario is shrunk to what shows the violation, and that as short as it still shows it', async () => {
  const scenario: Scenario = { ...drawScenario(3), disturbances }
  const shows = async (one: Scenario) =>
    one.disturbances.some(({ kind }) => kind === 'raise-nonce') &&
    one.disturbances.some((stalled) => stalled.kind === 'net-stall' && stalled.forMs >= 400)
  const { scenario: small } = await shrink(scenario, 'orphan', shows)
  expect(small.disturbances).toEqual([
    { kind: 'net-stall', atMs: 3000, forMs: 400 },
    { kind: 'raise-nonce', atMs: 4000 },
  ])
  expect(small.setting).toEqual(scenario.setting)
})

it('the same seed draws the same scenario, in which all is over before it is judged', () => {
  for (let seed = 1; seed <= 200; seed++) expect(drawScenario(seed)).toEqual(drawScenario(seed))
  expect(drawScenario(50).markets).toBe(20)
  expect(drawScenario(53).markets).toBe(3)
})
