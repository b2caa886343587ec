// Looks again and again whether quotes rest while the bot's best bids of the others are not the venue's.

import type { ConditionId } from '../../../src/domain/market.js'
import type { FaultSpecInput } from '../../../src/venue/wire/fault-schema.js'
import { ACCOUNT } from '../virtual/simulate.js'
import type { FaultRun } from './fault-run.js'

/** Makes a fault through the server's own route. */
export function makeFault(run: FaultRun, body: FaultSpecInput): void {
  const { api, venue, clock } = run.sim
  const headers = { 'x-api-key': venue.keys[0]!.key }
  let status = 0
  api.handle(
    { method: 'POST', path: '/sandbox/faults', query: {}, headers, body, ip: '' },
    clock.wallMs(),
    (answer) => {
      status = answer.status
    },
  )
  if (status !== 201) throw new Error(`fault: expected 201, got ${status}`)
}

export interface WrongBooks {
  /** Share of the looks in which something rested on a wrong book. */
  readonly share: number
  /** Until nothing rested for the first time, milliseconds. */
  readonly pulledAfterMs: number | undefined
  /** Longest time in a row on a wrong book, milliseconds. */
  readonly longestMs: number
}

const LOOK_MS = 100

/** `conditionIds`: the markets looked at. */
export function watchBooks(run: FaultRun, forMs: number, conditionIds: readonly ConditionId[]): WrongBooks {
  let looks = 0
  let wrong = 0
  let longest = 0
  let pulledAfterMs: number | undefined
  const since = new Map<ConditionId, number>()
  run.run(forMs, () => {
    looks++
    for (const id of conditionIds) {
      const isWrong = run.resting(id).length > 0 && differs(run, id)
      if (isWrong) wrong++
      if (!isWrong) since.delete(id)
      else since.set(id, (since.get(id) ?? 0) + LOOK_MS)
      longest = Math.max(longest, since.get(id) ?? 0)
    }
    if (conditionIds.every((id) => run.resting(id).length === 0)) pulledAfterMs ??= looks * LOOK_MS
    return false
  })
  return { share: wrong / (looks * conditionIds.length), pulledAfterMs, longestMs: longest }
}

function differs(run: FaultRun, id: ConditionId): boolean {
  const { beliefs } = run.sim.bot.core
  const market = beliefs.markets.get(id)
  if (!market) return false
  const others = beliefs.others(market)
  const truth = run.sim.api.exchange.bestBids(id, ACCOUNT)
  return ([0, 1] as const).some((i) => others[i].bids[0]?.price !== truth[i]?.price)
}
