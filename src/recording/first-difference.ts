// Where two plain values part: the first place, and what stands there in each.

import { toExactJson } from './lines/exact-json.js'

export interface Difference {
  /** As in `markets[0].approved[1].price`. */
  readonly path: string
  readonly left: string
  readonly right: string
}

const MOST_SHOWN = 300

/** `undefined` when they are the same, as exact JSON has them. */
export function firstDifference(left: unknown, right: unknown, path = ''): Difference | undefined {
  if (toExactJson(left) === toExactJson(right)) return undefined
  if (isOpen(left) && isOpen(right) && Array.isArray(left) === Array.isArray(right)) {
    for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
      const inner = Array.isArray(left) ? `${path}[${key}]` : path === '' ? key : `${path}.${key}`
      const found = firstDifference(Reflect.get(left, key), Reflect.get(right, key), inner)
      if (found !== undefined) return found
    }
    // the same values under the same names, told in another order
  }
  return { path: path === '' ? '(all)' : path, left: shown(left), right: shown(right) }
}

const isOpen = (value: unknown): value is object => typeof value === 'object' && value !== null

function shown(value: unknown): string {
  const text = value === undefined ? 'nothing' : toExactJson(value)
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text
}
