// Tokens of one market that came, or went, without an order of ours: held at a start, or moved by hand. They earn and lose nothing by that.
//
//   value      counts as paid at the first firm fair value; until there is one, what they were booked at
//   markdown   by how much they are worth less at the others' bid than at the fair value, when first there are both

import { NO_TOKENS, type Tokens } from '../../domain/account/tokens.js'
import { NO, type Outcome, otherOutcome, YES } from '../../domain/market/side.js'
import type { Marks } from '../market/estimates.js'
import { lowerOf, valuesAt } from './valuation.js'

export class Arrivals {
  /** Not valued at a firm fair value yet; below zero where more went than came. */
  #tokens = NO_TOKENS
  /** What these count as paid for. */
  #booked = NO_TOKENS
  /** Came, and the others have not bid for them since there is a firm fair value. */
  #unmarked = NO_TOKENS
  /** All that ever came, less what went. */
  #came = NO_TOKENS
  /** What that counts as paid for. */
  #paidRaw = 0n
  /** For good; and by marks that are not firm. */
  #marked = 0
  #guessed = 0

  /** Raw collateral, a float. */
  get markdown(): number {
    return this.#marked + this.#guessed
  }

  /** What all of it was worth at the worst when it came, as far as that is known; raw collateral, a float. */
  get worth(): number {
    return Number(this.#paidRaw) - this.markdown
  }

  /** Marks change nothing any more. */
  get isSettled(): boolean {
    return this.isValued && isNone(this.#unmarked)
  }

  /** They count at a firm value; of a market that is over, for good: nobody bids for them any more. */
  get isValued(): boolean {
    return isNone(this.#tokens) && isNone(this.#booked)
  }

  get cameRaw(): Tokens {
    return this.#came
  }

  /** Not valued yet, raw. */
  get tokensRaw(): Tokens {
    return this.#tokens
  }

  /** So many have come, or gone. `markdown`: what is held is worth so much less at the bids than before beside the fair value. */
  add(tokensRaw: Tokens, bookedRaw: Tokens, markdown: number): void {
    this.#tokens = sumOf(this.#tokens, tokensRaw)
    this.#came = sumOf(this.#came, tokensRaw)
    this.#booked = sumOf(this.#booked, bookedRaw)
    this.#paidRaw += bookedRaw[YES] + bookedRaw[NO]
    this.#marked += markdown
  }

  /** Some of them wait for a bid. */
  await(tokensRaw: Tokens): void {
    const [yes, no] = sumOf(this.#unmarked, tokensRaw)
    this.#unmarked = [yes > 0n ? yes : 0n, no > 0n ? no : 0n]
  }

  /** Values them. `heldRaw`: all that is held. Returns by how much they count as paid more. */
  value({ fair, isFirm, bids }: Marks, heldRaw: Tokens): Tokens {
    this.#guessed = fair === undefined ? 0 : this.#markdownAt(fair, bids, heldRaw)
    if (fair === undefined) return NO_TOKENS
    const valuesRaw = valuesAt(fair, this.#tokens)
    const [yes, no] = this.#booked
    this.#booked = valuesRaw
    this.#paidRaw += valuesRaw[YES] + valuesRaw[NO] - yes - no
    if (isFirm) this.#settle(bids)
    return [valuesRaw[YES] - yes, valuesRaw[NO] - no]
  }

  #markdownAt(fair: number, bids: Marks['bids'], heldRaw: Tokens): number {
    const outcome = heldRaw[YES] > heldRaw[NO] ? YES : NO
    const netRaw = Number(heldRaw[outcome] - heldRaw[otherOutcome(outcome)])
    const value = outcome === YES ? fair : 1 - fair
    return Math.min(netRaw, Number(this.#unmarked[outcome])) * (value - lowerOf(value, bids[outcome]))
  }

  #settle(bids: Marks['bids']): void {
    this.#tokens = this.#booked = NO_TOKENS
    this.#marked += this.#guessed
    this.#guessed = 0
    const left = (outcome: Outcome) => (Number.isNaN(bids[outcome]) ? this.#unmarked[outcome] : 0n)
    this.#unmarked = noneOr([left(YES), left(NO)])
  }
}

function sumOf(a: Tokens, b: Tokens): Tokens {
  return [a[YES] + b[YES], a[NO] + b[NO]]
}

/** Asked at each event; mostly there are none, and all of those are one object. */
function isNone(tokens: Tokens): boolean {
  return tokens === NO_TOKENS || (tokens[YES] === 0n && tokens[NO] === 0n)
}

function noneOr(tokens: Tokens): Tokens {
  return isNone(tokens) ? NO_TOKENS : tokens
}
