import { describe, expect, test } from 'vitest'
import { MAX_MEMORY_BYTES, remember } from '../../src/strategy/memory.js'

function kept(value: unknown) {
  const memory = remember(value)
  if ('problem' in memory) throw new Error(memory.problem)
  return memory
}

const problem = (value: unknown) => {
  const memory = remember(value)
  return 'problem' in memory ? memory.problem : undefined
}

describe('what is remembered', () => {
  test.each([null, 0, 'words', false, [], {}, { a: [1, { b: null }] }])('is %j', (value) => {
    expect(kept(value).value).toEqual(value)
  })

  test('is a copy, and nobody changes it', () => {
    const mine = { list: [1], inner: { n: 1 } }
    const { value } = kept(mine)
    mine.inner.n = 2
    expect(value).toEqual({ list: [1], inner: { n: 1 } })
    expect(() => Object.assign(Object(value).inner, { n: 3 })).toThrow(TypeError)
    expect(() => Object(value).list.push(2)).toThrow(TypeError)
  })

  test('has a hash that is its own', () => {
    expect(kept({ a: 1 }).hash).toMatch(/^[0-9a-f]{16}$/)
    expect(kept({ a: 1 }).hash).toBe(kept({ a: 1 }).hash)
    const hashes = Array.from({ length: 20_000 }, (_, n) => kept({ n, half: n / 2 }).hash)
    expect(new Set(hashes).size).toBe(hashes.length)
  })
})

describe('what is not', () => {
  const circle: { self?: unknown } = {}
  circle.self = circle
  test.each<[string, unknown, string]>([
    ['NaN', { rate: Number.NaN }, 'memory.rate: expected a finite number, got NaN'],
    ['a date', { at: new Date(0) }, 'memory.at: expected plain data, got a Date'],
    ['a map', new Map(), 'memory: expected plain data, got a Map'],
    ['a function', { go: () => 1 }, 'memory.go: expected plain data, got function'],
    ['a big integer', [1n], 'memory.0: expected plain data, got bigint'],
    ['nothing inside', { a: undefined }, 'memory.a: expected plain data, got undefined'],
    ['what writes itself', { toJSON: () => 1 }, 'memory.toJSON: expected plain data, got function'],
    ['a circle', circle, `memory${'.self'.repeat(32)}: expected plain data of at most 32 levels`],
  ])('is %s', (_name, value, expected) => {
    expect(problem(value)).toBe(expected)
  })

  test('is longer than 4 KB of JSON, in bytes', () => {
    expect(problem('x'.repeat(MAX_MEMORY_BYTES - 2))).toBeUndefined()
    expect(problem('x'.repeat(MAX_MEMORY_BYTES - 1))).toBe('memory: expected at most 4096 bytes as JSON, got 4097')
    expect(problem('ä'.repeat(MAX_MEMORY_BYTES / 2))).toContain('got 4098')
  })
})
