// Rows as text: JSON, with a bigint as {"$n":"123"}.

/** Values are this program's own, under a format number that is checked at the opening: their type is taken on trust. */
export function fromJsonText<T>(text: string): T {
  return JSON.parse(text, (_key, value) => (isBigText(value) ? BigInt(value.$n) : value))
}

export function toJsonText(value: unknown): string {
  return JSON.stringify(value, (_key, part) => (typeof part === 'bigint' ? { $n: part.toString() } : part))
}

function isBigText(value: unknown): value is { $n: string } {
  return typeof value === 'object' && value !== null && '$n' in value && typeof value.$n === 'string'
}
