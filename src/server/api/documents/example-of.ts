// An example of a JSON schema, made of the named values of its fields: what the schema allows, and never a filler.

import { exampleValues } from './example-values.js'
import type { Json, SchemaParts } from './json-schemas.js'

/** `undefined` where no value is known: better none than a wrong one. `owner` is the part or field that the fields belong to. */
export function exampleOf(schema: unknown, parts: SchemaParts, owner = ''): unknown {
  const { $ref, properties, items, anyOf, oneOf, examples, type, ...rest }: Json = Object(schema)
  if (typeof $ref === 'string') {
    const name = $ref.slice($ref.lastIndexOf('/') + 1)
    return exampleOf(parts[name], parts, name)
  }
  if (Array.isArray(examples) && (properties !== undefined || owner === '')) return examples[0]
  if (properties !== undefined) return objectExample(properties, parts, owner)
  const options = [anyOf, oneOf].find(Array.isArray)
  if (options !== undefined) return options.map((option) => exampleOf(option, parts, owner)).find(isGiven)
  if (type === 'array') {
    const item = exampleOf(items, parts, owner)
    return item === undefined ? undefined : [item]
  }
  return rest.const ?? (Array.isArray(rest.enum) ? rest.enum[0] : (firstOf(examples) ?? rest.default))
}

function objectExample(properties: unknown, parts: SchemaParts, owner: string): Json {
  const example: Json = {}
  for (const [name, schema] of Object.entries(Object(properties))) {
    const named = exampleValues(owner, name).find((value) => fits(value, schema))
    const value = named === undefined ? exampleOf(schema, parts, name) : named
    if (value !== undefined) example[name] = value
  }
  return example
}

/** By type, listed values, length and pattern; what refers to a part is made of its fields. */
function fits(value: unknown, schema: unknown): boolean {
  const { $ref, anyOf, oneOf, type, pattern, properties, const: constant, enum: values }: Json = Object(schema)
  const options = [anyOf, oneOf].find(Array.isArray)
  if (options !== undefined) return options.some((option) => fits(value, option))
  if ($ref !== undefined || properties !== undefined) return false
  if (constant !== undefined) return value === constant
  if (Array.isArray(values)) return values.includes(value)
  const isTyped = [type].flat().some((name) => isOfType(value, name))
  return isTyped && (typeof pattern !== 'string' || typeof value !== 'string' || new RegExp(pattern).test(value))
}

function isOfType(value: unknown, type: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value)
  if (type === 'array') return Array.isArray(value)
  if (type === 'null') return value === null
  return typeof value === type
}

function firstOf(list: unknown): unknown {
  return Array.isArray(list) ? list[0] : undefined
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null
}
