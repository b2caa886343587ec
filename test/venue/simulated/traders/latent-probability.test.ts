import { describe, expect, it } from 'vitest'
import { YES } from '../../../../src/domain/market/side.js'
import { seededRandom } from '../../../../src/domain/random.js'
import { logit } from '../../../../src/models/logit.js'
import { LatentProbability } from '../../../../src/venue/simulated/traders/latent-probability.js'
import { worldSchema } from '../../../../src/venue/simulated/traders/schema.js'
import { estimate } from '../../../simulation/sandbox/confidence.js'

const PROCESS = worldSchema.parse({ probability: { volatility: 0.05, jumpsPerSec: 0.02 } }).probability
const STEPS = 240
const PATHS = 6000

function walk(start: number, seed: number, process = PROCESS) {
  const latent = new LatentProbability({ start, process, random: seededRandom(seed), memory: 4 })
  const path = [latent.probability]
  let jumps = 0
  for (let i = 0; i < STEPS; i++) {
    if (latent.step()) jumps += 1
    path.push(latent.probability)
  }
  return { latent, path, jumps }
}

/** Whether `value` is within four standard errors of the mean: one false alarm in 16 000. */
function expectMean(values: readonly number[], value: number): void {
  const { mean, standardError } = estimate(values)
  expect(Math.abs(mean - value)).toBeLessThan(4 * standardError)
}

describe('LatentProbability', () => {
  const runs = [0.2, 0.5, 0.8].map((start) => ({
    start,
    walks: Array.from({ length: PATHS }, (_, seed) => walk(start, seed)),
  }))

  it.each(runs)('is a martingale from $start: half-way, at the end, and in its outcome', ({ start, walks }) => {
    expectMean(
      walks.map(({ path }) => path[STEPS / 2] ?? 0),
      start,
    )
    expectMean(
      walks.map(({ path }) => path[STEPS] ?? 0),
      start,
    )
    expectMean(
      walks.map(({ latent }) => (latent.outcome === YES ? 1 : 0)),
      start,
    )
  })

  it('draws the outcome from the path: given the probability at any time, that is how often YES wins', () => {
    for (const step of [STEPS / 2, STEPS]) {
      for (let low = 0.1; low < 0.9; low += 0.2) {
        const near = runs
          .flatMap(({ walks }) => walks)
          .filter(({ path }) => Math.abs((path[step] ?? 0) - low - 0.1) < 0.1)
        expect(near.length).toBeGreaterThan(200)
        expectMean(
          near.map(({ path, latent }) => (latent.outcome === YES ? 1 : 0) - (path[step] ?? 0)),
          0,
        )
      }
    }
  })

  it('moves in log-odds by its volatility', () => {
    const calm = { ...PROCESS, jumpsPerSec: 0 }
    const steps = Array.from({ length: 300 }, (_, seed) => walk(0.5, seed, calm).path).flatMap((path) =>
      path.slice(1).map((p, i) => (logit(p) - logit(path[i] ?? 0.5)) ** 2),
    )
    expectMean(steps, PROCESS.volatility ** 2 * (PROCESS.stepMs / 1000))
  })

  it('jumps at its rate, by its smallest jump at least, and does not without a rate', () => {
    const jumpy = { ...PROCESS, volatility: 0 }
    const walks = Array.from({ length: 500 }, (_, seed) => walk(0.5, seed, jumpy))
    expectMean(
      walks.map(({ jumps }) => jumps),
      STEPS * (1 - Math.exp((-jumpy.jumpsPerSec * jumpy.stepMs) / 1000)),
    )
    const moves = walks.flatMap(({ path }) =>
      path
        .slice(1)
        .map((p, i) => Math.abs(logit(p) - logit(path[i] ?? 0.5)))
        .filter((move) => move > 1e-9),
    )
    expect(Math.min(...moves)).toBeGreaterThan(jumpy.jumpMin - 1e-9)
    expectMean(moves, jumpy.jumpMin + jumpy.jumpMeanExcess)
    expect(walk(0.5, 1, { ...PROCESS, jumpsPerSec: 0 }).jumps).toBe(0)
  })

  it('remembers as far back as it was told to', () => {
    const { latent, path } = walk(0.5, 7)
    expect(latent.pastLogOdds(0)).toBeCloseTo(logit(path[STEPS] ?? 0), 9)
    expect(latent.pastLogOdds(4)).toBeCloseTo(logit(path[STEPS - 4] ?? 0), 9)
    expect(latent.pastLogOdds(100)).toBe(latent.pastLogOdds(4))
  })
})
