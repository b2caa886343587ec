// What `npm run bench` was asked for.

import { parseArgs } from 'node:util'

/** The last commit before the core was redrawn so that cost follows change: what the redrawn core is held against. */
const BEFORE_THE_REDRAW = '0780f3d'

export const USAGE =
  'npm run bench -- [suite ...] [--only <figure,...>] [--against <git ref>] [--runs <n>] [--json] [--quick] [--durability process|machine] [--page <file>]'

export interface BenchOptions {
  readonly suites: readonly string[]
  readonly only: readonly string[]
  readonly against: string
  readonly runs: number | undefined
  readonly json: boolean
  readonly quick: boolean
  readonly help: boolean
  /** Of the bot's journal in `event`: written before an order is sent, or synced too, as live by default. */
  readonly durability: string
  /** Where `event` writes the page that says of what its time consists. */
  readonly page: string | undefined
}

/** Throws an error that names what was not understood. */
export function benchOptions(args: readonly string[]): BenchOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      only: { type: 'string' },
      against: { type: 'string', default: BEFORE_THE_REDRAW },
      runs: { type: 'string' },
      json: { type: 'boolean', default: false },
      quick: { type: 'boolean', default: false },
      help: { type: 'boolean', short: 'h', default: false },
      durability: { type: 'string', default: 'process' },
      page: { type: 'string' },
    },
  })
  const { only, runs, page, ...others } = values
  return {
    ...others,
    page,
    suites: positionals,
    only: only?.split(',') ?? [],
    runs: runs === undefined ? undefined : count(runs),
  }
}

function count(text: string): number {
  const runs = Number(text)
  if (Number.isSafeInteger(runs) && runs > 0) return runs
  throw new Error(`--runs: expected a whole number from 1 on, got '${text}'`)
}
