// Zod schemas as JSON schemas whose named parts stand once, in `components`.

import { z } from 'zod'

export type Json = Record<string, unknown>

/** What a document collects while its schemas are converted: name -> schema. */
export type SchemaParts = Record<string, unknown>

export type SchemaDialect = 'draft-2020-12' | 'draft-7'

/** As it travels: what a schema takes, not what it makes of it. Adds the named parts to `parts`. */
export function jsonSchema(schema: z.ZodType, dialect: SchemaDialect, parts: SchemaParts): Json {
  const converted = z.toJSONSchema(schema, { target: dialect, io: 'input' })
  const { $schema: _dialect, $defs, definitions, ...rest } = Object(pointed(converted))
  for (const [name, part] of Object.entries({ ...Object($defs), ...Object(definitions) })) parts[name] = part
  return rest
}

/** With its references into `components`. */
function pointed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(pointed)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([key, part]) => {
    if (key === '$ref' && typeof part === 'string') {
      return [key, part.replace(/^#\/(?:\$defs|definitions)\//, '#/components/schemas/')]
    }
    return [key, pointed(part)]
  })
  return Object.fromEntries(entries)
}
