// What a network makes of a message on its way. Written out, since it is done to every one.

export function queryOf(search: string): Record<string, string> {
  return search === '' ? {} : Object.fromEntries(new URLSearchParams(search))
}

/** Names of headers arrive in small letters. */
export function lower(headers: Readonly<Record<string, string>>): Record<string, string> {
  const lowered: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) lowered[name.toLowerCase()] = value
  return lowered
}

/** Of what JSON can say: who receives it may keep and change it. */
export function copied(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(copied)
  const copy: Record<string, unknown> = {}
  for (const [key, one] of Object.entries(value)) copy[key] = copied(one)
  return copy
}
