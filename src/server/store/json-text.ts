// Rows as text: JSON, with a bigint as {"$n":"123"}.

/**
 * Values are this program's own, under a format number that is checked at the opening: their type is taken on trust.
 *
 * What was parsed is walked after it: a reviver costs a call of each value, which was a fifth of a venue's time when it lists what lies in
 * its archive.
 */
export function fromJsonText<T>(text: string): T {
  const parsed = JSON.parse(text)
  return text.includes('"$n"') ? withBigints(parsed) : parsed
}

export function toJsonText(value: unknown): string {
  return JSON.stringify(value, (_key, part) => (typeof part === 'bigint' ? { $n: part.toString() } : part))
}

/** Changes in place what it is given, which nobody else holds. */
// biome-ignore lint/suspicious/noExplicitAny: any JSON
function withBigints(value: any): any {
  if (typeof value !== 'object' || value === null) return value
  if (typeof value.$n === 'string') return BigInt(value.$n)
  for (const key of Object.keys(value)) {
    const inner = value[key]
    if (typeof inner === 'object' && inner !== null) value[key] = withBigints(inner)
  }
  return value
}
