// A JSON schema as a line that a person can read: `{ id: string, tags?: Tag[] }`.

import type { Json } from './json-schemas.js'

/** Nested objects deeper than this are shown as `{…}`. */
const MAX_DEPTH = 4

export function schemaText(schema: unknown, depth = 0): string {
  if (typeof schema !== 'object' || schema === null) return 'any'
  const { $ref, const: constant, enum: values, anyOf, oneOf, allOf, type, items, ...rest }: Json = Object(schema)
  if (typeof $ref === 'string') return $ref.slice($ref.lastIndexOf('/') + 1)
  if (constant !== undefined) return JSON.stringify(constant)
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ')
  const options = [anyOf, oneOf, allOf].find(Array.isArray)
  if (options !== undefined) return options.map((option) => schemaText(option, depth)).join(' | ')
  if (Array.isArray(type)) return type.join(' | ')
  if (type === 'array') return `${bracketed(schemaText(items, depth))}[]`
  if (type === 'object') return objectText(rest, depth)
  return typeof type === 'string' ? type : 'any'
}

function objectText({ properties, required }: Json, depth: number): string {
  const fields = Object.entries(Object(properties))
  if (fields.length === 0) return '{}'
  if (depth >= MAX_DEPTH) return '{…}'
  const needed = new Set<unknown>(Array.isArray(required) ? required : [])
  const texts = fields.map(([name, part]) => `${name}${needed.has(name) ? '' : '?'}: ${schemaText(part, depth + 1)}`)
  return `{ ${texts.join(', ')} }`
}

function bracketed(text: string): string {
  return text.includes(' | ') ? `(${text})` : text
}
