// Says once whenever a market falls silent, why, and when it is quoted again. Looked at each second; what passes within one is nothing to tell.
//
//   steady      a change is told once it has stood for two looks; `since` is when it came
//   unsteady    six changes within a minute: told once, and nothing more until one state has stood for half a minute; then how many there
//               were, and for how many looks each state was seen. Each change is for debug
//   together    what is told of many markets at one look, as at a start or a halt, is one line with their ids; each market's own is for debug

import type { ConditionId } from '../domain/market/market.js'
import type { BotSnapshot, MarketSnapshot } from '../domain/run/snapshot.js'
import type { Logger } from '../telemetry/log/log.js'

/** From one look to the next. */
export const LOOK_MS = 1000
const QUOTED = 'quoted'
/** Changes within so many looks make a market unsteady. */
const CHANGES = 6
const WITHIN_LOOKS = 60
/** For so many looks a state must stand to end that. */
const CALM_LOOKS = 30
/** More markets of which the same is told at one look are told of together. */
const FEW = 4

interface Told {
  /** What was said last. */
  said: string | undefined
  /** What was seen at the last look, since when, monotonic, and for how many looks it has stood. */
  seen: string | undefined
  sinceMonoMs: number
  stood: number
  /** Looks at which it changed, the last ones. */
  readonly changes: number[]
  /** Since when it is unsteady, and how often it has changed since. */
  unsteady: { readonly sinceLook: number; changes: number; readonly looks: Map<string, number> } | undefined
}

/** When things happen; monotonic times are those of the snapshots. */
export interface QuotingTimes {
  readonly wallMs: () => number
  /** Since when something of ours has rested there, or nothing has; `undefined` where that is not measured. */
  readonly turnedMonoMs: (conditionId: ConditionId) => number | undefined
}

interface Line {
  readonly conditionId: ConditionId
  /** What is told, by which markets are told of together. */
  readonly state: string
  readonly details: Readonly<Record<string, unknown>>
  readonly words: string
  /** Of one market alone, whatever is told of others. */
  readonly isOwn?: true
  readonly isForDebug?: true
}

type Seen = Pick<BotSnapshot, 'markets' | 'monoMs'>

export class QuotingWatch {
  readonly #markets = new Map<ConditionId, Told>()
  readonly #logger: Logger
  readonly #times: QuotingTimes
  #looks = 0
  #nowMonoMs = Number.NEGATIVE_INFINITY
  #lastMonoMs = Number.NEGATIVE_INFINITY

  constructor(logger: Logger, times: QuotingTimes) {
    this.#logger = logger
    this.#times = times
  }

  look({ markets, monoMs }: Seen): void {
    this.#looks++
    this.#lastMonoMs = this.#nowMonoMs
    this.#nowMonoMs = monoMs
    const here = new Set(markets.map(({ conditionId }) => conditionId))
    for (const id of this.#markets.keys()) if (!here.has(id)) this.#markets.delete(id)
    this.#tell(markets.flatMap((market) => this.#lookAt(market) ?? []))
  }

  #lookAt(market: MarketSnapshot): Line | undefined {
    const told = this.#markets.get(market.conditionId) ?? newTold()
    this.#markets.set(market.conditionId, told)
    const now = market.notQuoting?.reason ?? QUOTED
    if (told.seen === now) told.stood++
    else this.#changed(told, now, market.conditionId)
    const { unsteady } = told
    if (unsteady !== undefined) return this.#whileUnsteady(told, market)
    const [oldest] = told.changes
    if (told.changes.length === CHANGES && oldest !== undefined && this.#looks - oldest < WITHIN_LOOKS) {
      told.unsteady = { sinceLook: oldest, changes: CHANGES, looks: new Map() }
      return unsteadyLine(market, this.#looks - oldest)
    }
    if (told.stood < 1 || told.said === now) return undefined
    told.said = now
    return this.#line(told, market)
  }

  #changed(told: Told, now: string, conditionId: ConditionId): void {
    // what is seen first has changed nothing
    if (told.seen !== undefined) told.changes.push(this.#looks)
    if (told.changes.length > CHANGES) told.changes.shift()
    if (told.unsteady !== undefined) told.unsteady.changes++
    const turned = told.seen === QUOTED || now === QUOTED ? this.#times.turnedMonoMs(conditionId) : undefined
    // what turned before the last look was seen then
    told.sinceMonoMs = turned !== undefined && turned >= this.#lastMonoMs ? turned : this.#nowMonoMs
    told.seen = now
    told.stood = 0
  }

  /** One state has stood for long enough: it is told whatever was told before. Until then each change is for debug. */
  #whileUnsteady(told: Told, market: MarketSnapshot): Line | undefined {
    const { unsteady, stood, seen } = told
    if (unsteady === undefined || seen === undefined) return undefined
    unsteady.looks.set(seen, (unsteady.looks.get(seen) ?? 0) + 1)
    if (stood === 0) return { ...this.#line(told, market), isForDebug: true }
    if (stood < CALM_LOOKS) return undefined
    told.unsteady = undefined
    told.changes.length = 0
    told.said = seen
    const { details, ...line } = this.#line(told, market)
    const { changes, sinceLook, looks } = unsteady
    const forSec = this.#looks - stood - sinceLook
    return { ...line, details: { ...details, changes, forSec, looks: Object.fromEntries(looks) }, isOwn: true }
  }

  /** What is seen of it now, and since when. */
  #line({ sinceMonoMs }: Told, market: MarketSnapshot): Line {
    const sinceMs = this.#times.wallMs() - (this.#nowMonoMs - sinceMonoMs)
    return lineOf(market, new Date(sinceMs).toISOString())
  }

  #tell(lines: readonly Line[]): void {
    const alike = new Map<string, Line[]>()
    for (const line of lines) {
      if (line.isForDebug) this.#logger.debug(line.details, line.words)
      else {
        const others = line.isOwn ? undefined : alike.get(line.state)
        if (others) others.push(line)
        else alike.set(line.isOwn ? line.conditionId : line.state, [line])
      }
    }
    for (const group of alike.values()) this.#tellGroup(group)
  }

  #tellGroup(group: readonly Line[]): void {
    const [first] = group
    const isTogether = group.length > FEW
    // that it is over, the market's own line says
    const isKnown = first?.state === 'market-not-open'
    for (const { details, words } of group) this.#logger[isTogether || isKnown ? 'debug' : 'info'](details, words)
    if (!isTogether || isKnown || first === undefined) return
    const { conditionId: _, question: __, ...shared } = first.details
    const conditionIds = group.map(({ conditionId }) => conditionId)
    this.#logger.info({ ...shared, markets: group.length, conditionIds }, `${first.words}, in ${group.length} markets`)
  }
}

const newTold = (): Told => ({
  ...{ said: undefined, seen: undefined, sinceMonoMs: Number.NEGATIVE_INFINITY, stood: 0 },
  ...{ changes: [], unsteady: undefined },
})

function lineOf({ conditionId, question, notQuoting }: MarketSnapshot, since: string): Line {
  const market = { conditionId, question, since }
  if (notQuoting === undefined)
    return { conditionId, state: QUOTED, details: { event: 'quoting', ...market }, words: 'quoted' }
  const { reason } = notQuoting
  const details = { event: 'not-quoting', ...market, ...notQuoting }
  return { conditionId, state: reason, details, words: `not quoted: ${reason}` }
}

function unsteadyLine({ conditionId, question, notQuoting }: MarketSnapshot, inSec: number): Line {
  const details = { event: 'unsteady', conditionId, question, ...notQuoting, changes: CHANGES, inSec }
  return {
    conditionId,
    state: 'unsteady',
    details,
    words: 'quoted and not quoted by turns: told again once it is steady',
  }
}
