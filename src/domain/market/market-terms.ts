// What a market is by the venue's word: the terms that were judged when it was taken up, and how they differ later.

import type { Market } from './market.js'

/** What prices and sizes are counted in. */
export type Grid = Pick<Market, 'ticksPerUnit' | 'lotRaw'>

export interface TermChange {
  /** As a person would name it: `question`, `end`, `tick`. */
  readonly term: string
  readonly before: string
  readonly now: string
  /** Prices, amounts, tokens or signatures mean something else: a running bot cannot go on with it. */
  readonly isStructural: boolean
  /** Tick and size step alone: what is ours can be told on others, once nothing of it rests. */
  readonly isGrid: boolean
}

const GRID: ReadonlySet<string> = new Set(['tick', 'size step'])

type Terms = readonly (readonly [term: string, text: string, isStructural: boolean])[]

/** Status, fee, tags and the like are no terms: they change in the life of every market. */
export function changedTerms(before: Market, now: Market): readonly TermChange[] {
  const later = termsOf(now)
  return termsOf(before).flatMap(([term, text, isStructural], index) => {
    const found = later[index]?.[1] ?? ''
    return found === text ? [] : [{ term, before: text, now: found, isStructural, isGrid: GRID.has(term) }]
  })
}

/** Ticks and lots of one are ticks and lots of the other. */
export function isSameGrid(a: Grid, b: Grid): boolean {
  return a.ticksPerUnit === b.ticksPerUnit && a.lotRaw === b.lotRaw
}

export function describeChanges(changes: readonly TermChange[]): string {
  return changes.map(({ term, before, now }) => `${term}: expected ${before}, got ${now}`).join('; ')
}

function termsOf(market: Market): Terms {
  const [yes, no] = market.outcomes
  return [
    ['question', JSON.stringify(market.question), false],
    ['end', instant(market.endMs), false],
    ['outcomes', JSON.stringify([yes.name, no.name]), false],
    ['outcome ids', `${yes.outcomeId}, ${no.outcomeId}`, true],
    ['token ids', `${yes.tokenId}, ${no.tokenId}`, true],
    ['tick', `1/${market.ticksPerUnit}`, true],
    ['size step', `${market.lotRaw}`, true],
    ['unit of collateral', `${market.unitRaw}`, true],
    ['exchange', market.exchange?.toLowerCase() ?? "the profile's", true],
  ]
}

function instant(ms: number): string {
  const date = new Date(ms)
  return Number.isNaN(date.getTime()) ? String(ms) : date.toISOString()
}
