// A message by its schema, as a reader takes it: a null where a field may be missing says that it is missing. The specification does not show
// which of the two a venue sends.

import { z } from 'zod'

type Path = z.core.$ZodIssue['path']

type MessageRead<T> =
  | { readonly success: true; readonly data: T }
  | { readonly success: false; readonly error: z.ZodError }

/** As `safeParse`. Costs more only where the schema refuses the message as it came. */
export function readMessage<S extends z.ZodType>(schema: S, json: unknown): MessageRead<z.output<S>> {
  const read = schema.safeParse(json)
  if (read.success) return read
  const nulls = read.error.issues.map(({ path }) => path).filter((path) => isNullField(json, path))
  if (nulls.length === 0) return read
  const again = schema.safeParse(without(json, nulls))
  if (again.success) return again
  // what is wrong beside them, in the words for what came
  const places = new Set(again.error.issues.map(({ path }) => path.join('.')))
  const issues = read.error.issues.filter(({ path }) => places.has(path.join('.')))
  return issues.length === 0 ? again : { success: false, error: new z.ZodError(issues) }
}

/** Throws the schema's error. */
export function parseMessage<S extends z.ZodType>(schema: S, json: unknown): z.output<S> {
  const read = readMessage(schema, json)
  if (read.success) return read.data
  throw read.error
}

function at(json: unknown, path: Path): unknown {
  return path.reduce<unknown>((value, key) => (value === undefined ? undefined : Object(value)[key]), json)
}

/** An entry of a list is no field. */
function isNullField(json: unknown, path: Path): boolean {
  return typeof path.at(-1) === 'string' && at(json, path) === null
}

function without(json: unknown, fields: readonly Path[]): unknown {
  const copy: unknown = structuredClone(json)
  for (const path of fields) Reflect.deleteProperty(Object(at(copy, path.slice(0, -1))), path.at(-1) ?? '')
  return copy
}
