// Values that stand in the examples for what only the user knows: they are legal, and nothing works with them.

import { dirname, resolve } from 'node:path'
import { z } from 'zod'
import { QuoinError } from '../domain/error.js'
import { readYaml } from './config.js'
import { parseYaml, type YamlSource } from './yaml-file.js'

/** Names that are reserved for examples (RFC 2606, RFC 6761): nobody answers there. */
const EXAMPLE_HOST = /(^|[./@])(example\.(com|net|org)|[^/.\s]+\.(example|invalid))(:\d+)?(\/|$)/i
const WORDS = /^(<.*>|change[-_ ]?(me|it|this)?|to[-_ ]?do|x{3,}|your[-_ ].*)$/i
const ZERO = /^0x0{40}$/

const isPlaceholder = (value: unknown) =>
  typeof value === 'string' && [EXAMPLE_HOST, WORDS, ZERO].some((shape) => shape.test(value))

const real = (what: string) =>
  z
    .unknown()
    .refine((value) => !isPlaceholder(value), { error: `expected ${what} instead of the placeholder of an example` })
    .optional()

const profile = z.looseObject({
  typedData: z.looseObject({ domain: z.looseObject({ verifyingContract: real("the venue's exchange contract") }) }),
  siwe: z.looseObject({
    domain: real("the domain of the venue's web app"),
    uri: real("the address of the venue's web app"),
  }),
})

const configuration = z.looseObject({
  venue: z.looseObject({
    url: real("the venue's address"),
    apiKey: real('an API key'),
    profile: z.union([z.string(), profile]),
  }),
})

/** Every placeholder of a valid configuration and its profile, as `file:line:column key: …`. */
export function placeholdersIn(path: string): readonly string[] {
  const source = readYaml(path)
  const place = z.looseObject({ venue: z.looseObject({ profile: z.unknown() }) })
  const { venue } = parseYaml(source, place)
  const beside = typeof venue.profile === 'string' ? resolve(dirname(resolve(path)), venue.profile) : undefined
  return [...problems(source, configuration), ...(beside === undefined ? [] : problems(readYaml(beside), profile))]
}

function problems(source: YamlSource, schema: z.ZodType): readonly string[] {
  try {
    parseYaml(source, schema)
    return []
  } catch (thrown) {
    if (thrown instanceof QuoinError) return thrown.message.split('\n')
    throw thrown
  }
}

/** Throws `bad-config` that names all of them. */
export function refusePlaceholders(path: string): void {
  const found = placeholdersIn(path)
  if (found.length > 0) throw new QuoinError('bad-config', found.join('\n'))
}
