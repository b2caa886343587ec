// One selection: the venue's list, what of it can be quoted, and of that as many as wanted. Markets already quoted stay before new ones come in.

import type { Answer } from '../domain/error.js'
import { spreadOf } from '../domain/market/best-pair.js'
import type { ConditionId, Market } from '../domain/market/market.js'
import type { MarketData, MarketQuery, MarketRefusal } from '../venue/market-data.js'
import type { MarketChoice, MarketSelector } from './schema.js'

export interface SelectedMarkets {
  readonly chosen: readonly Market[]
  /** Suitable, but more than `max`, or of those whose books are looked at another time. */
  readonly spare: readonly Market[]
  readonly refused: readonly MarketRefusal[]
}

export interface SelectionContext {
  readonly marketData: Pick<MarketData, 'listMarkets' | 'readBook'>
  /** The venue's time, asked when an answer has come: a start learns it from that. */
  readonly nowMs: () => number
  /** Markets already quoted: they may stay to their end, whatever their spread. */
  readonly held: ReadonlySet<ConditionId>
  /** When the book of each candidate was looked at last, venue milliseconds: kept here from one selection to the next, so that each has its turn. */
  readonly lookedMs: Map<ConditionId, number>
}

type Done = (answer: Answer<SelectedMarkets>) => void

/** Books read for one selection, at most, as a multiple of the markets wanted; or one each two seconds, a tenth of what DEFAULT may read. */
const LOOKS_PER_MARKET = 3
const SEC_PER_LOOK = 2

/** Between two looks at markets that are named by their ids, seconds: each is a read. */
const IDS_REFRESH_SEC = 60

/** Between two looks at the markets, milliseconds. */
export const lookEveryMs = ({ select }: MarketChoice): number => (select?.refreshSec ?? IDS_REFRESH_SEC) * 1000

export function selectMarkets(selector: MarketSelector, context: SelectionContext, done: Done): void {
  const { tag, category, groupId, search } = selector
  const query: MarketQuery = {
    ...(tag === undefined ? {} : { tagSlug: tag }),
    ...(category === undefined ? {} : { category }),
    ...(groupId === undefined ? {} : { groupId }),
    ...(search === undefined ? {} : { search }),
  }
  context.marketData.listMarkets(query, (answer) => {
    if (!answer.ok) {
      done(answer)
      return
    }
    const { suitable, refused } = sift(answer.value.markets, selector, context)
    const all = [...answer.value.refused, ...refused]
    if (selector.maxSpread === undefined) {
      const [chosen, spare] = [suitable.slice(0, selector.max), suitable.slice(selector.max)]
      done({ ok: true, value: { chosen, spare, refused: all } })
    } else new SpreadSearch({ candidates: inTurn(suitable, context), refused: all, selector, context, done }).next()
  })
}

/** OPEN, registered markets with time left, those already quoted first. */
function sift(markets: readonly Market[], selector: MarketSelector, { nowMs, held }: SelectionContext) {
  const refused: MarketRefusal[] = []
  const suitable = markets.filter((market) => {
    const reason = unsuitable(market, held.has(market.conditionId) ? 0 : selector.minTimeLeftSec * 1000, nowMs())
    if (reason !== undefined) refused.push(refusal(market, reason))
    return reason === undefined
  })
  const byStay = (market: Market) => (held.has(market.conditionId) ? 0 : 1)
  return { suitable: suitable.sort((a, b) => byStay(a) - byStay(b)), refused }
}

/** Behind those quoted: those never looked at, then those whose look is longest ago. */
function inTurn(suitable: readonly Market[], { held, lookedMs }: SelectionContext): Market[] {
  const ids = new Set(suitable.map(({ conditionId }) => conditionId))
  for (const id of lookedMs.keys()) if (!ids.has(id) || held.has(id)) lookedMs.delete(id)
  // what is quoted has none any more, and stands first already
  return suitable.toSorted((a, b) => (lookedMs.get(a.conditionId) ?? 0) - (lookedMs.get(b.conditionId) ?? 0))
}

function unsuitable(market: Market, minTimeLeftMs: number, nowMs: number): string | undefined {
  if (market.status !== 'OPEN') return `status: expected OPEN, got ${market.status}`
  if (market.registration !== 'REGISTERED') return `registration: expected REGISTERED, got ${market.registration}`
  const leftMs = market.endMs - nowMs
  if (leftMs < minTimeLeftMs) return `time left: expected at least ${minTimeLeftMs} ms, got ${Math.round(leftMs)} ms`
  return undefined
}

function refusal({ id, conditionId, question }: Market, reason: string): MarketRefusal {
  return { id, conditionId, question, reason }
}

interface SearchParts {
  readonly candidates: readonly Market[]
  readonly refused: readonly MarketRefusal[]
  readonly selector: MarketSelector
  readonly context: SelectionContext
  readonly done: Done
}

/** Looks at one book after the other until enough are narrow. */
class SpreadSearch {
  readonly #parts: SearchParts
  readonly #chosen: Market[] = []
  readonly #refused: MarketRefusal[]
  readonly #most: number
  readonly #lookMs: number
  #at = 0
  #looks = 0

  constructor(parts: SearchParts) {
    this.#parts = parts
    const { max, refreshSec } = parts.selector
    this.#most = Math.max(max * LOOKS_PER_MARKET, refreshSec / SEC_PER_LOOK)
    this.#refused = [...parts.refused]
    this.#lookMs = parts.context.nowMs()
  }

  next(): void {
    const { candidates, selector, context, done } = this.#parts
    // a loop for those that need no look: each answer calls this again
    while (this.#chosen.length < selector.max && this.#looks < this.#most) {
      const market = candidates[this.#at]
      if (!market) break
      this.#at++
      if (!context.held.has(market.conditionId)) {
        this.#look(market)
        return
      }
      this.#chosen.push(market)
    }
    done({
      ok: true,
      value: { chosen: this.#chosen, spare: candidates.slice(this.#at), refused: this.#refused },
    })
  }

  #look(market: Market): void {
    const { selector, context } = this.#parts
    this.#looks++
    context.lookedMs.set(market.conditionId, this.#lookMs)
    context.marketData.readBook(market, (answer) => {
      const spread = answer.ok ? spreadOf(answer.value.book, market.ticksPerUnit) : undefined
      if (spread !== undefined && spread <= (selector.maxSpread ?? 1) + 1e-9) this.#chosen.push(market)
      else {
        const got = answer.ok
          ? (spread?.toFixed(4) ?? 'a one-sided book')
          : `${answer.failure.code}: ${answer.failure.message}`
        this.#refused.push(refusal(market, `spread: expected at most ${selector.maxSpread}, got ${got}`))
      }
      this.next()
    })
  }
}
