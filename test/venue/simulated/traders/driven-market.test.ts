import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../../src/domain/random.js'
import {
  type DrivenMarket,
  lifeLeft,
  lotsOf,
  ticksBelow,
} from '../../../../src/venue/simulated/traders/driven-market.js'
import { LatentProbability } from '../../../../src/venue/simulated/traders/latent-probability.js'
import { worldPreset } from '../../../../src/venue/simulated/traders/presets.js'
import { SPEC, START_MS } from './stage.js'

const process = worldPreset('demo').probability
const latent = new LatentProbability({ start: 0.5, process, random: seededRandom(1), memory: 1 })
const market: DrivenMarket = { spec: SPEC, latent, openedMs: START_MS }

describe('lifeLeft', () => {
  it.each([
    [0, 1],
    [150_000, 0.75],
    [600_000, 0],
    [900_000, 0],
  ])('%d ms after the opening: %d', (afterMs, part) => {
    expect(lifeLeft(market, START_MS + afterMs)).toBe(part)
  })
})

describe('ticksBelow', () => {
  it.each([
    [0.29, 29],
    [0.2999, 29],
    [0.999, 99],
    [1.4, 99],
    [0.005, undefined],
    [-0.2, undefined],
  ])('%d is at most %s ticks', (price, expected) => {
    expect(ticksBelow(price, SPEC)).toBe(expected)
  })
})

describe('lotsOf', () => {
  it('rounds to lots of 0.01 shares and keeps the minimum', () => {
    expect(lotsOf(12.344, SPEC)).toBe(1234)
    expect(lotsOf(0.2, SPEC)).toBe(100)
  })
})
