// The JSON schema of a YAML file, for editors: they complete its keys, show what they mean, and mark what is unknown.

import { z } from 'zod'
import { configSchema } from '../../config/config.js'
import { serverConfig } from '../../server/schema.js'
import { signerConfig } from '../../signer/schema.js'
import { venueProfile } from '../../venue/wire/profile.js'
import { BUNDLED_STRATEGIES } from '../strategy/load-strategy.js'
import type { SchemaKind } from './setup-actions.js'

const SCHEMAS: Readonly<Record<SchemaKind, { readonly title: string; readonly schema: z.ZodType }>> = {
  bot: { title: 'A bot of Quoin', schema: configSchema },
  profile: { title: 'A venue, as a bot of Quoin knows it', schema: venueProfile },
  server: { title: 'The bundled server of Quoin', schema: serverConfig },
  signer: { title: 'A signer of Quoin', schema: signerConfig },
}

type Json = Readonly<Record<string, unknown>>

/** Draft 7, which editors know best. Rules between keys (one of two, say) are for `quoin check`. */
export function jsonSchemaOf(kind: SchemaKind): Json {
  const { title, schema } = SCHEMAS[kind]
  const { $schema, ...rest } = converted(schema)
  const whole = { $schema, title, ...rest }
  return kind === 'bot' ? withParameters(whole) : whole
}

const converted = (schema: z.ZodType): Json =>
  z.toJSONSchema(schema, { target: 'draft-7', io: 'input', unrepresentable: 'any', override: withoutOwnFormats })

/** Formats that only zod knows; the pattern beside them says the same. */
function withoutOwnFormats({ jsonSchema }: { readonly jsonSchema: { format?: string } }): void {
  if (jsonSchema.format === 'starts_with') delete jsonSchema.format
}

/** Parameters of the strategies that come with Quoin, by the name that is chosen. */
function withParameters(whole: Json): Json {
  const properties: Json = Object(whole['properties'])
  const choices = BUNDLED_STRATEGIES.map(({ name, params }) => {
    const { $schema: _draft, ...schema } = converted(params)
    const isOther = { not: { properties: { name: { const: name } }, required: ['name'] } }
    return { anyOf: [isOther, { properties: { params: schema } }] }
  })
  const { strategy } = properties
  return { ...whole, properties: { ...properties, strategy: { ...Object(strategy), allOf: choices } } }
}
