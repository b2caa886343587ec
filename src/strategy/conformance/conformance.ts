// A test kit for strategies: what any strategy must do, whatever its idea. In a test: `expect(checkStrategy(mine)).toEqual([])`.

import { netDirection, yesProbability } from '../../domain/market/yes-view.js'
import type { Wish, WishedQuote } from '../../domain/orders/wish.js'
import { type FaultyPart, StrategyFault } from '../call-strategy.js'
import type { AnyStrategy } from '../contract.js'
import { declarationProblem } from '../inputs.js'
import type { Memory } from '../memory.js'
import { type AnyQuoter, bindStrategy, type StrategySource } from '../parse-params.js'
import { toldTerms } from '../told-terms.js'
import { exampleView, inventoryOf, type ViewChanges } from '../view/example-view.js'
import { type Asked, type Asks, ConformanceAsks } from './conformance-asks.js'
import { CONFORMANCE_GROUPS, NOTHING_KNOWN } from './conformance-groups.js'
import { CONFORMANCE_VIEWS, quotingViews } from './conformance-views.js'
import { GroupConformanceAsks } from './group-conformance-asks.js'

/** One broken rule. */
export interface Finding {
  readonly rule: string
  /** The situation, by name. */
  readonly view: string
  readonly detail: string
}

const FAULTS: Readonly<Record<FaultyPart, string>> = {
  call: 'does not throw, and does not change the view or its memory',
  wish: 'wishes legal numbers',
  memory: 'remembers plain data of at most 4 KB',
}
/** Calls in which a memory that has not become larger than ever before is taken for one that stays as it is. */
const STEADY_CALLS = 600
/** Calls in which one that grows by a byte with each has become too large, though nothing is wished in some situations. */
const LONGEST_LIFE = 6000
const SECOND_MS = 1000

function quoteProblem({ price, size }: WishedQuote): string | undefined {
  if (!(price > 0 && price < 1)) return `price: expected inside (0, 1), got ${price}`
  if (!(size > 0)) return `size: expected more than 0, got ${size}`
  return undefined
}

function numberProblems({ quotes, terms }: Wish): string[] {
  const found = quotes.flatMap((quote) => quoteProblem(quote) ?? [])
  const { problem } = toldTerms(terms)
  if (problem !== undefined) found.push(problem)
  return found
}

/** Asks it in a situation, and once more in the same. */
function checkView(view: string, ask: () => Asked | StrategyFault): Finding[] {
  const finding = (rule: string, detail: string): Finding => ({ rule, view, detail })
  const [first, again] = [ask(), ask()]
  for (const asked of [first, again]) {
    if (asked instanceof StrategyFault) return [finding(FAULTS[asked.part], asked.message)]
  }
  if (first instanceof StrategyFault || again instanceof StrategyFault) return []
  const found = first.wishes.flatMap((wish) => numberProblems(wish).map((problem) => finding(FAULTS.wish, problem)))
  const [one, other] = [first, again].map(({ wishes, memory }) =>
    JSON.stringify([...wishes.map((wish) => ({ ...wish, ...toldTerms(wish.terms) })), memory?.value]),
  )
  if (one !== other) found.push(finding('the same view gives the same wish', `${one}, then ${other}`))
  return found
}

/** Handed on from call to call, the memory stays what it may be. */
function checkMemory(asks: Asks): Finding[] {
  if (!asks.remembers) return []
  const situations = Object.entries(CONFORMANCE_VIEWS)
  const { nowMs } = exampleView()
  let memory: Memory | undefined
  let [largest, grewAt] = [0, 0]
  for (let call = 0; call < LONGEST_LIFE && call - grewAt < STEADY_CALLS; call++) {
    const [view, changes] = situations[call % situations.length] ?? ['', {}]
    const asked = asks.ask(view, { nowMs: nowMs + call * SECOND_MS, ...changes }, memory)
    if (asked instanceof StrategyFault) {
      return [{ rule: FAULTS[asked.part], view: `${view}, call ${call + 1} of a life`, detail: asked.message }]
    }
    memory = asked.memory
    const { length } = memory?.json ?? ''
    if (length > largest) {
      largest = length
      grewAt = call
    }
  }
  return []
}

/** What only a strategy of a group can do amiss. */
function checkGroups(asks: GroupConformanceAsks): Finding[] {
  return Object.entries(CONFORMANCE_GROUPS).flatMap(([view, changes]) => {
    const found = checkView(view, () => asks.askGroup(view, changes))
    const asked = asks.askGroup(view, changes)
    if (asked instanceof StrategyFault) return found
    asked.wishes.forEach(({ quotes }, place) => {
      const stopped = changes.markets?.[place]?.stopped
      if (quotes.length === 0 || (stopped === undefined && view !== NOTHING_KNOWN)) return
      const detail = `${quotes.length} quotes in market ${place + 1}`
      found.push({ rule: 'wishes nothing where nothing may rest, or nothing is known', view, detail })
    })
    return found
  })
}

/** Best prices in terms of YES, and how many shares more would be bought than sold. */
function appetite(quotes: readonly WishedQuote[]): { bid: number; ask: number; shares: number } {
  let [bid, ask, shares] = [0, 1, 0]
  for (const quote of quotes) {
    const ofYes = yesProbability(quote.outcome, quote.price)
    if (netDirection(quote) === 1) bid = Math.max(bid, ofYes)
    else ask = Math.min(ask, ofYes)
    shares += netDirection(quote) * quote.size
  }
  return { bid, ask, shares }
}

/** Few enough digits to be read, enough to be told apart. */
const digits = (value: number) => Number(value.toPrecision(6))

/** The best quote of a side with its size: whoever bids less for more shares may have been asked for too many. */
function bestInWords(quotes: readonly WishedQuote[], side: 'bid' | 'ask'): string {
  const best = appetite(quotes)[side]
  const direction = side === 'bid' ? 1 : -1
  const there = quotes.filter(
    (quote) => netDirection(quote) === direction && yesProbability(quote.outcome, quote.price) === best,
  )
  const shares = there.reduce((sum, { size }) => sum + size, 0)
  return there.length === 0 ? `no ${side}` : `${side} ${digits(best)} for ${digits(shares)} shares`
}

/** For a strategy that has passed the situations. */
function quotesIn(asks: Asks, changes: ViewChanges): Wish['quotes'] {
  return wishIn(asks, changes).quotes
}

function wishIn(asks: Asks, changes: ViewChanges): Wish {
  const asked = asks.ask('a comparison', changes)
  return asked instanceof StrategyFault ? { quotes: [] } : asked.wish
}

/** Whoever quotes nothing in a normal book may say why. */
function noteInWords(asks: Asks): string {
  const { quotes, note } = wishIn(asks, {})
  return quotes.length === 0 && note !== undefined ? `; its note in a normal book: ${note}` : ''
}

function checkInventory(asks: Asks, around: ViewChanges): Finding[] {
  const found: Finding[] = []
  let responds = false
  let same = ''
  for (const net of [10, 100, 1000]) {
    const [ofLong, ofShort] = [net, -net].map((held) => quotesIn(asks, { ...around, inventory: inventoryOf(held) }))
    if (ofLong === undefined || ofShort === undefined) continue
    const [long, short] = [appetite(ofLong), appetite(ofShort)]
    same = `${bestInWords(ofLong, 'bid')}, ${bestInWords(ofLong, 'ask')}`
    for (const key of ['bid', 'ask', 'shares'] as const) {
      // with nothing offered at all, `ask` is 1, which says nothing about the price
      if (key === 'ask' && (long.ask === 1 || short.ask === 1)) continue
      if (long[key] < short[key]) responds = true
      if (long[key] <= short[key]) continue
      const words = (quotes: readonly WishedQuote[]) =>
        key === 'shares' ? `${digits(appetite(quotes).shares)} shares more bid than offered` : bestInWords(quotes, key)
      const detail = `${words(ofLong)} when long, ${words(ofShort)} when short`
      found.push({ rule: 'more inventory, less appetite', view: `${net} shares either way`, detail })
    }
  }
  if (!responds)
    found.push({
      rule: 'responds to inventory',
      view: '10 to 1000 shares',
      detail: `the wish never changes: ${same}, long or short${noteInWords(asks)}`,
    })
  for (const net of [1e6, -1e6]) {
    const adding = quotesIn(asks, { ...around, inventory: inventoryOf(net) }).filter((q) => netDirection(q) * net > 0)
    if (adding.length === 0) continue
    found.push({
      rule: 'inventory is bounded',
      view: `${net} shares`,
      detail: `${adding.length} quotes would add to it`,
    })
  }
  return found
}

/** Feeds the wish back as resting orders, with the others unchanged: the prices must stay. */
function checkChase(asks: Asks, around: ViewChanges): Finding[] {
  const first = quotesIn(asks, around)
  let last = first
  for (let round = 0; round < 5; round++) last = quotesIn(asks, { ...around, ownQuotes: last })
  const [before, after] = [appetite(first), appetite(last)]
  const tick = exampleView().market.tickSize
  if (after.bid <= before.bid + tick && after.ask >= before.ask - tick) return []
  const detail = `bid ${before.bid} to ${after.bid}, ask ${before.ask} to ${after.ask}`
  return [{ rule: 'does not chase its own quotes', view: 'a normal book, five times', detail }]
}

function checkDefinition(strategy: AnyStrategy): Finding[] {
  const found: Finding[] = []
  const add = (rule: string, detail: string) => found.push({ rule, view: 'the definition', detail })
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(strategy.name)) add('has a name of lower-case words', `got '${strategy.name}'`)
  if (strategy.description.trim() === '') add('has a description', 'got none')
  if (strategy.params.safeParse({ 'no such key': 1 }).success)
    add('refuses unknown keys', 'accepted: use z.strictObject')
  const problem = declarationProblem(strategy)
  if (problem !== undefined) add('declares what it reads', problem)
  return found
}

export function conformanceAsks(quoter: AnyQuoter): ConformanceAsks | GroupConformanceAsks {
  return quoter.scope === 'group' ? new GroupConformanceAsks(quoter) : new ConformanceAsks(quoter)
}

/**
 * Every broken rule; empty for a sound strategy. `params` as in a configuration; the defaults when left out. What is known of its `source`
 * is named where it throws or wishes nonsense.
 */
export function checkStrategy(strategy: AnyStrategy, params?: unknown, source?: StrategySource): Finding[] {
  const found = checkDefinition(strategy)
  if (found.some(({ rule }) => rule === 'declares what it reads')) return found
  let asks: ConformanceAsks | GroupConformanceAsks
  try {
    asks = conformanceAsks(bindStrategy(strategy, params, source))
  } catch (thrown) {
    return [...found, { rule: 'has defaults', view: 'the definition', detail: String(thrown) }]
  }
  for (const [name, changes] of Object.entries(CONFORMANCE_VIEWS)) {
    found.push(...checkView(name, () => asks.ask(name, changes)))
  }
  if (asks instanceof GroupConformanceAsks) found.push(...checkGroups(asks))
  found.push(...checkMemory(asks))
  // the comparisons make sense only for a strategy that passes the rules above
  if (found.length === 0) {
    const around = quotingViews(strategy.signals ?? []).find((changes) => quotesIn(asks, changes).length > 0) ?? {}
    found.push(...checkInventory(asks, around), ...checkChase(asks, around))
  }
  // first, for it is mostly the cause of the others
  const undeclared = asks.undeclared().map(
    ({ field, view, needs }): Finding => ({
      rule: 'reads only what it declares',
      view,
      detail: `view.${field}: expected ${needs}`,
    }),
  )
  const unread = [...asks.unread].map(([detail, view]): Finding => ({ rule: 'wishes only what is read', view, detail }))
  return [...undeclared, ...unread, ...found]
}
