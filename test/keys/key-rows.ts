// What holds a table of keys together: each leaf of a schema has one row, and each row's change is seen.

import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { allKeys } from '../../src/config/schema-keys.js'

type Maybe<T> = T | Promise<T>

/** Two small observations of the same thing, without the change and with it. */
export type Probe = () => Maybe<readonly [before: unknown, after: unknown]>

/** A key that only a real process shows names the test that holds it. */
interface CoveredElsewhere {
  readonly coveredBy: string
}

export type KeyRows = Readonly<Record<string, Probe | CoveredElsewhere>>

/** Keys with a value of their own, lists of plain values included; keys of list members as `list[].key`. */
export function leafKeys(schema: z.ZodType): readonly string[] {
  const keys = allKeys(schema)
  const isListOfSections = (path: string) => keys.some((other) => other.path.startsWith(`${path}[].`))
  return keys.filter(({ path, section }) => !section && !isListOfSections(path)).map(({ path }) => path)
}

/** `tables` together have every leaf of `leaves` once, and each row's change is seen. */
export function describeKeys(leaves: readonly string[], tables: readonly KeyRows[]): void {
  it('has one row for every key, and no other', () => {
    expect(tables.flatMap((table) => Object.keys(table)).sort()).toEqual([...leaves].sort())
  })
  describe.each(tables.flatMap((table) => Object.entries(table)))('%s', (path, row) => {
    if ('coveredBy' in row) it(`is held by ${row.coveredBy}`, () => expectMention(row.coveredBy, path))
    else
      it('is seen', async () => {
        const [before, after] = (await row()).map(asText)
        expect(after).not.toBe(before)
      })
  })
}

function expectMention(file: string, path: string): void {
  expect(existsSync(file), file).toBe(true)
  expect(readFileSync(file, 'utf8')).toMatch(new RegExp(`\\b${path.split('.').at(-1)}\\b`))
}

/** As text, big integers and absent values included. */
function asText(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'bigint' ? `${inner}n` : inner === undefined ? 'undefined' : inner,
  )
}

/** `change` at a dotted path of a copy of plain data; sections on the way are made. `undefined` removes the key. */
export function changed(data: unknown, path: string, change: unknown): unknown {
  const copy: unknown = structuredClone(data)
  const keys = path.split('.')
  const last = keys.pop() ?? ''
  let at = Object(copy)
  for (const key of keys) {
    at[key] ??= {}
    at = at[key]
  }
  if (change === undefined) delete at[last]
  else at[last] = change
  return copy
}

/** Several keys at once, by dotted paths; `undefined` removes one. */
export type Changes = Readonly<Record<string, unknown>>

export function changedBy(data: unknown, changes: Changes): unknown {
  return Object.entries(changes).reduce<unknown>((at, [path, value]) => changed(at, path, value), data)
}
