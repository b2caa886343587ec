import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { WORLD_PRESETS, worldPreset } from '../../../../src/venue/simulated/traders/presets.js'
import { worldSchema } from '../../../../src/venue/simulated/traders/schema.js'

describe('worldSchema', () => {
  it('has a default for every key', () => {
    expect(worldSchema.parse({})).toEqual(worldPreset('demo'))
  })

  it.each([
    ['an unknown key', { velocity: 2 }],
    ['an unknown key inside', { noise: { rate: 1 } }],
    ['no speed', { speed: 0 }],
    ['a tick that does not divide 1', { markets: { tickSizes: [0.03] } }],
    ['a tick finer than the lots', { markets: { tickSizes: [0.00001] } }],
    ['a life that ends before it begins', { markets: { minSec: 100, maxSec: 50 } }],
    ['a start outside (0, 1)', { markets: { startMin: 0 } }],
    ['crossed starts', { markets: { startMin: 0.7, startMax: 0.3 } }],
    ['a share above 1', { rivals: { undercutShare: 1.5 } }],
  ])('refuses %s', (_, input) => {
    expect(worldSchema.safeParse(input).success).toBe(false)
  })

  it.each([0.01, 0.005, 0.0025, 0.001, 0.0001])('takes a tick of %d', (tick) => {
    expect(worldSchema.safeParse({ markets: { tickSizes: [tick] } }).success).toBe(true)
  })

  it('describes every key and gives every leaf a default', () => {
    const bare: string[] = []
    const visit = (node: Node, path: string) => {
      if (path !== '' && node.description === undefined) bare.push(`${path}: no description`)
      if (node.properties === undefined && node.default === undefined) bare.push(`${path}: no default`)
      for (const [name, child] of Object.entries(node.properties ?? {})) visit(child, `${path}/${name}`)
    }
    visit(z.toJSONSchema(worldSchema, { io: 'input', reused: 'inline' }) as Node, '')
    expect(bare).toEqual([])
  })
})

interface Node {
  readonly description?: string
  readonly default?: unknown
  readonly properties?: Record<string, Node>
}

describe('worldPreset', () => {
  it('is valid for every name, and calm is slower than demo', () => {
    expect(WORLD_PRESETS.map(worldPreset)).toHaveLength(2)
    expect(worldPreset('calm').noise.arrivalsPerSec).toBeLessThan(worldPreset('demo').noise.arrivalsPerSec)
    expect(worldPreset('calm').markets.minSec).toBeGreaterThan(worldPreset('demo').markets.maxSec)
  })

  it('demo resolves its markets within a few minutes', () => {
    const { markets, speed } = worldPreset('demo')
    expect(markets.count).toBeGreaterThanOrEqual(4)
    expect(markets.maxSec / speed).toBeLessThanOrEqual(300)
  })
})
