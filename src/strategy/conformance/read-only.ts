// What the kit gives a strategy to read: whoever writes to it is told so. Freezing alone does not: in CommonJS without 'use strict' an
// assignment to what is frozen does nothing, and nobody hears of it.

/** A copy whose fields throw when they are assigned to, all the way down. Functions are left as they are. */
export function readOnly<T>(value: T): T {
  return typeof value === 'object' && value !== null ? readOnlyFields(value, readOnly) : value
}

/** The same of its own fields alone, each as `inner` makes it. */
export function readOnlyFields<T extends object>(value: T, inner = <V>(field: V): V => field): T {
  const copy: T = Object(Array.isArray(value) ? [] : {})
  for (const [key, field] of Object.entries(value)) {
    const shown: unknown = inner(field)
    Object.defineProperty(copy, key, {
      enumerable: true,
      get: () => shown,
      set: function refuse() {
        const refusal = new TypeError(`Cannot assign to '${key}': what a strategy is given is read-only`)
        // the place to name is where it was assigned
        Error.captureStackTrace(refusal, refuse)
        throw refusal
      },
    })
  }
  return Object.freeze(copy)
}
