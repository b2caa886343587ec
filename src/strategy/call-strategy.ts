// The one place where a strategy is called: what it throws or wishes amiss becomes one kind of error that names its file and line.

import type { Wish } from '../domain/wish.js'
import type { MarketView } from './contract.js'
import type { Quoter, StrategySource } from './parse-params.js'

/** The strategy threw, or its wish is not one. */
export class StrategyFault extends Error {
  override readonly name = 'StrategyFault'
}

/** A wish with more quotes is taken for a mistake. */
const MAX_QUOTES = 200

/** What the strategy wishes. Throws a `StrategyFault`, and nothing else. */
export function callStrategy(quoter: Quoter, view: MarketView): Wish {
  let wish: Wish
  try {
    wish = quoter(view)
  } catch (error) {
    throw new StrategyFault(`it threw: ${described(error, quoter.source)}`, { cause: error })
  }
  const problem = wishProblem(wish)
  if (problem !== undefined) throw new StrategyFault(withPlace(problem, sourcePlace(quoter.source)))
  return wish
}

/** What a wish from untyped code has wrong; `undefined` for one that can be worked on. */
function wishProblem(wish: unknown): string | undefined {
  const quotes: unknown = field(wish, 'quotes')
  if (!Array.isArray(quotes)) return `quotes: expected a list, got ${shown(quotes)}`
  if (quotes.length > MAX_QUOTES) return `quotes: expected at most ${MAX_QUOTES}, got ${quotes.length}`
  const fair = field(wish, 'fair')
  if (fair !== undefined && !Number.isFinite(fair)) return `fair: expected a number, got ${shown(fair)}`
  for (const [index, quote] of quotes.entries()) {
    const problem = quoteProblem(quote)
    if (problem !== undefined) return `quotes.${index}.${problem}`
  }
  return undefined
}

function quoteProblem(quote: unknown): string | undefined {
  const [outcome, side] = [field(quote, 'outcome'), field(quote, 'side')]
  if (outcome !== 0 && outcome !== 1) return `outcome: expected 0 or 1, got ${shown(outcome)}`
  if (side !== 'BUY' && side !== 'SELL') return `side: expected BUY or SELL, got ${shown(side)}`
  for (const key of ['price', 'size'] as const) {
    const value = field(quote, key)
    if (!Number.isFinite(value)) return `${key}: expected a number, got ${shown(value)}`
  }
  return undefined
}

function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}

function shown(value: unknown): string {
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}

/** Message, file and line of what was thrown. */
function described(error: unknown, source: StrategySource | undefined): string {
  if (!(error instanceof Error)) return withPlace(String(error), sourcePlace(source))
  const frames = framesOf(error)
  const own = frames.find((place) => source !== undefined && place.startsWith(`${source.file}:`))
  return withPlace(error.message, own ?? frames.find((place) => !place.startsWith('node:')) ?? sourcePlace(source))
}

/** `file:line:column` of each frame that has one, the innermost first. */
function framesOf({ stack = '' }: Error): string[] {
  return stack.split('\n').flatMap((line) => {
    const [, place] = /^\s+at .*?((?:file:\/\/|node:)?[^\s()]+:\d+:\d+)\)?$/.exec(line) ?? []
    // a loader may add a query of its own to the file's name
    return place === undefined ? [] : [place.replace(/^file:\/\//, '').replace(/\?[^:]*(?=:\d+:\d+$)/, '')]
  })
}

/** Where the strategy is written. */
export function sourcePlace(source: StrategySource | undefined): string | undefined {
  return source && (source.line === undefined ? source.file : `${source.file}:${source.line}`)
}

const withPlace = (message: string, place: string | undefined) =>
  place === undefined ? message : `${message} (${place})`
