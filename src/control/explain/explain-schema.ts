// The answer to "why is this quote here, and why is there none", as its clients read it. Fields may be added.

import { z } from 'zod'
import { feedView, massCancelView, orderRow } from '../view/view-schema.js'

const text = z.string()
const number = z.number()
const aged = { ageMs: number }
const placed = { outcome: text, side: text, price: number, shares: number }

const inputs = z.object({
  book: feedView,
  bestBids: z.object(aged).optional(),
  trade: z.object({ ...placed, ...aged }).optional(),
  fair: z.object({ p: number, basis: text, degraded: z.boolean(), ...aged, spread: number.optional() }).optional(),
  volatility: number.optional(),
  toxicity: z.tuple([number, number]),
  fee: z.object({ feeRateBps: number, ...aged, isSignable: z.boolean() }).optional(),
  paidBps: number,
  signals: z.array(z.object({ name: text, value: number.optional(), ageMs: number.optional() })),
  account: z.object(aged).optional(),
})

const levels = z.array(z.object({ price: number, size: number }))

export const explainView = z.object({
  ...{
    question: text,
    id: text.optional(),
    status: text,
    says: text,
    feed: feedView,
    shares: z.tuple([number, number]),
  },
  ...{ fair: number.optional(), fairBasis: text.optional(), note: text.optional(), stopped: text.optional() },
  ...{ closesInMs: number.optional(), matchStartsInMs: number.optional(), matchEndsInMs: number.optional() },
  ...{ askedAgoMs: number.optional(), strategyFair: number.optional() },
  inputs: inputs.optional(),
  terms: z.record(text, number).optional(),
  /** The same, with what each is. */
  made: z.array(z.object({ name: text, value: number, unit: text.optional(), means: text.optional() })),
  termsProblem: text.optional(),
  cautions: z.array(text).optional(),
  massCancel: massCancelView,
  quotes: z.array(orderRow),
  refused: z.array(z.object({ ...placed, reason: text, detail: text })),
  /** From the wish to what rests. */
  rows: z.array(
    z.object({
      ...{ wished: z.object(placed).optional(), allowed: z.object(placed).optional(), what: text },
      resting: z.object({ ...placed, phase: text, ...aged }).optional(),
    }),
  ),
  waiting: z.array(text),
  waitingForMs: number.optional(),
  budget: z.object({
    requests: z.array(z.object({ routeClass: text, perMinute: number, leftInMinute: number, blockedForMs: number })),
    freeCollateral: number.optional(),
  }),
  worstCaseLoss: number,
  /** The others' ladder of YES. */
  depth: z.object({ bids: levels, asks: levels }).optional(),
})

export type ExplainView = z.infer<typeof explainView>
