// The OpenAPI 3.1 document of a set of routes: made from the schemas that check their input.

import type { z } from 'zod'
import { errorBody } from '../../../venue/wire/primitives.js'
import { API_VERSION } from '../published-profile.js'
import { WIRE_ERRORS, type WireErrorCode } from '../requests/error-table.js'
import { ROUTE_TAGS, type Route, type RouteDoc } from '../requests/route.js'
import { TOO_MANY_REQUESTS } from '../requests/throttler.js'
import { ERROR, errorContent } from './error-examples.js'
import { exampleOf } from './example-of.js'
import { type Json, jsonSchema, type SchemaParts } from './json-schemas.js'

export interface ApiOperation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly security: readonly Record<string, readonly string[]>[]
  readonly parameters?: readonly ApiParameter[]
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, ApiContent>> }
  readonly responses: Record<string, Json>
}

export interface ApiContent {
  readonly schema: Json
  readonly example?: unknown
}

export interface ApiParameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required: boolean
  readonly description: string
  readonly schema: Json
}

export interface OpenApiDocument {
  readonly openapi: string
  readonly info: { readonly title: string; readonly version: string; readonly description: string } & Json
  readonly servers: readonly Json[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Record<string, Record<string, ApiOperation>>
  readonly components: { readonly schemas: SchemaParts } & Json
}

const PARAMETERS: Readonly<Record<string, string>> = {
  id: 'Id of what the path names; a market is also found by its conditionId, a user by address or username',
  slug: 'Slug of the group',
  hash: 'Order hash',
}

const DESCRIPTION = `Market data, signed orders, keys, sign-in, referrals and profiles of a prediction market.

Amounts are raw token units as text, prices decimal text strictly between 0 and 1, fees basis points. Every failure has the
body \`{ statusCode, message, error, code }\`; \`code\` is stable.`

/** Routes without `doc` are left out. */
export function openApiDocument(routes: readonly Route[], name: string): OpenApiDocument {
  const schemas: SchemaParts = {}
  const paths: OpenApiDocument['paths'] = {}
  for (const route of routes) {
    if (route.doc === undefined) continue
    const path = paths[route.path] ?? {}
    path[route.method.toLowerCase()] = operation(route, route.doc, schemas)
    paths[route.path] = path
  }
  jsonSchema(errorBody, 'draft-2020-12', schemas)
  return {
    openapi: '3.1.0',
    info: {
      title: name,
      version: API_VERSION,
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'This server' }],
    tags: Object.entries(ROUTE_TAGS).map(([tag, description]) => ({ name: tag, description })),
    paths,
    components: { schemas, ...SHARED_COMPONENTS },
  }
}

function operation(route: Route, doc: RouteDoc, schemas: SchemaParts): ApiOperation {
  const { tag, summary, details, body } = doc
  const parameters = [...pathParameters(route), ...queryParameters(doc, schemas)]
  return {
    operationId: operationId(route),
    tags: [tag],
    summary,
    description: `${details === undefined ? '' : `${details}\n\n`}Counts against the \`${route.routeClass}\` budget.`,
    security: securityOf(route),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': content(body, schemas, (made) => doc.example?.body ?? made) },
          },
        }),
    responses: responses(route, doc, schemas),
  }
}

function content(body: z.ZodType, schemas: SchemaParts, adapt: (made: unknown) => unknown): ApiContent {
  const schema = jsonSchema(body, 'draft-2020-12', schemas)
  return { schema, example: adapt(exampleOf(schema, schemas)) }
}

/** With the fields of `given`, or `given` where there are none. */
function changed(made: unknown, given: unknown): unknown {
  const isMerged = [made, given].every((part) => typeof part === 'object' && part !== null)
  return isMerged ? { ...Object(made), ...Object(given) } : (given ?? made)
}

/** "GET /markets/{id}/fee" -> "getMarketsIdFee". */
function operationId({ method, path }: Route): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter((word) => word !== '')
  const named = words.length === 0 ? ['root'] : words
  return method.toLowerCase() + named.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
}

function securityOf({ access }: Route): ApiOperation['security'] {
  const key = { ApiKey: [] }
  const both = { ApiKey: [], Bearer: [] }
  if (access === 'public') return []
  if (access === 'key') return [key]
  return access === 'bearer' ? [both] : [key, both]
}

function namesIn(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}

function pathParameters({ path }: Route): ApiParameter[] {
  return namesIn(path).map((name) => {
    const schema = { type: 'string', minLength: 1 }
    return { name, in: 'path', required: true, description: PARAMETERS[name] ?? name, schema }
  })
}

function queryParameters({ query }: RouteDoc, schemas: SchemaParts): ApiParameter[] {
  if (query === undefined) return []
  const { properties = {}, required = [] } = Object(jsonSchema(query, 'draft-2020-12', schemas))
  return Object.entries<Json>(properties).map(([name, { description = name, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    description: String(description),
    schema,
  }))
}

function responses(route: Route, doc: RouteDoc, schemas: SchemaParts): Record<string, Json> {
  const { status = 200, contentType = 'application/json', result } = doc
  const headers = Object.fromEntries(RATE_HEADERS.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
  const answers: Record<string, Json> = {
    [status]: {
      description: 'Done',
      headers,
      content: { [contentType]: content(result, schemas, (made) => changed(made, doc.example?.result)) },
    },
  }
  for (const [code, codes] of refusalsByStatus(route, doc)) answers[code] = refusal(codes)
  return {
    ...answers,
    429: { $ref: '#/components/responses/TooManyRequests' },
    default: { $ref: '#/components/responses/Failure' },
  }
}

function refusal(codes: readonly WireErrorCode[]): Json {
  return { description: `Refused: ${codes.map((code) => `\`${code}\``).join(', ')}`, content: errorContent(codes) }
}

function refusalsByStatus(route: Route, { query, body, refusals = [] }: RouteDoc): Map<number, WireErrorCode[]> {
  const codes = new Set<WireErrorCode>(refusals)
  if (route.access !== 'public') codes.add('invalid_api_key')
  if (route.access === 'bearer' || route.access === 'optional-bearer') codes.add('not_signed_in')
  if (namesIn(route.path).length > 0) codes.add('bad_request').add('not_found')
  if (query !== undefined) codes.add('validation_failed')
  if (body !== undefined) {
    codes.add('validation_failed').add('malformed_json').add('payload_too_large').add('unsupported_media_type')
  }
  const byStatus = new Map<number, WireErrorCode[]>()
  for (const code of [...codes].sort()) {
    byStatus.set(WIRE_ERRORS[code], [...(byStatus.get(WIRE_ERRORS[code]) ?? []), code])
  }
  return byStatus
}

const RATE_HEADERS = ['Limit', 'Remaining', 'Reset'].flatMap((what) =>
  ['short', 'medium'].map((window) => `X-RateLimit-${what}-${window}`),
)

const HEADER_TEXT: Readonly<Record<string, string>> = {
  Limit: 'Requests allowed in the window',
  Remaining: 'Requests left in the window after this one',
  Reset: 'Seconds until the window ends',
}

function rateHeader(name: string): Json {
  const [, , what = '', window] = name.split('-')
  const length = window === 'short' ? 'one second' : 'one minute'
  return { description: `${HEADER_TEXT[what]} of ${length}`, schema: { type: 'integer', minimum: 0 } }
}

const retryAfter = (length: string) => ({
  description: `Seconds until the block of the ${length} window ends; on the window that blocks`,
  schema: { type: 'integer', minimum: 0 },
})

const SHARED_COMPONENTS: Json = {
  headers: Object.fromEntries(RATE_HEADERS.map((name) => [name, rateHeader(name)])),
  responses: {
    TooManyRequests: {
      description: 'A rate limit was exceeded; blocked for one full window. No `error` in the body.',
      headers: {
        'Retry-After-short': retryAfter('one-second'),
        'Retry-After-medium': retryAfter('one-minute'),
      },
      content: { 'application/json': { schema: ERROR, example: TOO_MANY_REQUESTS } },
    },
    Failure: {
      description: 'Any other failure: 5xx, `cancel_only` or `halted` with 503',
      content: errorContent(['internal', 'cancel_only', 'halted', 'store_unavailable']),
    },
  },
  securitySchemes: {
    ApiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'Shared or personal API key' },
    Bearer: { type: 'http', scheme: 'bearer', description: 'Access token of a sign-in' },
  },
}
