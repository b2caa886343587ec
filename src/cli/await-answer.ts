// A port's answer as a promise, for commands that ask one thing after the other.

import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, QuoinError } from '../domain/error.js'

/** A command may wait this long for a permit before it gives up. */
const PATIENCE_MS = 10_000
const SHORTEST_WAIT_MS = 20

type Ask<T> = (done: (answer: Answer<T>) => void) => void

/** Rejects with the failure as a `QuoinError`. Without budget nothing was sent, so it asks again when there is some. */
export async function awaitAnswer<T>(ask: Ask<T>): Promise<T> {
  const giveUpAt = performance.now() + PATIENCE_MS
  for (;;) {
    const answer = await new Promise<Answer<T>>((resolve) => ask(resolve))
    if (answer.ok) return answer.value
    const { code, message, notBeforeMonoMs } = answer.failure
    const now = performance.now()
    const nextAt = Math.max(notBeforeMonoMs ?? now, now + SHORTEST_WAIT_MS)
    if (code !== 'no-budget' || nextAt > giveUpAt) throw new QuoinError(code, message)
    await sleep(nextAt - now)
  }
}
