import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { allKeys, innermost, keysAt } from '../../src/config/schema-keys.js'

const schema = z.strictObject({
  plain: z.number().describe('a number'),
  inner: z
    .strictObject({ a: z.string().default('x').describe('text'), b: z.boolean().optional() })
    .prefault({})
    .describe('inner'),
  list: z.array(z.strictObject({ name: z.string() })).default([]),
  either: z.union([z.string(), z.strictObject({ path: z.string() })]),
})

describe('keysAt', () => {
  it('looks through defaults, lists and unions', () => {
    expect(keysAt(schema, [])).toEqual(['plain', 'inner', 'list', 'either'])
    expect(keysAt(schema, ['inner'])).toEqual(['a', 'b'])
    expect(keysAt(schema, ['list', 0])).toEqual(['name'])
    expect(keysAt(schema, ['either'])).toEqual(['path'])
    expect(keysAt(schema, ['plain'])).toEqual([])
    expect(keysAt(schema, ['absent', 'deeper'])).toEqual([])
  })

  it('knows the keys of all members of a union, each as the first has it', () => {
    const kinds = z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('late'), rate: z.number().describe('of the late') }),
      z.strictObject({ kind: z.literal('lost'), count: z.int(), rate: z.number() }),
    ])
    expect(keysAt(kinds, [])).toEqual(['kind', 'rate', 'count'])
    expect(allKeys(kinds).map(({ description }) => description)).toEqual(['', 'of the late', ''])
  })

  it('looks through preprocess', () => {
    expect(
      keysAt(
        z.preprocess((value) => value, z.strictObject({ a: z.string() })),
        [],
      ),
    ).toEqual(['a'])
  })
})

describe('allKeys', () => {
  it('lists sections before their keys, with descriptions', () => {
    expect(allKeys(schema).map(({ path, section }) => `${path}${section ? '/' : ''}`)).toEqual([
      'plain',
      'inner/',
      'inner.a',
      'inner.b',
      'list',
      'list[].name',
      'either/',
      'either.path',
    ])
    expect(allKeys(schema).find(({ path }) => path === 'inner.a')?.description).toBe('text')
  })
})

describe('innermost', () => {
  it('strips every wrapper', () => {
    const text = z.string()
    expect(innermost(text.optional().default('a').readonly())).toBe(text)
  })
})
