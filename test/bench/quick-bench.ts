// A bench run once, quickly, and what a line of it is.

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { z } from 'zod'

export const line = z.strictObject({
  bench: z.string(),
  figure: z.string(),
  value: z.number(),
  unit: z.string(),
  baseline: z.string(),
  ratio: z.number().positive(),
  min: z.number(),
  median: z.number(),
  max: z.number(),
  runs: z.literal(1),
})

export const bench = (...args: string[]) =>
  promisify(execFile)(process.execPath, ['--import', 'tsx', 'bench/main.ts', '--quick', '--json', ...args])
