// A place in a JSON text: RFC 6901, `/data/0/price`; the empty text is all of it.

/** The value there; `undefined` where there is none. */
export function valueAt(data: unknown, pointer: string): unknown {
  let at = data
  for (const part of pointer.split('/').slice(1)) {
    const key = part.replaceAll('~1', '/').replaceAll('~0', '~')
    at = typeof at === 'object' && at !== null && Object.hasOwn(at, key) ? Reflect.get(at, key) : undefined
  }
  return at
}

export const isPointer = (text: string): boolean => /^(\/([^~/]|~[01])*)*$/.test(text)

/** A number, also where it is written as text, as exchanges like to do; `undefined` for anything else. */
export function asNumber(value: unknown): number | undefined {
  const isWritten = typeof value === 'string' && /^\s*[-+]?(\d+\.?\d*|\.\d+)(e[-+]?\d+)?\s*$/i.test(value)
  // a text, too, may be beyond all numbers
  const number = isWritten ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : undefined
}
