// A run as its report tells it, as far as it can be held against another: fills, looks at the markets, profit over time.

import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { messageOf, QuoinError } from '../domain/error.js'

/** Of `RunFill`; prices are probabilities, sizes shares, times unix milliseconds. */
const fill = z.object({
  atMs: z.number(),
  conditionId: z.string(),
  outcome: z.union([z.literal(0), z.literal(1)]),
  side: z.enum(['BUY', 'SELL']),
  price: z.number(),
  shares: z.number(),
  status: z.enum(['pending', 'settled', 'failed']),
  isEstimate: z.boolean(),
})

/** Of `MarketSample`: our best bid and ask of YES. */
const look = z.object({ atMs: z.number(), ownBid: z.number().optional(), ownAsk: z.number().optional() })

const profit = z.object({ spread: z.number(), inventory: z.number(), fees: z.number(), total: z.number() })

const run = z.object({
  model: z.string(),
  fills: z.array(fill),
  fillsLeftOut: z.number().optional(),
  samples: z.array(z.object({ atMs: z.number(), pnl: profit })),
  markets: z.array(z.object({ conditionId: z.string(), samples: z.array(look) })),
})

const report = z.object({
  format: z.literal(1),
  result: z.object({
    fromMs: z.number(),
    toMs: z.number(),
    bestOnTape: z.string().optional(),
    runs: z.array(run).min(1),
  }),
})

export type ToldFill = z.infer<typeof fill>
export type ToldLook = z.infer<typeof look>
export type ToldProfit = z.infer<typeof profit>

export interface ToldRun extends z.infer<typeof run> {
  readonly fromMs: number
  readonly toMs: number
}

/** Between the bounds, where nobody has looked which queue model is best on the tape. */
const USUAL_MODEL = 'power-3'

/**
 * The run that a report tells: its only one, or that of `model`, else the best on its tape, else `power-3`, else the first. `path` is the
 * JSON of a report or its page beside it. Throws `bad-argument` where there is no such file, run or report.
 */
export function readRun(path: string, model?: string): ToldRun {
  const { fromMs, toMs, bestOnTape, runs } = readReport(path.replace(/\.html?$/i, '.json'))
  const of = (name: string | undefined) => runs.find((each) => each.model === name)
  const chosen = model === undefined ? (of(bestOnTape) ?? of(USUAL_MODEL) ?? runs[0]) : of(model)
  if (chosen !== undefined) return { ...chosen, fromMs, toMs }
  const names = runs.map((each) => each.model).join(', ')
  throw new QuoinError('bad-argument', `model: expected one of ${path}: ${names}, got ${model}`)
}

function readReport(path: string) {
  let json: unknown
  try {
    json = JSON.parse(readFileSync(path, 'utf8'))
  } catch (cause) {
    const why = messageOf(cause)
    throw new QuoinError('bad-argument', `report: ${path}: expected the JSON of a report, got ${why}`, { cause })
  }
  const read = report.safeParse(json)
  if (read.success) return read.data.result
  const issue = read.error.issues[0]
  const field = issue?.path.join('.') || '(all)'
  const found = issue?.path.reduce<unknown>((at, key) => Reflect.get(Object(at), key), json)
  const got = found === undefined ? 'nothing' : (JSON.stringify(found) ?? '').slice(0, 60)
  const expected = (issue?.message ?? '')
    .replace(/^Invalid (input|option): expected /, '')
    .replace(/, received .*$/, '')
  throw new QuoinError(
    'bad-argument',
    `report: ${path}: expected the JSON of a report; ${field}: expected ${expected}, got ${got}`,
  )
}
