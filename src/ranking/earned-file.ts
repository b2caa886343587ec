// What runs have earned, a file each in the user's state folder: written whole again and again while a run goes on, so that one that is
// killed loses a minute. `quoin markets --rank` reads them.

import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { replaceFile } from '../files/replace-file.js'
import type { Earned } from './earnings.js'

const VERSION = 1
/** Files of runs that are kept for one chain; the newest. */
const MOST_RUNS = 500
const NAME = /^\d+-\d+\.json$/

const earned = z.object({
  conditionId: z.string(),
  question: z.string(),
  pnl: z.number(),
  boundUnitDays: z.number().min(0),
  fills: z.int().min(0),
})
const run = z.object({
  version: z.literal(VERSION),
  /** Its address: sandboxes number their markets alike. */
  venue: z.string(),
  mode: z.enum(['live', 'paper']),
  fromMs: z.number(),
  toMs: z.number(),
  markets: z.array(earned),
})
export type EarnedRun = Omit<z.infer<typeof run>, 'version'>

export interface EarnedPlace {
  /** The user's state folder. */
  readonly folder: string
  readonly chainId: number
}

const folderOf = ({ folder, chainId }: EarnedPlace) => join(folder, 'earned', String(chainId))

/** Throws where it cannot be written. */
export function writeEarned(place: EarnedPlace, { fromMs, pid, ...told }: EarnedRun & { readonly pid: number }): void {
  const folder = folderOf(place)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, `${Math.floor(fromMs)}-${pid}.json`)
  replaceFile(path, `${JSON.stringify({ version: VERSION, fromMs, ...told })}\n`, { survives: 'process' })
}

/** Lets the oldest files go. */
export function dropOldRuns(place: EarnedPlace, most = MOST_RUNS): void {
  for (const path of runFiles(place).slice(most)) rmSync(path, { force: true })
}

export interface EarnedInRuns {
  /** Units of collateral. */
  readonly pnl: number
  readonly boundUnitDays: number
  readonly fills: number
  readonly runs: number
}

/** Of all runs at this venue in this mode, by market. A file that cannot be read is told of, and left out. */
export function readEarned(
  place: EarnedPlace,
  { venue, mode }: Pick<EarnedRun, 'venue' | 'mode'>,
  unreadable: (path: string) => void,
): ReadonlyMap<string, EarnedInRuns> {
  const sums = new Map<string, EarnedInRuns>()
  for (const path of runFiles(place)) {
    const told = readRun(path)
    if (told === undefined) unreadable(path)
    if (told?.venue !== venue || told.mode !== mode) continue
    for (const market of told.markets) sums.set(market.conditionId, added(sums.get(market.conditionId), market))
  }
  return sums
}

function added(sum: EarnedInRuns | undefined, { pnl, boundUnitDays, fills }: Earned): EarnedInRuns {
  return {
    pnl: (sum?.pnl ?? 0) + pnl,
    boundUnitDays: (sum?.boundUnitDays ?? 0) + boundUnitDays,
    fills: (sum?.fills ?? 0) + fills,
    runs: (sum?.runs ?? 0) + 1,
  }
}

/** The newest first. */
function runFiles(place: EarnedPlace): string[] {
  const folder = folderOf(place)
  const begun = (name: string) => Number.parseInt(name, 10)
  try {
    const names = readdirSync(folder).filter((name) => NAME.test(name))
    return names.sort((a, b) => begun(b) - begun(a)).map((name) => join(folder, name))
  } catch {
    // nobody has earned anything here yet
    return []
  }
}

function readRun(path: string): EarnedRun | undefined {
  try {
    return run.parse(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return undefined
  }
}
