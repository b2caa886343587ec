// Every body and event of the published documents has an example that its own schema allows.

import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { describe, expect, it } from 'vitest'
import type { OpenApiDocument } from '../../../../src/server/api/documents/openapi.js'
import { type Loose, VenueDriver } from '../venue-driver.js'

const venue = new VenueDriver()
const document: OpenApiDocument = venue.get('/openapi.json', { key: '' }).body
const events: Loose = venue.get('/asyncapi.json', { key: '' }).body
const ajv = new Ajv2020({ strict: false, allErrors: true })
const ajv7 = new Ajv({ strict: false, allErrors: true })
for (const one of [ajv, ajv7]) addFormats.default(one as Loose)

interface Body {
  readonly name: string
  readonly schema: Loose
  readonly examples: readonly unknown[]
}

function bodiesOf(name: string, content: Loose): Body[] {
  return Object.values<Loose>(content ?? {}).map(({ schema, example, examples = {} }) => ({
    name,
    schema,
    examples: [...(example === undefined ? [] : [example]), ...Object.values<Loose>(examples).map((e) => e.value)],
  }))
}

const bodies = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).flatMap(([method, { requestBody, responses }]) => {
    const name = `${method.toUpperCase()} ${path}`
    const answers = Object.entries<Loose>(responses).filter(([, response]) => response.$ref === undefined)
    return [
      ...bodiesOf(`${name}, body`, requestBody?.content),
      ...answers.flatMap(([status, { content }]) => bodiesOf(`${name}, ${status}`, content)),
    ]
  }),
)
const shared = Object.entries<Loose>((document.components as Loose).responses).flatMap(([name, { content }]) =>
  bodiesOf(name, content),
)

describe('the examples of /openapi.json', () => {
  it.each([...bodies, ...shared])('$name', ({ name, schema, examples }) => {
    expect({ name, examples: examples.length }).not.toEqual({ name, examples: 0 })
    const validate = ajv.compile({ ...schema, components: document.components })
    for (const example of examples) {
      const fits = validate(example)
      expect({ name, example, errors: fits ? [] : validate.errors }).toMatchObject({ errors: [] })
    }
  })

  it('give every field of an answer that they can', () => {
    const market = document.paths['/markets/{id}']?.get?.responses[200] as Loose
    const { example } = market.content['application/json']
    const { properties } = document.components.schemas.Market as Loose
    expect(Object.keys(example)).toEqual(Object.keys(properties))
  })

  it('add up: total is available, locked and pending', () => {
    const answer = document.paths['/me/balances']?.get?.responses[200] as Loose
    const { example } = answer.content['application/json']
    const { total, available, locked, pending } = example.collateral
    expect(BigInt(total)).toBe(BigInt(available) + BigInt(locked) + BigInt(pending))
  })

  it('add up: the size of an order that rests is filled, pending and remaining', () => {
    const answer = document.paths['/orders/{hash}']?.get?.responses[200] as Loose
    const { originalSize, filledSize, pendingSize, remainingSize } = answer.content['application/json'].example
    expect(BigInt(originalSize)).toBe(BigInt(filledSize) + BigInt(pendingSize) + BigInt(remainingSize))
  })
})

describe('the examples of /asyncapi.json', () => {
  it.each(Object.keys(events.components.messages))('%s', (name) => {
    const { payload, examples } = events.components.messages[name]
    expect(examples).toHaveLength(1)
    const validate = ajv7.compile({ ...payload, components: events.components })
    const fits = validate(examples[0].payload)
    expect({ name, example: examples[0].payload, errors: fits ? [] : validate.errors }).toMatchObject({ errors: [] })
  })
})
