// Requests in the wallet's name: each waits for the access token under way, and survives one refusal of it.

import type { Answer } from '../../../domain/error.js'
import type { SignIn } from '../sign-in.js'
import type { HttpCall, HttpClient, Received } from './http-client.js'

/** A client that adds the access token. A 401 was provably not carried out, so the request goes out once more with a fresh token. */
export function createSignedInRequests(http: HttpClient, signIn: SignIn): HttpClient {
  function attempt<T>(call: HttpCall<T>, done: (answer: Answer<Received<T>>) => void, again: boolean): void {
    signIn.withToken((token) => {
      if (!token.ok) return done(token)
      let sent = token.value
      const bearer = () => {
        sent = signIn.token() ?? sent
        return sent
      }
      http.call({ ...call, bearer }, (answer) => {
        if (answer.ok || answer.failure.code !== 'not-signed-in') return done(answer)
        signIn.refused(sent)
        if (again) attempt(call, done, false)
        else done(answer)
      })
    })
  }
  return { call: (call, done) => attempt(call, done, true) }
}
