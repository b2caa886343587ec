// A wish as it comes from a strategy, which may be untyped: what is wrong with it, and a copy of what is right, so that nothing that the
// strategy keeps hold of can change later.

import type { Terms, Wish, WishedQuote } from '../domain/orders/wish.js'

/** A wish with more quotes is taken for a mistake. */
const MAX_QUOTES = 200
export const MAX_TERMS = 12
const LONGEST_TERM = 40
/** Of a text that stands where it should not. */
const LONGEST_SHOWN = 60

/** What a wish has wrong; `undefined` for one that can be worked on. */
export function wishProblem(wish: unknown): string | undefined {
  if (!isFields(wish)) return `wish: expected { quotes }, got ${shown(wish)}`
  const { quotes, fair, note, terms } = wish
  if (!Array.isArray(quotes)) return `quotes: expected a list, got ${shown(quotes)}`
  if (quotes.length > MAX_QUOTES) return `quotes: expected at most ${MAX_QUOTES}, got ${quotes.length}`
  // a percentage would have an edge at every price, and take what other markets lack
  if (fair !== undefined && !isProbability(fair)) return `fair: expected a probability, 0 to 1, got ${shown(fair)}`
  if (note !== undefined && typeof note !== 'string') return `note: expected words, got ${shown(note)}`
  for (let index = 0; index < quotes.length; index++) {
    const problem = quoteProblem(quotes[index])
    if (problem !== undefined) return `quotes.${index}${problem}`
  }
  return typeof terms === 'function' ? undefined : termsProblem(terms)
}

function isProbability(value: unknown): boolean {
  return typeof value === 'number' && value >= 0 && value <= 1
}

/** To be read after the name of the quote. */
function quoteProblem(quote: unknown): string | undefined {
  if (!isFields(quote)) return `: expected { outcome, side, price, size }, got ${shown(quote)}`
  const { outcome, side, price, size, terms } = quote
  if (outcome !== 0 && outcome !== 1) return `.outcome: expected 0 or 1, got ${shown(outcome)}`
  if (side !== 'BUY' && side !== 'SELL') return `.side: expected BUY or SELL, got ${shown(side)}`
  if (!Number.isFinite(price)) return `.price: expected a number, got ${shown(price)}`
  if (!Number.isFinite(size)) return `.size: expected a number, got ${shown(size)}`
  const problem = termsProblem(terms)
  return problem === undefined ? undefined : `.${problem}`
}

export function termsProblem(terms: unknown): string | undefined {
  if (terms === undefined) return undefined
  if (typeof terms !== 'object' || terms === null || Array.isArray(terms))
    return `terms: expected numbers by name, got ${shown(terms)}`
  const parts = Object.entries(terms)
  if (parts.length > MAX_TERMS) return `terms: expected at most ${MAX_TERMS}, got ${parts.length}`
  for (const [name, value] of parts) {
    if (name.length > LONGEST_TERM) return `terms: expected names of at most ${LONGEST_TERM} characters`
    if (!Number.isFinite(value)) return `terms.${name}: expected a number, got ${shown(value)}`
  }
  return undefined
}

/** A copy of a wish that has no problem, its memory left out. */
export function copiedWish({ quotes, fair, note, terms }: Wish): Wish {
  const copied = quotes.map(copiedQuote)
  const copy = begun(copied, fair, terms)
  if (note !== undefined) copy.note = note
  return copy
}

type Copy = { -readonly [K in keyof Wish]: Wish[K] }

/** What mostly is there is there from the beginning: a field that is added later is kept apart from the others. */
function begun(quotes: readonly WishedQuote[], fair: number | undefined, terms: Wish['terms']): Copy {
  if (terms === undefined) return fair === undefined ? { quotes } : { quotes, fair }
  const own = typeof terms === 'function' ? terms : copiedTerms(terms)
  return fair === undefined ? { quotes, terms: own } : { quotes, fair, terms: own }
}

function copiedQuote({ outcome, side, price, size, terms }: WishedQuote): WishedQuote {
  return terms === undefined
    ? { outcome, side, price, size }
    : { outcome, side, price, size, terms: copiedTerms(terms) }
}

const copiedTerms = (terms: Terms): Terms => ({ ...terms })

/** Of a wish or a quote, as far as they are looked at. */
type Fields = Readonly<
  Partial<Record<'quotes' | 'fair' | 'note' | 'terms' | 'outcome' | 'side' | 'price' | 'size', unknown>>
>

/** Neither a list, as the quotes alone would be, nor a promise of a wish. */
export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Promise)
}

/** A value that is not what it should be, in few words: texts in quotes, or "0.5" would look like the number that is missing. */
export function shown(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, LONGEST_SHOWN))
  if (typeof value === 'function') return 'a function'
  if (Array.isArray(value)) return 'a list'
  if (value instanceof Promise) return 'a promise: it must answer at once, without async'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}
