// Tokens that are there at a start earn and lose nothing by that: until something of ours is matched they have earned what they are worth at the
// worst now, less what they were worth at the worst when the bot first knew it.

import type { ConditionId, Market } from '../../../../src/domain/market/market.js'
import type { CoreEvent } from '../../../../src/domain/run/core-event.js'
import type { Marks } from '../../../../src/state/market/estimates.js'
import type { BotLife } from '../bot-life.js'

const LOOK_EVERY_MS = 1000
/** Books value at once what came, whatever was told before them in the same turn. */
const VALUED_AT_ONCE: ReadonlySet<string> = new Set(['book', 'level'])
/** The rest may make a value known that time alone has borne, or a book believed that was there before. */
const VALUED_AT_THE_END: ReadonlySet<string> = new Set(['signal', 'trade', 'feed'])
/** Of rounding, units. */
const SLACK = 1e-4

type Core = NonNullable<BotLife['bot']>['core']
type Tokens = readonly [bigint, bigint]

interface Start {
  readonly tokens: Tokens
  /** At the first value that more than a prior told. */
  worth: number | undefined
  /** By how much less it was worth at the first bid for it than at the value then. */
  markdown: number | undefined
  dueMs: number
}

export class Arrived {
  readonly #add: (what: string) => void
  #life: BotLife | undefined
  readonly #starts = new Map<ConditionId, Start>()
  /** Something of ours has moved there, or of others: not told from here any more. */
  readonly #moved = new Set<ConditionId>()
  /** Something has told of it in this turn by which it is valued at its end. */
  readonly #told = new Set<ConditionId>()

  constructor(add: (what: string) => void) {
    this.#add = add
  }

  /** The bot has worked it off. */
  decided(event: CoreEvent, life: BotLife): void {
    if (life !== this.#life) {
      this.#life = life
      this.#starts.clear()
      this.#moved.clear()
    }
    const core = life.bot?.core
    if (core === undefined) return
    if (VALUED_AT_THE_END.has(event.kind) && 'conditionId' in event && event.conditionId !== undefined)
      this.#told.add(event.conditionId)
    else if (VALUED_AT_ONCE.has(event.kind) && 'conditionId' in event && event.conditionId !== undefined)
      this.#told.delete(event.conditionId)
    const { markets } = core.beliefs
    const concerned = this.#concerned(event, [...markets.keys()])
    for (const conditionId of concerned) {
      const market = conditionId && markets.get(conditionId)
      if (market?.status !== 'OPEN' || this.#isUntold(market.conditionId)) continue
      if (event.at.monoMs >= (this.#starts.get(market.conditionId)?.dueMs ?? 0))
        this.#look(market, core, event.at.monoMs)
    }
  }

  #concerned(event: CoreEvent, all: readonly ConditionId[]): readonly (ConditionId | undefined)[] {
    // a reading is of all of them
    if (event.kind === 'account') return all
    if (event.kind !== 'turn-end') return 'conditionId' in event ? [event.conditionId] : []
    const told = [...this.#told]
    this.#told.clear()
    // a value that nothing has told is borne by time alone, as when a jump has stood for long enough
    return [...told, ...[...this.#starts].flatMap(([id, { worth }]) => (worth === undefined ? [id] : []))]
  }

  #isUntold(conditionId: ConditionId): boolean {
    return this.#moved.has(conditionId) || this.#told.has(conditionId)
  }

  #look(market: Market, { beliefs: { positions, estimates, funds } }: Core, nowMs: number): void {
    const { conditionId } = market
    if (funds.snapshot === undefined || !positions.isOpen(conditionId)) return
    const [yes, no] = positions.tokensRaw(conditionId)
    const tokens: Tokens = [yes, no]
    const came = positions.arrivedRaw(conditionId)
    const start = this.#starts.get(conditionId) ?? { tokens, worth: undefined, markdown: undefined, dueMs: nowMs }
    this.#starts.set(conditionId, start)
    const isSame = (one: Tokens) => one[0] === start.tokens[0] && one[1] === start.tokens[1]
    if (!isSame(tokens) || !isSame(came) || positions.fills(conditionId) > 0 || (yes === 0n && no === 0n)) {
      this.#moved.add(conditionId)
      return
    }
    const marks = estimates.seenMarks(market)
    const { fair, isFirm } = marks
    if (fair === undefined || !isFirm) return
    start.worth ??= worthOf(tokens, fair)
    const bid = bidOf(tokens, marks)
    if (!Number.isNaN(bid)) start.markdown ??= worthOf(tokens, fair) - worstOf(tokens, marks)
    if (start.markdown !== undefined) start.dueMs = nowMs + LOOK_EVERY_MS
    const plain = (worstOf(tokens, marks) - start.worth + (start.markdown ?? 0)) / Number(market.unitRaw)
    const here = positions.worstPnl(market, marks)
    if (Math.abs(here - plain) > SLACK)
      this.#add(`${market.id}: what was held at the start has earned ${here} at the worst, by plain sums ${plain}`)
  }
}

const worthOf = ([yes, no]: Tokens, fair: number) => fair * Number(yes) + (1 - fair) * Number(no)

/** For what is more than pairs. */
const bidOf = ([yes, no]: Tokens, { bids }: Marks) => bids[yes > no ? 0 : 1]

/** Pairs pay a unit, the rest what the others bid where that is less than its value. */
function worstOf(tokens: Tokens, marks: Marks): number {
  const { fair = Number.NaN } = marks
  const [yes, no] = [Number(tokens[0]), Number(tokens[1])]
  const value = yes > no ? fair : 1 - fair
  const bid = bidOf(tokens, marks)
  return Math.min(yes, no) + Math.abs(yes - no) * (Number.isNaN(bid) ? value : Math.min(bid, value))
}
