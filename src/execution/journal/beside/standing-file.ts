// The bot's standing on disk beside the journal: `standing.json`, always whole, never older than what was kept last. Tokens that pay nothing
// are in a file of their own (worthless-file.ts), written before it.
//
//   at once    written, synced and renamed before the call returns: a halt, a pause, a resume
//   later      written and synced beside the work: P&L. One that was overtaken meanwhile is thrown away

import { join } from 'node:path'
import { z } from 'zod'
import { type Failure, QuoinError } from '../../../domain/error.js'
import { exactText } from '../../../domain/json.js'
import { HALT_CAUSES, type Standing } from '../../../domain/run/standing.js'
import type { Durability } from '../../../files/draft.js'
import { replaceFile, replaceFileLater } from '../../../files/replace-file.js'
import { conditionId, hex, raw } from './kept-values.js'
import { readKept, unwritten } from './read-kept.js'
import { type Parted, WorthlessFile } from './worthless-file.js'

const NAME = 'standing.json'
const VERSION = 1

const number = z.number()
const by = { reason: z.string(), actor: z.string(), atMs: number }
const halt = z.object({ cause: z.enum(HALT_CAUSES), ...by })
const pause = z.object({ conditionId, ...by })
const pnl = z.object({
  ...{ day: number, total: number, dayStart: number, start: number, peak: number, realised: number },
})
const held = z.object({
  conditionId,
  tokensRaw: z.tuple([raw, raw]),
  unordered: z.literal(true).exactOptional(),
  worth: number.exactOptional(),
  fromRaw: z.tuple([raw, raw]).exactOptional(),
  isOver: z.literal(true).exactOptional(),
})
const counted = z.object({
  atVenueMs: number,
  orders: z.array(z.object({ hash: hex, matchedRaw: raw, tokensRaw: raw, cashRaw: raw, sinceVenueMs: number })),
  unclear: z.array(hex),
})
const rampPeriod = z.object({
  ...{ forMs: number, fills: number, filledShares: number, sentShares: number },
  ...{ markoutSum: number, markoutWeight: number, markouts: number },
})
const kept = z.object({
  version: z.literal(VERSION),
  keptMs: number,
  chainId: number.exactOptional(),
  standing: z.object({
    halt: halt.optional(),
    pauses: z.array(pause),
    pnl,
    held: z.array(held).optional(),
    counted: counted.exactOptional(),
    heldMs: number.optional(),
    exchanged: hex.optional(),
    ramp: number.gt(0).max(1).optional(),
    rampPeriod: rampPeriod.exactOptional(),
  }),
})

const KIND = { what: 'halts, pauses and P&L', schema: kept, version: VERSION }

export interface StandingFileOptions {
  /** Of the journal of one wallet. */
  readonly folder: string
  readonly durability: Durability
  readonly wallMs: () => number
  /** Of the venue; absent: any. */
  readonly chainId?: number
}

export interface StandingFile {
  /** What a former run has left behind. */
  readonly restored: Standing | undefined
  /** When what is held was known as it is kept, unix milliseconds of this machine; `-Infinity` where it never was. */
  readonly heldMs: number
  /** `now`: on disk when this returns. `done` gets a `journal-failed` when it is not safe. */
  keep(standing: Standing, now: boolean, done: (failure?: Failure) => void): void
}

/**
 * Throws `journal-failed` for a file that cannot be read: a halt must not be forgotten by mistake. And for one of another chain: what was
 * earned or held there is not here.
 */
export function openStandingFile(options: StandingFileOptions): StandingFile {
  return new FileKeeper(options)
}

class FileKeeper implements StandingFile {
  readonly restored: Standing | undefined
  readonly #options: StandingFileOptions
  readonly #path: string
  readonly #worthless: WorthlessFile
  /** Number of the newest standing that is kept, or on its way. */
  #newest = 0
  #isWriting = false
  #heldMs: number

  constructor(options: StandingFileOptions) {
    this.#options = options
    this.#path = join(options.folder, NAME)
    const restored = readStanding(this.#path, options.chainId)
    this.#worthless = new WorthlessFile(options.folder, options.durability)
    this.restored = restored?.held ? { ...restored, held: this.#worthless.with(restored.held) } : restored
    this.#heldMs = restored?.heldMs ?? Number.NEGATIVE_INFINITY
  }

  get heldMs(): number {
    return this.#heldMs
  }

  keep(standing: Standing, now: boolean, done: (failure?: Failure) => void): void {
    const kept = (failure: Failure | undefined) => {
      if (failure === undefined && standing.heldMs !== undefined) this.#heldMs = Math.max(this.#heldMs, standing.heldMs)
      done(failure)
    }
    if (now) kept(this.#keepNow(standing))
    // what moves on every second is kept by the next one
    else if (this.#isWriting) done()
    else void this.#keepLater(standing).then(kept)
  }

  #keepNow(standing: Standing): Failure | undefined {
    this.#newest++
    try {
      const { text, news } = this.#asKept(standing)
      this.#worthless.keep(news)
      replaceFile(this.#path, text, { survives: this.#options.durability })
      return undefined
    } catch (cause) {
      return unwritten(this.#path, cause)
    }
  }

  async #keepLater(standing: Standing): Promise<Failure | undefined> {
    const number = ++this.#newest
    this.#isWriting = true
    try {
      const { text, news } = this.#asKept(standing)
      await this.#worthless.keepLater(news)
      const isOvertaken = () => number !== this.#newest
      await replaceFileLater(this.#path, text, { survives: this.#options.durability, isOvertaken })
      return undefined
    } catch (cause) {
      return unwritten(this.#path, cause)
    } finally {
      this.#isWriting = false
    }
  }

  /** `text`: once `news` is kept. */
  #asKept(standing: Standing): { readonly text: string; readonly news: Parted['news'] } {
    const { chainId, wallMs } = this.#options
    const chain = chainId === undefined ? {} : { chainId }
    const parted = standing.held && this.#worthless.part(standing.held)
    const said = parted === undefined ? standing : { ...standing, held: parted.rest }
    const text = `${JSON.stringify({ version: VERSION, keptMs: wallMs(), ...chain, standing: said }, exactText)}\n`
    return { text, news: parted?.news ?? [] }
  }
}

function readStanding(path: string, chainId: number | undefined): Standing | undefined {
  const kept = readKept(path, KIND)
  if (kept === undefined) return undefined
  if (chainId !== undefined && kept.chainId !== undefined && kept.chainId !== chainId)
    throw new QuoinError(
      'journal-failed',
      `${path}: expected what a run on chain ${chainId} has left, as the venue's profile says, got chain ${kept.chainId}: name another folder in execution.journal.path`,
    )
  const { halt: left, held: tokens, heldMs, exchanged, ramp, ...standing } = kept.standing
  return {
    ...standing,
    ...(left ? { halt: left } : {}),
    ...(tokens ? { held: tokens } : {}),
    ...(heldMs === undefined ? {} : { heldMs }),
    ...(exchanged === undefined ? {} : { exchanged }),
    ...(ramp === undefined ? {} : { ramp }),
  }
}
