import { runInThisContext } from 'node:vm'
import ts from 'typescript'
import { afterEach, expect, it } from 'vitest'
import { findMutants } from './find-mutants.js'
import { NOTED, probed } from './probes.js'

const TEXT = `
const LIMIT = 2 * 3
const inner = (x) => (y) => x - y
function f(a) {
  if (a > 0) return [a].map((one) => one + 1)
  else a -= 1
  for (const one of [a]) if (one < -5) throw new Error('low')
  return { a: inner(a)(LIMIT) }
}
`

afterEach(() => Reflect.deleteProperty(globalThis, NOTED))

/** Lines of the mutants that are reached. */
function reached(call: string): { result: unknown; lines: Set<number> } {
  const mutants = findMutants('any.ts', TEXT)
  const { text, probes } = probed('any.ts', TEXT, mutants, 0)
  const noted = new Uint8Array(probes.length)
  Reflect.set(globalThis, NOTED, noted)
  const { outputText } = ts.transpileModule(text, {})
  const result: unknown = runInThisContext(`(() => { ${outputText}; return ${call} })()`)
  const isReached = (probe: number | undefined) => probe === undefined || noted[probe] === 1
  return { result, lines: new Set(mutants.filter((_, index) => isReached(probes[index])).map(({ line }) => line)) }
}

it('notes what was begun, and changes nothing else', () => {
  const above = reached('f(4)')
  expect(above.result).toEqual([5])
  // the outer of two arrow functions is made when the file is loaded
  expect(above.lines).toEqual(new Set([2, 3, 4, 5]))
  const below = reached('f(-1)')
  expect(below.result).toEqual({ a: -8 })
  expect(below.lines).toEqual(new Set([2, 3, 4, 5, 6, 7, 8]))
  expect(() => reached('f(-9)')).toThrow('low')
})
