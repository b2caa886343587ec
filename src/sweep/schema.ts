// Settings of sweeps: what is varied, how it is searched, and on which part of the tape it is judged.

import { z } from 'zod'

const scalar = z.union([z.number(), z.string(), z.boolean()])

/** Of a range by steps: no sweep has more configurations. */
const MOST_VALUES = 10_000

/** Numbers from `from` to `to`; `steps` of them, or one every `step`. */
const range = z
  .strictObject({
    from: z.number(),
    to: z.number(),
    steps: z.int().min(2).max(1000).optional(),
    step: z.number().positive().optional(),
    scale: z.enum(['linear', 'log']).default('linear'),
  })
  .refine(({ from, to }) => from < to, { error: 'expected from below to' })
  .refine(({ scale, from }) => scale === 'linear' || from > 0, { error: 'expected from above 0 on a log scale' })
  .refine(({ steps, step }) => steps === undefined || step === undefined, { error: 'expected steps or step, not both' })
  .refine(({ from, to, step }) => step === undefined || (to - from) / step < MOST_VALUES, {
    error: `expected at most ${MOST_VALUES} values, by a larger step`,
  })
  .refine(({ scale, step }) => scale === 'linear' || step === undefined, {
    error: 'expected steps on a log scale, not step',
  })
export type Range = z.infer<typeof range>

export const SEARCHES = ['grid', 'random', 'halving'] as const
export const OBJECTIVES = ['pnl', 'mean-pnl', 'pnl-per-drawdown', 'sharpe'] as const

export const parameterValues = z.union([z.array(scalar).min(1), range])
export const sweepSettings = z.strictObject({
  parameters: z
    .record(z.string(), parameterValues)
    .default({})
    .describe(
      'What is varied, by its dotted path in this file: a list of values, or { from, to, steps or step, scale }',
    ),
  search: z
    .enum(SEARCHES)
    .default('grid')
    .describe('grid: every combination; random: draws; halving: draws, of which the better half goes on to more folds'),
  runs: z.int().min(1).max(10_000).default(32).describe('Configurations that random and halving draw'),
  seed: z.int().min(0).default(1).describe('Another seed, other draws'),
  objective: z
    .enum(OBJECTIVES)
    .default('pnl')
    .describe('What the best has most of; of the queue model where it is least, mean-pnl: over all of them'),
  minFills: z
    .int()
    .min(0)
    .default(20)
    .describe('With fewer fills on the searched part, under the model with the fewest, nothing is called the best'),
  holdOut: z
    .number()
    .min(0)
    .max(0.9)
    .default(0.25)
    .describe('Share of the tape, at its end, that the search never sees; 0: none'),
  folds: z.int().min(1).max(100).default(4).describe('Equal parts of the rest, each a run of its own'),
  workers: z.int().min(1).max(256).optional().describe('Threads; as many as the machine has cores without it'),
  report: z
    .string()
    .min(1)
    .default('quoin-sweep')
    .describe('Report to write, relative to where the command runs: name.html, its data and the runs beside it'),
})
export type SweepSettings = z.infer<typeof sweepSettings>
