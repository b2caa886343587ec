// JSON read of a text that may be something else, and written of values whose integers may be of any length.

/** `undefined` where the text is no JSON: no JSON says `undefined`. */
export function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A bigint becomes text: a number of JSON carries 53 bits in most readers. */
export const exactText = (_key: string, value: unknown) => (typeof value === 'bigint' ? value.toString() : value)
