// A sweep as it is offered to workers elsewhere, and why one of them cannot take it: both must have the same program, configuration and tape.

import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { basename, join } from 'node:path'
import { z } from 'zod'
import { type Config, parseConfig } from '../../config/config.js'
import { QuoinError, toFailure } from '../../domain/error.js'
import type { ColumnTape } from '../../recording/cache/column-tape.js'
import { packageVersion } from '../package-root.js'
import { tapeInColumns } from '../tape/tape-columns.js'
import { programHash, strategyHash } from './identity.js'
import type { RunThreadsOptions } from './run-threads.js'

const window = z.strictObject({ fromMs: z.number(), toMs: z.number() })

const offeredSweep = z.strictObject({
  version: z.string(),
  program: z.string(),
  node: z.string(),
  /** The configuration's, on the sweep's machine. */
  file: z.string(),
  text: z.string(),
  /** Of a strategy of one's own. */
  strategy: z.string().exactOptional(),
  profile: z.string(),
  tapePath: z.string(),
  tape: z.string(),
  windows: z.strictObject({ folds: z.array(window).readonly(), holdOut: window.exactOptional() }),
  stepMs: z.number(),
})
export type OfferedSweep = z.infer<typeof offeredSweep>

/** One run of it. */
export const offeredRun = z.strictObject({ text: z.string(), window, made: z.string() })

/** Numbers are computed alike by the same engine on the same kind of processor. */
const NODE = `${process.version} ${process.arch}`

export type OfferParts = Pick<OfferedSweep, 'file' | 'text' | 'tapePath' | 'tape' | 'windows' | 'stepMs'>

export function offerOf(parts: OfferParts): OfferedSweep {
  const config = parseConfig(parts)
  const strategy = strategyHash(config)
  return {
    ...{ version: packageVersion(), program: programHash(), node: NODE, profile: profileHash(config), ...parts },
    ...(strategy === undefined ? {} : { strategy }),
  }
}

/** Where this machine has what the sweep names by its own paths. */
export interface WorkerPlaces {
  readonly tape?: string
  /** Of the configuration: its relative paths are of there. */
  readonly folder?: string
}

/** All that its runs need here. Throws `bad-argument` that names what is not the same. */
export async function takenSweep(body: unknown, places: WorkerPlaces): Promise<Omit<RunThreadsOptions, 'threads'>> {
  const { success, data: offer } = offeredSweep.safeParse(body)
  if (!success) throw refusal('it is offered by another version of Quoin')
  sameProgram(offer)
  const file = places.folder === undefined ? offer.file : join(places.folder, basename(offer.file))
  const { watchdogSec } = sameConfig(offer, file).process
  const tapePath = places.tape ?? offer.tapePath
  const tape = await sameTape(offer, tapePath)
  return { file, tapePath, tape, windows: offer.windows, stepMs: offer.stepMs, watchdogSec }
}

const refusal = (reason: string) => new QuoinError('bad-argument', reason)
const short = (hash: string) => hash.slice(0, 8)

function sameProgram({ version, program, node }: OfferedSweep): void {
  const here = { version: packageVersion(), program: programHash() }
  if (version !== here.version) throw refusal(`the sweep is of Quoin ${version}, here is ${here.version}`)
  if (program !== here.program) {
    throw refusal(
      `the program's files differ: ${short(program)} at the sweep, ${short(here.program)} here; install the same one`,
    )
  }
  if (node !== NODE) throw refusal(`the sweep runs on Node ${node}, here is ${NODE}: numbers might differ`)
}

function sameConfig({ text, strategy, profile }: OfferedSweep, file: string): Config {
  let config: Config
  let found: string | undefined
  try {
    config = parseConfig({ file, text })
    found = strategyHash(config)
  } catch (error) {
    throw refusal(`its configuration cannot be read here: ${toFailure(error).message}`)
  }
  const hash = profileHash(config)
  if (hash !== profile)
    throw refusal(`the venue's profile differs: ${short(profile)} at the sweep, ${short(hash)} here`)
  if (found !== strategy) {
    throw refusal(
      `the strategy's file ${config.strategy.file} differs: ${short(strategy ?? 'none')} at the sweep, ${short(found ?? 'none')} here`,
    )
  }
  return config
}

async function sameTape({ tape }: OfferedSweep, path: string): Promise<ColumnTape> {
  if (!existsSync(path)) {
    throw refusal(`the tape ${path} is not here: put it there, or say where it is with --tape`)
  }
  const shared = await tapeInColumns(path, { env: process.env, note: () => undefined, isCached: true })
  const found = shared === undefined ? 'none' : shared.holds
  if (shared === undefined || found !== tape) {
    throw refusal(`the tape ${path} holds something else: ${short(tape)} at the sweep, ${short(found)} here`)
  }
  return shared
}

function profileHash({ venue }: Pick<Config, 'venue'>): string {
  return createHash('sha256').update(JSON.stringify(venue.profile)).digest('hex')
}
