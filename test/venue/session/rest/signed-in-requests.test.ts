import { expect, it } from 'vitest'
import { z } from 'zod'
import type { Answer } from '../../../../src/domain/error.js'
import type { HttpCall, HttpClient, Received } from '../../../../src/venue/session/rest/http-client.js'
import { createSignedInRequests } from '../../../../src/venue/session/rest/signed-in-requests.js'
import type { SignIn } from '../../../../src/venue/session/sign-in.js'

const CALL = { route: 'orders', schema: z.unknown() } as const

/** Requests that wait for their permit until `leave`, and the token that each left with. */
function setUp() {
  const state = { token: 'first' as string | undefined }
  const refused: string[] = []
  const sent: (string | undefined)[] = []
  const answers: ((refusal: boolean) => void)[] = []
  const http: HttpClient = {
    call<T>(call: HttpCall<T>, done: (answer: Answer<Received<T>>) => void) {
      answers.push((refusal) => {
        sent.push(call.bearer?.())
        const failure = { code: 'not-signed-in', message: 'access token unknown or expired' } as const
        done(refusal ? { ok: false, failure } : { ok: true, value: { value: {} as T, sentMonoMs: 0 } })
      })
    },
  }
  const signIn: Pick<SignIn, 'token' | 'withToken' | 'refused'> = {
    token: () => state.token,
    withToken: (done) => done({ ok: true, value: state.token ?? 'late' }),
    refused: (token) => refused.push(token),
  }
  const requests = createSignedInRequests(http, signIn as SignIn)
  return { state, refused, sent, requests, leave: (refusal = false) => answers.shift()?.(refusal) }
}

it('carry the token of the moment in which they leave, however long they waited for their permit', () => {
  const { state, sent, requests, leave } = setUp()
  requests.call(CALL, () => undefined)
  state.token = 'second'
  leave()
  expect(sent).toEqual(['second'])
})

it('carry the one they began with while there is no other, and name the one that was refused', () => {
  const { state, sent, refused, requests, leave } = setUp()
  const answers: boolean[] = []
  requests.call(CALL, ({ ok }) => answers.push(ok))
  state.token = undefined
  leave(true)
  state.token = 'second'
  leave(true)
  expect(sent).toEqual(['first', 'second'])
  expect(refused).toEqual(['first', 'second'])
  expect(answers).toEqual([false])
})
