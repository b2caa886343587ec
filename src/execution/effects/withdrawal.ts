// Why an order that is signed and written down does not leave all the same. A signature and the disk take their time: what has halted the bot
// meanwhile holds for the order too, and where a disk stands still for long the market that it was meant for is another by now.

import type { Failure } from '../../domain/error.js'

/** From the decision to the wire; in a market that goes on, a plan is made anew within this. */
const LONGEST_MS = 2000

/** `stoppedFor`: why nothing may leave to its market any more. `tookMs`: since it was decided on. `undefined`: it leaves. */
export function withdrawal(stoppedFor: string | undefined, tookMs: number): Failure | undefined {
  if (stoppedFor !== undefined) return { code: 'withdrawn', message: stoppedFor }
  if (tookMs <= LONGEST_MS) return undefined
  const message = `signed and written down ${Math.round(tookMs)} ms after it was decided on: expected at most ${LONGEST_MS}`
  return { code: 'withdrawn', message }
}
