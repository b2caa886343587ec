// What a bot answers, as its clients read it: prices as probabilities, sizes in shares, ages in milliseconds. Fields may be added.

import { z } from 'zod'
import { HALT_CAUSES, WAIT_CAUSES } from '../../domain/run/standing.js'

const text = z.string()
const number = z.number()
const market = { conditionId: text, question: text }
const pair = z.tuple([number, number])
export const feedView = z.object({ health: z.enum(['live', 'polled', 'stale']), ageMs: number, reason: text })

const halted = z.object({ cause: z.enum(HALT_CAUSES), reason: text, actor: text, atMs: number }).optional()
const waiting = z.object({ cause: z.enum(WAIT_CAUSES), reason: text, sinceMs: number }).optional()
/** A market, by a person. */
const paused = z.object({ reason: text, actor: text, atMs: number }).optional()
/** Everything is cancelled while the bot is stopped; times in unix milliseconds of its machine. */
export const massCancelView = z
  .object({
    ...{ cause: z.enum(['halt', ...WAIT_CAUSES]), sinceMs: number, verifiedMs: number.optional() },
    ...{ cancelled: number, left: number, pending: number, failure: text.optional() },
  })
  .optional()

/** What is done on the chain; amounts in units of collateral. */
const capital = z
  .object({
    ...{ merged: number, redeemed: number, cost: number, gas: number.optional(), failure: text.optional() },
    idleFor: text.optional(),
    pending: z.object({ act: text, nonce: number, hash: text, replaced: number, trouble: text.optional() }).optional(),
    allowances: z.array(z.object({ spender: text, amount: number })).optional(),
  })
  .optional()

/** Held of markets that are over. */
const over = z.object({ markets: number, payout: number }).optional()
/** Bots that divide the markets. */
const fleet = z
  .object({
    ...{ name: text, memory: z.enum(['sure', 'told', 'forgotten', 'unread', 'none']), bots: number },
    markets: z.object({ held: number, others: number, unclaimed: number }),
    shares: z.array(z.object({ label: text, weight: number, markets: number })),
  })
  .optional()

const parts = z.object({ spread: number, inventory: number, fees: number, total: number })
/** How much more may be lost before the bot stops quoting by itself. */
const lossRoom = z.object({ limit: text, lost: number, allowed: number, left: number })
const lately = z.object({
  ...{ windowSec: number, requests: number, unanswered: number, serverErrors: number, limited: number },
  ...{ refused: number, meanMs: number.optional(), slowestMs: number.optional(), longestStepMs: number },
})
const trouble = z.object({ whose: z.enum(['venue', 'ours', 'person']), what: text })

export const statusView = z.object({
  over,
  bot: z.record(text, z.unknown()),
  says: text,
  ...{ halted, waiting, massCancel: massCancelView, signedIn: z.boolean() },
  ramp: number.optional(),
  totals: parts.extend({ fills: number, worstCaseLoss: number }),
  collateral: z.object({ total: number, available: number }).optional(),
  capital,
  fleet,
  losses: z.array(lossRoom),
  lately,
  troubles: z.array(trouble),
  markets: z.array(
    z.object({
      ...{ ...market, fair: number.optional(), quotes: number, shares: pair, pnl: number, feed: feedView },
      dropped: z.literal(true).optional(),
      reason: text.optional(),
    }),
  ),
})

export const positionsView = z.object({
  /** Why more may be held. */
  unknown: text.optional(),
  over: z.array(z.object({ ...market, yes: number, no: number, pnl: number, payout: number })),
  positions: z.array(
    z.object({
      ...{ ...market, yes: number, no: number, pnl: number, worstCaseLoss: number },
      ...{ fair: number.optional(), reason: text.optional() },
    }),
  ),
})

export const orderRow = z.object({
  ...{ ...market, outcome: text, side: text, price: number, shares: number, phase: text, ageMs: number, reason: text },
  hash: text.optional(),
})

export const ordersView = z.object({ orders: z.array(orderRow) })

export const fillsView = z.object({
  fills: z.array(
    z.object({
      ...{ ...market, outcome: text, side: text, price: number, shares: number, status: text, ageMs: number },
      liquidity: z.enum(['maker', 'taker']),
    }),
  ),
})

const placed = z.object({ outcome: text, side: text, price: number, shares: number })

export const decisionsView = z.object({
  decisions: z.array(z.object({ ...market, atMs: number, kind: text, orders: z.array(placed), why: text })),
})

export const doneView = z.object({
  ...{ halted, waiting },
  /** Of pause and unpause. */
  market: z.object(market).optional(),
  paused,
  /** Of cancel-all. */
  cancelled: number.optional(),
  left: z.array(orderRow).optional(),
  massCancel: massCancelView,
  /** Why it could not be written down. */
  unwritten: text.optional(),
})

const keyChange = z.object({ key: text, from: text.optional(), to: text.optional() })
export const reloadView = z.object({
  ...{ halted, waiting, applied: z.boolean(), hash: text },
  changes: z.array(keyChange),
  /** Has another content, and needs a restart. */
  left: z.array(keyChange).optional(),
  /** What may rest, by market. */
  quotes: z.array(z.object({ market: text, from: text, to: text })).optional(),
})

export const logsView = z.object({ lines: z.array(text), next: number })

export type StatusView = z.infer<typeof statusView>
export type PositionsView = z.infer<typeof positionsView>
export type OrdersView = z.infer<typeof ordersView>
export type FillsView = z.infer<typeof fillsView>
export type DecisionsView = z.infer<typeof decisionsView>
export type MassCancelView = NonNullable<StatusView['massCancel']>
export type ReloadView = z.infer<typeof reloadView>
export type DoneView = z.infer<typeof doneView>
