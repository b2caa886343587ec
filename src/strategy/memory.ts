// What a strategy remembers: plain data, small, copied on its way in and frozen on its way out, so that nothing else can be kept in it.

/** Longest memory, bytes of its JSON. */
export const MAX_MEMORY_BYTES = 4096
/** Deeper data is taken for a circle. */
const MAX_DEPTH = 32

export interface Memory {
  /** Frozen through and through. */
  readonly value: unknown
  /** 16 hexadecimal digits: the same data, the same hash. */
  readonly hash: string
  readonly json: string
}

/** Takes a copy of `value`, or says what is wrong with it. */
export function remember(value: unknown): Memory | { readonly problem: string } {
  const problem = problemOf(value, 'memory', 0)
  if (problem !== undefined) return { problem }
  const json = JSON.stringify(value)
  const bytes = new TextEncoder().encode(json).length
  if (bytes > MAX_MEMORY_BYTES)
    return { problem: `memory: expected at most ${MAX_MEMORY_BYTES} bytes as JSON, got ${bytes}` }
  return { value: frozen(JSON.parse(json)), hash: hashOf(json), json }
}

function problemOf(value: unknown, path: string, depth: number): string | undefined {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return undefined
  if (typeof value === 'number')
    return Number.isFinite(value) ? undefined : `${path}: expected a finite number, got ${value}`
  if (typeof value !== 'object') return `${path}: expected plain data, got ${typeof value}`
  if (depth >= MAX_DEPTH) return `${path}: expected plain data of at most ${MAX_DEPTH} levels`
  if (!Array.isArray(value) && !isPlain(value)) return `${path}: expected plain data, got a ${nameOf(value)}`
  for (const [key, inner] of Object.entries(value)) {
    const problem = problemOf(inner, `${path}.${key}`, depth + 1)
    if (problem !== undefined) return problem
  }
  return undefined
}

/** Of another realm too, as that of a strategy's file may be. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || Object.getPrototypeOf(prototype) === null
}

const nameOf = (value: object) => value.constructor?.name ?? 'strange object'

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(Object.freeze(value))) frozen(inner)
  return value
}

/** Two rounds of 32 bits over the text, mixed (after cyrb53): enough to tell states of one market apart. */
function hashOf(text: string): string {
  let a = 0xdeadbeef
  let b = 0x41c6ce57
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i)
    a = Math.imul(a ^ code, 2654435761)
    b = Math.imul(b ^ code, 1597334677)
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909)
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909)
  const hex = (word: number) => (word >>> 0).toString(16).padStart(8, '0')
  return `${hex(a)}${hex(b)}`
}
