// Small run-time checks of JSON: each returns the value with its type, or throws naming the place and what stands there.

/** Returns `value` as a `T`, or throws an Error that names `path`. */
export type Check<T> = (value: unknown, path: string) => T

type Checks<T> = { [K in keyof T]-?: Check<T[K]> }

function wrong(path: string, expected: string, value: unknown): never {
  throw new Error(`${path}: expected ${expected}, got ${JSON.stringify(value)?.slice(0, 300)}`)
}

export const text: Check<string> = (value, path) => (typeof value === 'string' ? value : wrong(path, 'text', value))

export const bool: Check<boolean> = (value, path) =>
  typeof value === 'boolean' ? value : wrong(path, 'true or false', value)

export const real: Check<number> = (value, path) =>
  typeof value === 'number' && Number.isFinite(value) ? value : wrong(path, 'a number', value)

export const integer: Check<number> = (value, path) =>
  typeof value === 'number' && Number.isInteger(value) ? value : wrong(path, 'an integer', value)

/** Text of a given form. */
export function form(pattern: RegExp): Check<string> {
  return (value, path) => (pattern.test(text(value, path)) ? String(value) : wrong(path, `text like ${pattern}`, value))
}

export const address = form(/^0x[0-9a-fA-F]{40}$/)
export const hash = form(/^0x[0-9a-fA-F]{64}$/)
export const decimal = form(/^\d+(\.\d+)?$/)
export const dateTime = form(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/)

/** Raw token units: a string of digits on the wire, a bigint here. */
export const raw: Check<bigint> = (value, path) => BigInt(form(/^\d+$/)(value, path))

/** Raw units that may be negative. */
export const signedRaw: Check<bigint> = (value, path) => BigInt(form(/^-?\d+$/)(value, path))

export function oneOf<const T extends string>(...values: readonly T[]): Check<T> {
  return (value, path) => values.find((known) => known === value) ?? wrong(path, values.join(' or '), value)
}

export function nullable<T>(check: Check<T>): Check<T | null> {
  return (value, path) => (value === null ? null : check(value, path))
}

/** A field that may be absent. */
export function maybe<T>(check: Check<T>): Check<T | undefined> {
  return (value, path) => (value === undefined ? undefined : check(value, path))
}

export function list<T>(check: Check<T>): Check<T[]> {
  return (value, path) =>
    Array.isArray(value) ? value.map((each, i) => check(each, `${path}[${i}]`)) : wrong(path, 'a list', value)
}

export function record(value: unknown, path: string): Record<string, unknown> {
  const fields =
    typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : undefined
  return fields ? Object.fromEntries(fields) : wrong(path, 'an object', value)
}

/** An object with at least these fields; further ones are allowed and left out. */
export function object<T extends object>(checks: Checks<T>): Check<T> {
  return (value, path) => {
    const fields = record(value, path)
    const entries = Object.entries<Check<unknown>>(checks).map(([key, check]) => [
      key,
      check(fields[key], `${path}.${key}`),
    ])
    // every key of T has passed its own check
    return Object.fromEntries(entries) as T
  }
}
