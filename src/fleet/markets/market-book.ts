// The book of a fleet's markets in Redis: who quotes which. No clock of Redis counts in it, so none can be wrong.
//
//   version   one more with each look of a bot; a bot whose own does not change is not heard of
//   claim     one bot's right to quote one market. It is acted on when every bot that is not lost has looked since it was made, so that each
//             of them can tell it to a Redis that has forgotten it
//   memory    sure        nothing was forgotten that counts
//             told        Redis had forgotten, and a bot that knew everything has told it: who quoted goes on, nothing moves for a lease
//             forgotten   nobody knows who quoted what: nobody quotes until whatever may rest has expired

export interface Claim {
  readonly bot: string
  /** Version of the book that it was made in. */
  readonly since: number
}

export interface FleetBot {
  /** For people. */
  readonly label: string
  readonly weight: number
  /** Of two processes of one name the one with the lower number is past. */
  readonly run: number
  /** Of the book, at its last look. */
  readonly version: number
  /** It places nothing a third of this after its last look, and is lost after all of it. */
  readonly leaseMs: number
  /** How long what it has placed may rest. */
  readonly restMs: number
  /** Markets that it would quote. */
  readonly wants: readonly string[]
  /** Those whose tokens it holds. */
  readonly holdings: readonly string[]
  /** It was not heard of for a lease: what it knew is past. */
  readonly isLost?: true
  /** Its watchdog has seen, after its last sign of life, that nothing rests. */
  readonly isGone?: boolean
}

export interface MarketBook {
  /** Another after everything that was forgotten. */
  readonly id: string
  /** The process of Redis that it was written to. */
  readonly redisRun: string
  readonly version: number
  readonly memory: 'sure' | 'told' | 'forgotten'
  readonly bots: Readonly<Record<string, FleetBot>>
  readonly claims: Readonly<Record<string, Claim>>
}

/** So long after a bot's last look nothing of it can rest. */
export function restsForMs({ leaseMs, restMs }: Pick<FleetBot, 'leaseMs' | 'restMs'>): number {
  return Math.max(leaseMs, placesForMs(leaseMs) + restMs)
}

/** So long after its last look a bot may place. */
export const placesForMs = (leaseMs: number) => leaseMs / 3

export const withoutClaims = (book: MarketBook, isOver: (market: string, claim: Claim) => boolean): MarketBook => ({
  ...book,
  claims: Object.fromEntries(Object.entries(book.claims).filter(([market, claim]) => !isOver(market, claim))),
})
