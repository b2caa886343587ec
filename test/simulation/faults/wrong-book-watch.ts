// Looks again and again whether quotes rest while the bot's best bids of the others are not the venue's.

import type { BestBids } from '../../../src/domain/market/book.js'
import type { ConditionId } from '../../../src/domain/market/market.js'
import { topBids } from '../../../src/state/market/books.js'
import type { FaultSpecInput } from '../../../src/venue/wire/fault-schema.js'
import { ACCOUNT } from '../virtual/simulate.js'
import type { FaultRun } from './fault-run.js'

/** Makes a fault through the server's own route. */
export function makeFault(run: Pick<FaultRun, 'sim'>, body: FaultSpecInput): void {
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
  /** The same, of the looks after a trade in that market: until then nothing tells a stream that is muted from a quiet market. */
  readonly shareOnceTold: number
  /** Until nothing rested for the first time, milliseconds. */
  readonly pulledAfterMs: number | undefined
  /** Longest time in a row on a wrong book, milliseconds. */
  readonly longestMs: number
}

const LOOK_MS = 100

/** `conditionIds`: the markets looked at. */
export function watchBooks(run: FaultRun, forMs: number, conditionIds: readonly ConditionId[]): WrongBooks {
  const markets = conditionIds.map((id) => new WatchedMarket(run, id))
  let looks = 0
  let pulledAfterMs: number | undefined
  run.run(forMs, () => {
    looks++
    for (const market of markets) market.look()
    if (conditionIds.every((id) => run.resting(id).length === 0)) pulledAfterMs ??= looks * LOOK_MS
    return false
  })
  const sum = (of: (market: WatchedMarket) => number) => markets.reduce((total, market) => total + of(market), 0)
  return {
    share: sum(({ wrong }) => wrong) / (looks * markets.length),
    shareOnceTold: sum(({ wrongOnceTold }) => wrongOnceTold) / (looks * markets.length),
    pulledAfterMs,
    longestMs: Math.max(...markets.map(({ longest }) => longest)) * LOOK_MS,
  }
}

/** Counts looks. */
class WatchedMarket {
  wrong = 0
  wrongOnceTold = 0
  longest = 0
  readonly #run: FaultRun
  readonly #id: ConditionId
  #tradeBefore: { readonly id: string | undefined } | undefined
  #inARow = 0
  #truthBefore: string

  constructor(run: FaultRun, id: ConditionId) {
    this.#run = run
    this.#id = id
    this.#truthBefore = this.#truth()
  }

  look(): void {
    const truth = this.#truth()
    const believed = this.#believed()
    // what the venue still showed at the last look may be on its way: as much behind as any stream is
    const isWrong = this.#run.resting(this.#id).length > 0 && believed !== truth && believed !== this.#truthBefore
    this.#truthBefore = truth
    // a trade of the first moment may be one whose change was told right before
    this.#tradeBefore ??= { id: this.#lastTrade() }
    this.#inARow = isWrong ? this.#inARow + 1 : 0
    this.longest = Math.max(this.longest, this.#inARow)
    if (!isWrong) return
    this.wrong++
    if (this.#lastTrade() !== this.#tradeBefore.id) this.wrongOnceTold++
  }

  #truth(): string {
    return pricesOf(this.#run.sim.api.exchange.bestBids(this.#id, ACCOUNT))
  }

  #believed(): string {
    const { beliefs } = this.#run.sim.bot.core
    const market = beliefs.markets.get(this.#id)
    return market === undefined ? this.#truth() : pricesOf(topBids(beliefs.others(market)))
  }

  #lastTrade(): string | undefined {
    return this.#run.sim.api.exchange.trades(this.#id)[0]?.tradeId
  }
}

function pricesOf(bids: BestBids): string {
  return bids.map((bid) => bid?.price ?? '-').join('/')
}
