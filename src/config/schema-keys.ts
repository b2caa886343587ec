// What keys a zod schema knows: for "did you mean", for the commented example and for the page of settings.

import type { z } from 'zod'

type Definition = {
  readonly type: string
  readonly innerType?: z.ZodType
  readonly in?: z.ZodType
  readonly out?: z.ZodType
  readonly shape?: Record<string, z.ZodType>
  readonly options?: readonly z.ZodType[]
  readonly element?: z.ZodType
  readonly valueType?: z.ZodType
}

const definitionOf = (schema: z.ZodType): Definition => schema.def as unknown as Definition

function innerOf(schema: z.ZodType): z.ZodType | undefined {
  const { innerType, in: input, out } = definitionOf(schema)
  // preprocess is a pipe whose input is only a function
  return innerType ?? (input !== undefined && definitionOf(input).type === 'transform' ? out : input)
}

/** The schema inside optional, default, prefault, readonly, pipe and preprocess. */
export function innermost(schema: z.ZodType): z.ZodType {
  const inner = innerOf(schema)
  return inner === undefined ? schema : innermost(inner)
}

/** Of a union: the keys of all its members, each as the first member has it. */
function shapeOf(schema: z.ZodType): Record<string, z.ZodType> | undefined {
  const { shape, options = [] } = definitionOf(innermost(schema))
  if (shape !== undefined) return shape
  const shapes = options.map(shapeOf).filter((found) => found !== undefined)
  return shapes.length === 0 ? undefined : Object.assign({}, ...shapes, ...shapes.toReversed())
}

function step(schema: z.ZodType, key: string | number): z.ZodType | undefined {
  const { element, valueType, options } = definitionOf(innermost(schema))
  const direct = shapeOf(schema)?.[String(key)] ?? element ?? valueType
  return direct ?? options?.map((option) => step(option, key)).find((found) => found !== undefined)
}

/** Keys allowed at `path`; empty where the schema is no object. */
export function keysAt(schema: z.ZodType, path: readonly (string | number)[]): readonly string[] {
  let at: z.ZodType | undefined = schema
  for (const key of path) at = at === undefined ? undefined : step(at, key)
  return at === undefined ? [] : Object.keys(shapeOf(at) ?? {})
}

export interface SchemaKey {
  /** Keys joined with dots. */
  readonly path: string
  readonly description: string
  /** Whether the value is an object with keys of its own. */
  readonly section: boolean
  readonly schema: z.ZodType
}

function describedBy(schema: z.ZodType): string {
  const own = schema.description
  if (own !== undefined) return own
  const inner = innerOf(schema)
  return inner === undefined ? '' : describedBy(inner)
}

/** Every key of a schema, sections before their keys, in the order of the schema; keys of list members as `list[].key`. */
export function allKeys(schema: z.ZodType, prefix = ''): readonly SchemaKey[] {
  return Object.entries(shapeOf(schema) ?? {}).flatMap(([key, inner]) => {
    const path = prefix === '' ? key : `${prefix}.${key}`
    const section = shapeOf(inner) !== undefined
    const entry = { path, description: describedBy(inner), section, schema: inner }
    if (section) return [entry, ...allKeys(inner, path)]
    const { element } = definitionOf(innermost(inner))
    return element === undefined ? [entry] : [entry, ...allKeys(element, `${path}[]`)]
  })
}
