// A port's answer as a promise, for commands that ask one thing after the other.

import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, QuoinError } from '../domain/error.js'

type Ask<T> = (done: (answer: Answer<T>) => void) => void

/** A key that a bot uses too has requests again within seconds. */
const PAUSES_MS: readonly number[] = [1000, 2000, 4000, 8000, 16_000]

/** Asks again, later each time, where it is told to ask less. Rejects with the failure as a `QuoinError`. */
export async function awaitAnswer<T>(ask: Ask<T>, pausesMs = PAUSES_MS): Promise<T> {
  const answer = await new Promise<Answer<T>>((resolve) => ask(resolve))
  if (answer.ok) return answer.value
  const { code, message, mayHaveHappened = false } = answer.failure
  const [pauseMs, ...later] = pausesMs
  if (code !== 'rate-limited' || mayHaveHappened || pauseMs === undefined) throw new QuoinError(code, message)
  await sleep(pauseMs)
  return await awaitAnswer(ask, later)
}
