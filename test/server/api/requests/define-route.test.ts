import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { defineRoute } from '../../../../src/server/api/requests/define-route.js'
import type { Call, RouteAnswer } from '../../../../src/server/api/requests/route.js'

const CALL: Call = { params: {}, query: {}, body: undefined, nowMs: 0, key: undefined, account: undefined }
const spec = {
  method: 'POST',
  path: '/x',
  routeClass: 'read',
  access: 'key',
  tag: 'service',
  summary: 'X',
  result: z.object({ seen: z.string() }),
} as const

describe('defineRoute', () => {
  it('gives the handler what its schemas made of query and body', () => {
    const route = defineRoute({
      ...spec,
      query: z.object({ n: z.string().transform(Number).optional() }),
      body: z.object({ text: z.string().default('none') }),
      answer: ({ query, body }) => ({ body: { seen: `${query.n}/${body.text}` } }),
    })
    expect(route.answer({ ...CALL, query: { n: ['5', '6'], other: 'x' }, body: {} })).toEqual({
      status: 200,
      body: { seen: '5/none' },
    })
    expect(route.answer({ ...CALL, query: { n: '' }, body: { text: 'a' } })).toMatchObject({
      body: { seen: 'undefined/a' },
    })
  })

  it('refuses what does not fit, every problem at once', () => {
    const body = z.object({ a: z.string(), b: z.object({ c: z.int({ error: 'must be whole' }) }) })
    const route = defineRoute({ ...spec, body, answer: () => ({ body: { seen: '' } }) })
    expect(() => route.answer({ ...CALL, body: { b: { c: 1.5 } } })).toThrow(/^a: .*; b\.c must be whole$/)
    expect(() => route.answer(CALL)).toThrow(/^body: /)
  })

  it('answers with its own status, now or later', () => {
    const now = defineRoute({ ...spec, status: 201, answer: () => ({ body: { seen: '' } }) })
    expect(now.answer(CALL)).toMatchObject({ status: 201 })
    const later = defineRoute({
      ...spec,
      status: 201,
      answer: () => ({
        later: (done: (answer: () => RouteAnswer<{ seen: string }>) => void) => done(() => ({ body: { seen: 'x' } })),
      }),
    }).answer(CALL)
    const heard: RouteAnswer[] = []
    if ('later' in later) later.later((answer) => heard.push(answer()))
    expect(heard).toEqual([{ status: 201, body: { seen: 'x' } }])
  })
})
