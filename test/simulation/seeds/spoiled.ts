// An answer, or a frame of a socket, that is whole and whose form is right, but for one value that nobody can take for what stands there.

import type { Random } from '../../../src/domain/random.js'

interface Place {
  readonly of: Record<string, unknown> | unknown[]
  readonly key: string | number
}

/** In place of what is written as a number, whether as a number of JSON or as text. */
const NO_NUMBERS: readonly unknown[] = ['NaN', '-', '1e400', '0x', '', {}, [], true]
/** In place of a text. */
const NO_TEXTS: readonly unknown[] = [{}, [], 7, true]
/** In place of yes or no. */
const NEITHER: readonly unknown[] = ['yes', 2, {}]

/** The same with one value of it spoiled; `message` is left as it is. What holds no value comes back as it is. */
export function spoiled(message: unknown, random: Random): unknown {
  const root = { message: structuredClone(message) }
  const places = [...placesIn(root)]
  const place = places[random.below(Math.max(1, places.length))]
  if (place === undefined) return message
  const { of, key } = place
  const there: unknown = Reflect.get(of, key)
  const others = insteadOf(there)
  Reflect.set(of, key, others[random.below(others.length)])
  return root.message
}

function* placesIn(of: Record<string, unknown> | unknown[]): Generator<Place> {
  for (const key of Array.isArray(of) ? of.keys() : Object.keys(of)) {
    const there: unknown = Reflect.get(of, key)
    if (typeof there === 'object' && there !== null) yield* placesIn(there as Place['of'])
    else yield { of, key }
  }
}

function insteadOf(there: unknown): readonly unknown[] {
  if (typeof there === 'boolean') return NEITHER
  const isNumber =
    typeof there === 'number' || (typeof there === 'string' && there !== '' && Number.isFinite(Number(there)))
  return isNumber ? NO_NUMBERS : NO_TEXTS
}
