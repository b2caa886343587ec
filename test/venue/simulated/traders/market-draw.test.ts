import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../../src/domain/random.js'
import { drawMarket } from '../../../../src/venue/simulated/traders/market-draw.js'
import { worldSchema } from '../../../../src/venue/simulated/traders/schema.js'

const config = worldSchema.parse({ speed: 10, markets: { tickSizes: [0.01, 0.005, 0.001], minOrderShares: 2 } })
const draw = (serial: number, unitRaw = 1_000_000n) =>
  drawMarket({ config, random: seededRandom(3, `${serial}`), nowMs: 1000, serial, unitRaw })
const drawn = Array.from({ length: 200 }, (_, i) => draw(i + 1))

describe('drawMarket', () => {
  it('gives every market its own ids and text', () => {
    expect(new Set(drawn.map(({ spec }) => spec.conditionId)).size).toBe(200)
    expect(new Set(drawn.flatMap(({ spec }) => spec.tokenIds)).size).toBe(400)
    expect(new Set(drawn.map(({ question }) => question)).size).toBe(200)
    for (const { spec, question } of drawn) {
      expect(spec.conditionId).toMatch(/^0x[0-9a-f]{64}$/)
      expect(spec.tokenIds[0]).toMatch(/^[1-9][0-9]{59}$/)
      expect(question).not.toMatch(/[{}]/)
    }
  })

  it('fills in category, tags and group', () => {
    for (const { category, tagSlugs, group } of drawn) {
      expect(category).not.toBe('')
      expect(tagSlugs.length).toBeGreaterThan(0)
      expect(group.slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
    }
  })

  it('draws grid and life from the settings, the life in wall time', () => {
    expect(new Set(drawn.map(({ spec }) => spec.ticksPerUnit))).toEqual(new Set([100, 200, 1000]))
    for (const { spec } of drawn) {
      expect(spec.lotRaw % BigInt(spec.ticksPerUnit)).toBe(0n)
      expect(spec.minLots).toBe(200)
      expect(spec.endMs).toBeGreaterThanOrEqual(1000 + (config.markets.minSec * 1000) / 10)
      expect(spec.endMs).toBeLessThanOrEqual(1000 + (config.markets.maxSec * 1000) / 10)
    }
  })

  it('has lots of a hundredth of a share whatever the decimals, whole ones where those are too few', () => {
    for (let decimals = 2; decimals <= 18; decimals++) {
      const unitRaw = 10n ** BigInt(decimals)
      for (let serial = 1; serial <= 20; serial++) {
        const { spec } = draw(serial, unitRaw)
        expect(spec.unitRaw).toBe(unitRaw)
        expect(spec.lotRaw % BigInt(spec.ticksPerUnit)).toBe(0n)
        if (decimals >= 6) expect(spec.lotRaw).toBe(unitRaw / 100n)
        expect(BigInt(spec.minLots) * spec.lotRaw).toBeGreaterThanOrEqual(2n * unitRaw)
      }
    }
  })

  it('is the same for the same generator', () => {
    expect(draw(5)).toEqual(draw(5))
  })
})
