import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readAnswer } from '../../../../src/venue/session/rest/read-answer.js'
import type { RouteName } from '../../../../src/venue/session/rest/routes.js'
import type { HttpResult } from '../../../../src/venue/session/transport.js'

const redact = (text: string) => text.replaceAll('secret', '…')
const reading = { redact, nowMonoMs: 5000 }
const schema = z.object({ rate: z.number() })
const response = (status: number, body: string, headers: Record<string, string> = {}): HttpResult => ({
  ...{ kind: 'response', status, headers, body },
})
const read = (route: RouteName, result: HttpResult) => readAnswer({ route, schema }, result, reading)

describe('the answer to a request', () => {
  it('is its value where the body is what was expected', () => {
    expect(read('fee', response(200, '{"rate":3}'))).toEqual({ status: 200, answer: { ok: true, value: { rate: 3 } } })
    const nothing = readAnswer({ route: 'fee', schema: z.undefined() }, response(204, ' '), reading)
    expect(nothing).toEqual({ status: 204, answer: { ok: true, value: undefined } })
  })

  it('names the field of a body that is something else; what has an effect has had it', () => {
    expect(read('fee', response(200, '{"rate":"3"}')).answer).toEqual({
      ok: false,
      failure: { code: 'bad-payload', message: expect.stringMatching(/^fee: rate: .*expected number/) },
    })
    expect(read('submit', response(201, '<html>')).answer).toEqual({
      ok: false,
      failure: {
        code: 'venue-failed',
        message: 'submit: expected JSON, got 6 characters of something else',
        mayHaveHappened: true,
      },
    })
  })

  it('names the encoding of a body that came in one', () => {
    const gzip = read('fee', response(200, '\u001f\u008b', { 'content-encoding': 'gzip' }))
    const message = 'fee: expected JSON, got a body with content-encoding gzip, which was not asked for'
    expect(gzip).toMatchObject({ isForeign: true, answer: { failure: { code: 'venue-failed', message } } })
    const identity = read('fee', response(200, '<html>', { 'content-encoding': 'identity' }))
    expect(identity).toMatchObject({ answer: { failure: { message: expect.stringContaining('6 characters') } } })
  })

  it.each([
    ['fee', 200, '<html>', true],
    ['fee', 200, '', true],
    ['fee', 403, '<html>', true],
    ['fee', 502, '<html>', true],
    ['cancelMany', 200, '{"status":"maintenance"}', true],
    ['fee', 200, '{"status":"maintenance"}', undefined],
    ['fee', 200, '{"rate":3}', undefined],
    ['fee', 404, '{"statusCode":404,"message":"no such market"}', undefined],
  ] as const)(
    'is foreign where the venue did not say what became of it: %s %i %s',
    (route, status, body, isForeign) => {
      expect(read(route, response(status, body)).isForeign).toBe(isForeign)
    },
  )

  it('says what a refusal asks to wait for, from its arrival on', () => {
    const refused = read('submit', response(429, '{"statusCode":429,"message":"secret"}', { 'retry-after': '2' }))
    expect(refused).toEqual({
      status: 429,
      answer: { ok: false, failure: { code: 'rate-limited', message: 'submit: …', notBeforeMonoMs: 7000 } },
    })
  })

  it.each([
    ['submit', true, { mayHaveHappened: true }],
    ['submit', false, {}],
    ['fee', true, {}],
  ] as const)('is none of %s where it may have arrived (%s): %o', (route, mayHaveArrived, extra) => {
    const failure = { code: 'unreachable', message: `${route}: cut at …`, ...extra }
    const result = { kind: 'failed', reason: 'cut at secret', mayHaveArrived } as const
    expect(read(route, result)).toEqual({ answer: { ok: false, failure } })
  })

  it('blames no venue for what our own last check kept', () => {
    const result = { kind: 'failed', reason: 'no sign of life', mayHaveArrived: false, isWithheld: true } as const
    const failure = { code: 'withdrawn', message: 'submit: no sign of life' }
    expect(read('submit', result)).toEqual({ answer: { ok: false, failure } })
  })

  it('leaves open what a server fault has done', () => {
    const failed = response(500, '{"statusCode":500,"message":"Internal server error"}')
    expect(read('submit', failed).answer).toMatchObject({ failure: { code: 'venue-failed', mayHaveHappened: true } })
    expect(read('fee', failed).answer).not.toHaveProperty('failure.mayHaveHappened')
  })
})
