import { expect, it } from 'vitest'
import { DurableMap, type DurableValues, NOT_DURABLE } from '../../../../src/server/api/kept/durable-values.js'
import { RecentValues } from '../../../../src/server/api/kept/recent-values.js'

/** Keeps values in a plain map, in memory. */
function keptValues(): DurableValues & { readonly kept: Map<string, unknown> } {
  const kept = new Map<string, unknown>()
  return {
    kept,
    isDurable: true,
    put: (kind, id, value) => {
      kept.set(`${kind}/${id}`, value)
    },
    delete: (kind, id) => {
      kept.delete(`${kind}/${id}`)
    },
    get: <T>(kind: string, id: string) => kept.get(`${kind}/${id}`) as T | undefined,
    all: <T>(kind: string) =>
      [...kept]
        .filter(([key]) => key.startsWith(`${kind}/`))
        .map(([key, value]) => [key.slice(kind.length + 1), value as T]),
  }
}

it('recent values: the oldest leave memory for the place that keeps them', () => {
  const values = keptValues()
  let reads = 0
  const recent = new RecentValues<number>(
    {
      ...values,
      get: (kind, id) => {
        reads += 1
        return values.get(kind, id)
      },
    },
    'answer',
    2,
  )
  for (const [i, id] of ['a', 'b', 'c'].entries()) recent.set(id, i)
  expect([recent.get('c'), recent.get('b'), reads]).toEqual([2, 1, 0])
  expect([recent.get('a'), reads]).toEqual([0, 1])
})

it('recent values: without such a place none is forgotten', () => {
  const recent = new RecentValues<number>(NOT_DURABLE, 'answer', 2)
  for (const [i, id] of ['a', 'b', 'c'].entries()) recent.set(id, i)
  expect(recent.get('a')).toBe(0)
})

it('a durable map begins with what an earlier one left, deletions included', () => {
  const values = keptValues()
  const first = new DurableMap<number>(values, 'thing')
  first.set('a', 1).set('b', 2).set('c', 3)
  first.delete('b')
  expect([...new DurableMap<number>(values, 'thing')]).toEqual([
    ['a', 1],
    ['c', 3],
  ])
  first.clear()
  expect(values.kept.size).toBe(0)
})
