// A port's answer as a promise, for commands that ask one thing after the other.

import { type Answer, QuoinError } from '../domain/error.js'

/** Rejects with the failure as a `QuoinError`. */
export function awaitAnswer<T>(ask: (done: (answer: Answer<T>) => void) => void): Promise<T> {
  return new Promise((resolve, reject) => {
    ask((answer) => {
      if (answer.ok) resolve(answer.value)
      else reject(new QuoinError(answer.failure.code, answer.failure.message))
    })
  })
}
