// A test kit for strategies: what any strategy must do, whatever its idea. In a test: `expect(checkStrategy(mine)).toEqual([])`.

import type { Wish, WishedQuote } from '../domain/wish.js'
import { netDirection, yesProbability } from '../domain/yes-view.js'
import { CONFORMANCE_VIEWS } from './conformance-views.js'
import type { MarketView, Strategy } from './contract.js'
import { exampleView, inventoryOf } from './example-view.js'
import { bindStrategy, type Quoter } from './parse-params.js'

/** One broken rule. */
export interface Finding {
  readonly rule: string
  /** The situation, by name. */
  readonly view: string
  readonly detail: string
}

function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value)
    for (const inner of Object.values(value)) deepFreeze(inner)
  }
  return value
}

function quoteProblem({ outcome, side, price, size }: WishedQuote): string | undefined {
  if (outcome !== 0 && outcome !== 1) return `outcome: expected 0 or 1, got ${String(outcome)}`
  if (side !== 'BUY' && side !== 'SELL') return `side: expected BUY or SELL, got ${String(side)}`
  if (!(price > 0 && price < 1)) return `price: expected inside (0, 1), got ${price}`
  if (!(size > 0 && Number.isFinite(size))) return `size: expected more than 0 and finite, got ${size}`
  return undefined
}

function checkView(quoter: Quoter, name: string, view: MarketView): Finding[] {
  const finding = (rule: string, detail: string): Finding => ({ rule, view: name, detail })
  let wish: Wish
  let again: Wish
  try {
    wish = quoter(deepFreeze(view))
    again = quoter(structuredClone(view))
  } catch (thrown) {
    return [finding('does not throw, and does not change the view', String(thrown))]
  }
  const found = wish.quotes.flatMap((quote) => {
    const problem = quoteProblem(quote)
    return problem === undefined ? [] : [finding('wishes legal numbers', problem)]
  })
  if (wish.fair !== undefined && !(wish.fair >= 0 && wish.fair <= 1)) {
    found.push(finding('wishes legal numbers', `fair: expected inside [0, 1], got ${wish.fair}`))
  }
  if (JSON.stringify(wish) !== JSON.stringify(again)) {
    found.push(finding('the same view gives the same wish', `${JSON.stringify(wish)}, then ${JSON.stringify(again)}`))
  }
  return found
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

function checkInventory(quoter: Quoter): Finding[] {
  const found: Finding[] = []
  let responds = false
  for (const net of [10, 100, 1000]) {
    const long = appetite(quoter(exampleView({ inventory: inventoryOf(net) })).quotes)
    const short = appetite(quoter(exampleView({ inventory: inventoryOf(-net) })).quotes)
    for (const key of ['bid', 'ask', 'shares'] as const) {
      // with nothing offered at all, `ask` is 1, which says nothing about the price
      if (key === 'ask' && (long.ask === 1 || short.ask === 1)) continue
      if (long[key] < short[key]) responds = true
      if (long[key] <= short[key]) continue
      const detail = `${key} ${long[key]} when long, ${short[key]} when short`
      found.push({ rule: 'more inventory, less appetite', view: `${net} shares either way`, detail })
    }
  }
  if (!responds)
    found.push({ rule: 'responds to inventory', view: '10 to 1000 shares', detail: 'the wish never changes' })
  for (const net of [1e6, -1e6]) {
    const adding = quoter(exampleView({ inventory: inventoryOf(net) })).quotes.filter((q) => netDirection(q) * net > 0)
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
function checkChase(quoter: Quoter): Finding[] {
  const first = quoter(exampleView())
  let last = first
  for (let round = 0; round < 5; round++) last = quoter(exampleView({ ownQuotes: last.quotes }))
  const [before, after] = [appetite(first.quotes), appetite(last.quotes)]
  const tick = exampleView().market.tickSize
  if (after.bid <= before.bid + tick && after.ask >= before.ask - tick) return []
  const detail = `bid ${before.bid} to ${after.bid}, ask ${before.ask} to ${after.ask}`
  return [{ rule: 'does not chase its own quotes', view: 'a normal book, five times', detail }]
}

function checkDefinition(strategy: Strategy<unknown>): Finding[] {
  const found: Finding[] = []
  const add = (rule: string, detail: string) => found.push({ rule, view: 'the definition', detail })
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(strategy.name)) add('has a name of lower-case words', `got '${strategy.name}'`)
  if (strategy.description.trim() === '') add('has a description', 'got none')
  if (strategy.params.safeParse({ 'no such key': 1 }).success)
    add('refuses unknown keys', 'accepted: use z.strictObject')
  return found
}

/** Every broken rule; empty for a sound strategy. `params` as in a configuration; the defaults when left out. */
export function checkStrategy<P>(strategy: Strategy<P>, params?: unknown): Finding[] {
  const found = checkDefinition(strategy)
  let quoter: Quoter
  try {
    quoter = bindStrategy(strategy, params)
  } catch (thrown) {
    return [...found, { rule: 'has defaults', view: 'the definition', detail: String(thrown) }]
  }
  for (const [name, view] of Object.entries(CONFORMANCE_VIEWS)) found.push(...checkView(quoter, name, view))
  // the comparisons below make sense only for a strategy that passes the rules above
  return found.length > 0 ? found : [...checkInventory(quoter), ...checkChase(quoter)]
}
