// One trial at the venue: what it gets, and how it ends whatever happens in it.

import type { Config } from '../../config/config.js'
import type { Clock } from '../../domain/time.js'
import type { Session } from '../../venue/session/session.js'
import { failed, failedBy, skipped } from '../finding.js'
import type { Lesson } from './lesson.js'
import type { PlacePlan } from './place-plan.js'
import type { Hand, TrialOrders } from './trial-orders.js'
import type { TrialWatch } from './trial-watch.js'

export interface TrialParts {
  readonly config: Config
  readonly connection: Required<Session>
  readonly plan: PlacePlan
  readonly feeRateBps: number
  readonly watch: TrialWatch
  readonly clock: Clock
  readonly hand: Hand
}

export interface Trial {
  readonly name: string
  readonly withinMs: number
  readonly run: (parts: TrialParts) => Promise<readonly Lesson[]>
}

const AGAIN = 'ask again with quoin doctor --place; if it stays, ask the venue'

/** `stopped`: a person has ended it all; what a trial saw by then proves nothing. */
export async function tried(
  { name, withinMs, run }: Trial,
  parts: Omit<TrialParts, 'hand'> & { readonly orders: TrialOrders },
  stopped: AbortSignal,
): Promise<readonly Lesson[]> {
  const ended: Lesson[] = [{ finding: skipped(name, 'stopped before it was seen') }]
  if (stopped.aborted) return ended
  let isOver = false
  const { orders, clock, ...rest } = parts
  const hand = orders.hand(() => isOver || stopped.aborted)
  const late = new Promise<readonly Lesson[]>((done) => {
    stopped.addEventListener('abort', () => done(ended), { once: true })
    clock.after(withinMs, () => {
      const evidence = `nothing was seen within ${withinMs / 1000} s`
      done([{ finding: failed(name, { evidence, fix: AGAIN, exit: 'unreachable' }) }])
    })
  })
  const own = run({ ...rest, clock, hand }).catch((thrown: unknown) => [{ finding: failedBy(name, thrown, AGAIN) }])
  const lessons = await Promise.race([own, late])
  isOver = true
  return stopped.aborted ? ended : lessons
}
