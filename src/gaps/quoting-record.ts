// Which market was quoted when, and why it was not, from the lines of a log and nothing else.
//
//   followed       from its `market` line on, until it is over or not selected any more
//   quoted         from the `since` of a `quoting` line to that of the next `not-quoting` line, whose reason is the gap's
//   brief          at debug `resting` lines tell of what passes before a reason is told, as when a quote is moved; a reason that is told
//                  while it lasts is that of all of it
//   not-running    from a `stopping` line, or where there is none from the last line that tells of an event, to the next `started` or the
//                  market's end: what a process says before it is `started` tells of none, and nothing of the one before
//   undecided      from then until something is told of the market: what a former life left may rest; a run that tells nothing of it
//                  does not follow it
//   not-logged     from the last line before lines that could not be written until something is told of the market again, or its end
//   unsteady       quoted and not by turns; where `resting` lines tell of each change it says nothing new

import type { LogLine } from './log-lines.js'

const QUOTED = 'quoted'
const NOT_RUNNING = 'not-running'
const BRIEF = 'brief'
const NOT_LOGGED = 'not-logged'

export interface Gap {
  readonly conditionId: string
  readonly question: string
  /** Unix milliseconds. */
  readonly fromMs: number
  readonly toMs: number
  readonly reason: string
  readonly detail?: string
}

/** Milliseconds of one market. */
export interface FollowedMarket {
  readonly conditionId: string
  readonly question: string
  readonly followedMs: number
  readonly quotedMs: number
}

export interface Recorded {
  /** In the order in which they began. */
  readonly gaps: readonly Gap[]
  readonly markets: readonly FollowedMarket[]
  /** When the last line was written, unix milliseconds. */
  readonly untilMs: number
}

interface Market {
  readonly conditionId: string
  question: string
  followedMs: number
  quotedMs: number
  /** What it is now, and since when; absent while it is not followed. */
  now: { readonly state: string; readonly detail?: string; readonly fromMs: number } | undefined
  /** As told last; none where no line has it. */
  endsMs: number
  /** It was followed when the process ended, then. */
  leftAtMs: number | undefined
  /** The process that runs has begun then, the one before followed it, and this one has not told of it yet. */
  awaitedSinceMs: number | undefined
}

export class QuotingRecord {
  readonly #markets = new Map<string, Market>()
  readonly #gaps: Gap[] = []
  #lastMs = 0
  /** When the last event was told. */
  #toldMs = 0
  #isRunning = false
  #isStopped = false
  /** Of each moment in which something begins to rest, or nothing does: the log is of debug. */
  #tellsEachTurn = false

  /** In the order of the log. */
  take(line: LogLine): void {
    const atMs = Date.parse(line.time)
    if (line.event === 'started') this.#started(atMs)
    else if (line.event === NOT_LOGGED) this.#missed(line)
    else if (line.event === 'stopping' || line.event === 'stopped') {
      this.#isStopped = true
      this.#ended(atMs)
    } else if (!this.#isStopped) this.#told(line, atMs)
    this.#lastMs = Math.max(this.#lastMs, atMs)
    if (line.event !== undefined) this.#toldMs = Math.max(this.#toldMs, atMs)
  }

  /** Up to the last line. */
  recorded(): Recorded {
    for (const market of this.#markets.values()) {
      this.#passAway(market, this.#lastMs)
      this.#pass(market, this.#lastMs)
    }
    return {
      gaps: this.#gaps.toSorted((a, b) => a.fromMs - b.fromMs),
      untilMs: this.#lastMs,
      markets: [...this.#markets.values()].map(({ conditionId, question, followedMs, quotedMs }) => ({
        ...{ conditionId, question, followedMs, quotedMs },
      })),
    }
  }

  #started(atMs: number): void {
    // killed: nothing tells of its end
    if (this.#isRunning) this.#ended(this.#toldMs)
    this.#isRunning = true
    this.#isStopped = false
    for (const market of this.#markets.values()) if (this.#passAway(market, atMs)) market.awaitedSinceMs = atMs
  }

  #ended(atMs: number): void {
    this.#isRunning = false
    for (const market of this.#markets.values()) {
      market.awaitedSinceMs = undefined
      if (market.now === undefined) continue
      this.#pass(market, atMs)
      market.now = undefined
      market.leftAtMs = atMs
    }
  }

  /** Nobody knows what became of the markets since the last line. */
  #missed(line: LogLine): void {
    for (const market of this.#markets.values()) {
      if (market.now === undefined) continue
      this.#pass(market, this.#lastMs)
      market.now = { state: NOT_LOGGED, ...detailOf(line), fromMs: this.#lastMs }
    }
  }

  #told(line: LogLine, atMs: number): void {
    if (line.event === 'market') this.#market(line, atMs)
    if (line.event === 'resting') this.#tellsEachTurn = true
    if (line.event === 'unsteady' && this.#tellsEachTurn) return
    const state = stateOf(line)
    if (state !== undefined) this.#turned(line, { state, ...detailOf(line) }, atMs)
  }

  #market({ conditionId, question, status, dropped, ends }: LogLine, atMs: number): void {
    if (conditionId === undefined) return
    const isFollowed = dropped !== true && (status === undefined || status === 'OPEN')
    if (isFollowed) {
      const market = this.#follow(conditionId, question, atMs)
      if (ends !== undefined) market.endsMs = Date.parse(ends)
    } else this.#leave(conditionId, atMs)
  }

  #follow(conditionId: string, question: string | undefined, atMs: number): Market {
    const market = this.#markets.get(conditionId) ?? {
      ...{ conditionId, question: question ?? conditionId, followedMs: 0, quotedMs: 0 },
      ...{ now: undefined, endsMs: Number.POSITIVE_INFINITY, leftAtMs: undefined, awaitedSinceMs: undefined },
    }
    this.#markets.set(conditionId, market)
    market.question = question ?? market.question
    if (market.now !== undefined) return market
    market.now = { state: 'undecided', fromMs: market.awaitedSinceMs ?? atMs }
    market.awaitedSinceMs = undefined
    return market
  }

  #leave(conditionId: string, atMs: number): void {
    const market = this.#markets.get(conditionId)
    if (market === undefined) return
    this.#pass(market, atMs)
    market.now = undefined
  }

  #turned(line: LogLine, to: { readonly state: string; readonly detail?: string }, atMs: number): void {
    const ids = line.conditionId === undefined ? (line.conditionIds ?? []) : [line.conditionId]
    for (const id of ids) {
      if (to.state === 'market-not-open') this.#leave(id, atMs)
      else {
        const market = this.#follow(id, line.question, atMs)
        this.#turn(market, to, line.since === undefined ? atMs : Date.parse(line.since))
      }
    }
  }

  /** The same state again, as at debug and then at info, is one. */
  #turn(market: Market, to: { readonly state: string; readonly detail?: string }, sinceMs: number): void {
    const { now } = market
    if (now?.state === to.state) return
    const isWhole = now?.state === BRIEF && to.state !== QUOTED
    const fromMs = isWhole ? now.fromMs : Math.max(sinceMs, now?.fromMs ?? sinceMs)
    this.#pass(market, fromMs)
    market.now = { ...to, fromMs }
  }

  /** No process was there from its end until then, or until the market's end. */
  #passAway(market: Market, toMs: number): boolean {
    if (market.leftAtMs === undefined) return false
    market.now = { state: NOT_RUNNING, fromMs: market.leftAtMs }
    this.#pass(market, Math.min(toMs, market.endsMs))
    market.now = undefined
    market.leftAtMs = undefined
    return true
  }

  /** What it is now lasts until then. */
  #pass(market: Market, untilMs: number): void {
    const { now, conditionId, question } = market
    if (now === undefined) return
    const { state, detail, fromMs } = now
    // its end may be among what is missing
    const toMs = state === NOT_LOGGED ? Math.min(untilMs, market.endsMs) : untilMs
    if (toMs <= fromMs) return
    market.followedMs += toMs - fromMs
    if (state === QUOTED) market.quotedMs += toMs - fromMs
    else {
      const why = { reason: state, ...(detail === undefined ? {} : { detail }) }
      this.#gaps.push({ conditionId, question, fromMs, toMs, ...why })
    }
    market.now = { ...now, fromMs: toMs }
  }
}

/** What the markets of a line are from then on; `undefined` for a line that says nothing of it. */
function stateOf({ event, rests, reason }: LogLine): string | undefined {
  switch (event) {
    case 'quoting':
      return QUOTED
    case 'resting':
      return rests === true ? QUOTED : BRIEF
    case 'unsteady':
      return 'unsteady'
    case 'not-quoting':
      return reason ?? 'undecided'
    default:
      return undefined
  }
}

const detailOf = ({ detail }: LogLine) => (detail === undefined ? {} : { detail })
