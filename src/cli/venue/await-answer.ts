// A port's answer as a promise, for commands that ask one thing after the other.

import { type Answer, QuoinError } from '../../domain/error.js'

type Ask<T> = (done: (answer: Answer<T>) => void) => void

/** Rejects with the failure as a `QuoinError`. */
export async function awaitAnswer<T>(ask: Ask<T>): Promise<T> {
  const answer = await new Promise<Answer<T>>((resolve) => ask(resolve))
  if (answer.ok) return answer.value
  throw new QuoinError(answer.failure.code, answer.failure.message)
}
