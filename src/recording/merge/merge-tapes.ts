// Several tapes as one: runs that lie in different folders, of one bot that was restarted or of several recorders. Streamed.

import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { QuoinError } from '../../domain/error.js'
import type { Market } from '../../domain/market/market.js'
import type { VenueProfile } from '../../venue/wire/profile.js'
import { inTimeOrder } from '../in-time-order.js'
import { headLine, recordLine } from '../lines/record-line.js'
import { lineText } from '../lines/tape-line.js'
import { startOf, type Tape, type Told, toldBy } from '../open-tape.js'
import type { TapeRecord } from '../tape-record.js'
import { parseSegmentFile } from '../writing/segment-name.js'
import { OneStream } from './one-stream.js'

/** Unix milliseconds. */
export interface Stretch {
  readonly fromMs: number
  readonly toMs: number
}

export interface MergeCounts {
  runs: number
  records: number
  fromMs: number | undefined
  toMs: number | undefined
  /** Between two runs, longer than a second: nobody recorded. */
  readonly gaps: Stretch[]
  /** More than one run recorded. */
  readonly overlaps: Stretch[]
}

interface MergedRun {
  /** It is not read before this time, milliseconds. */
  readonly startsAt: number
  readonly paths: readonly string[]
}

/** A shorter pause is a restart. */
const GAP_MS = 1000

export class TapeMerge {
  readonly counts: MergeCounts = {
    ...{ runs: 0, records: 0, fromMs: undefined, toMs: undefined },
    ...{ gaps: [], overlaps: [] },
  }
  /** What the tapes' frames were read by; absent where they have none. */
  profile: VenueProfile | undefined
  readonly #stream = new OneStream({ mayTermsDiffer: false })
  readonly #name: string
  readonly #onNote: (message: string) => void
  readonly #active = new Set<number>()
  #since: number | undefined

  /** `name`: of the merged run. `onNote` is told what is left out. */
  constructor(name: string, onNote: (message: string) => void) {
    this.#name = name
    this.#onNote = onNote
  }

  get markets(): readonly Market[] {
    return this.#stream.markets
  }

  /** Records that another tape tells too, and moments in which another recorder took a market over. */
  get overlap(): { readonly repeated: number; readonly handOvers: number } {
    return { repeated: this.#stream.repeated, handOvers: this.#stream.handOvers }
  }

  /** The merged tape's lines. Throws `bad-tape` for tapes that are not of one venue. */
  async *lines(tapes: readonly Tape[]): AsyncGenerator<string> {
    this.profile = await commonProfile(tapes)
    const runs = await this.#runs(tapes)
    this.counts.runs = runs.length
    const sources = runs.map(({ startsAt, paths }, run) => ({ startsAt, open: () => toldBy(run, paths, this.#onNote) }))
    for await (const batch of inTimeOrder<Told>(sources, ({ atMs }) => atMs)) {
      for (const one of batch) {
        if (this.counts.fromMs === undefined) yield headLine(this.#name, one.atMs, this.profile)
        this.#mark(one)
        for (const record of this.#taken(one)) {
          this.counts.records += 1
          yield mergedLine(record)
        }
      }
    }
    const { toMs } = this.counts
    if (toMs !== undefined) yield lineText({ k: 'end', at: Math.round(toMs * 1000), reason: 'merged' })
  }

  #taken({ run, atMs, record }: Told): readonly TapeRecord[] {
    return record === undefined ? this.#stream.end(run, atMs) : this.#stream.take(run, record)
  }

  /** When how many runs recorded. */
  #mark({ run, atMs, record }: Told): void {
    const { counts } = this
    const before = this.#active.size
    if (record === undefined) this.#active.delete(run)
    else this.#active.add(run)
    const now = this.#active.size
    if (before === 0 && now === 1 && counts.toMs !== undefined && atMs - counts.toMs > GAP_MS) {
      counts.gaps.push({ fromMs: counts.toMs, toMs: atMs })
    }
    if (before < 2 && now === 2) this.#since = atMs
    if (before === 2 && now < 2 && this.#since !== undefined) counts.overlaps.push({ fromMs: this.#since, toMs: atMs })
    counts.fromMs ??= atMs
    counts.toMs = atMs
  }

  /** Files of one run that lie in several tapes belong together; a file that is there twice is read once. */
  async #runs(tapes: readonly Tape[]): Promise<readonly MergedRun[]> {
    const runs = new Map<string, Map<string, string>>()
    const starts = new Map<string, number>()
    for (const { files, manifest } of tapes) {
      for (const { run, paths } of files.market) {
        for (const path of paths) {
          // a file of another name is a run of its own
          const isNamed = parseSegmentFile(basename(path)) !== undefined
          const key = isNamed ? run : path
          starts.set(key, Math.min(starts.get(key) ?? Number.POSITIVE_INFINITY, startOf(manifest, run)))
          const segments = runs.get(key) ?? new Map<string, string>()
          runs.set(key, segments)
          segments.set(basename(path), await this.#longer(segments.get(basename(path)), path))
        }
      }
    }
    return [...runs].map(([key, segments]) => ({
      startsAt: starts.get(key) ?? 0,
      paths: this.#inOrder([...segments.values()]),
    }))
  }

  #inOrder(paths: readonly string[]): readonly string[] {
    const numbered = paths.map((path) => ({ path, segment: parseSegmentFile(basename(path))?.segment ?? 1 }))
    const sorted = numbered.sort((a, b) => a.segment - b.segment)
    sorted.forEach(({ path, segment }, i) => {
      const before = i === 0 ? 0 : (sorted[i - 1]?.segment ?? 0)
      if (segment !== before + 1)
        this.#onNote(`${path}: expected segment ${before + 1} before it on one of the tapes, got none`)
    })
    return sorted.map(({ path }) => path)
  }

  async #longer(known: string | undefined, path: string): Promise<string> {
    if (known === undefined) return path
    const [one, other] = await Promise.all([stat(known), stat(path)])
    const [kept, left] = other.size > one.size ? [path, known] : [known, path]
    this.#onNote(`${left}: left out: ${kept} is the same file${one.size === other.size ? '' : ', and longer'}`)
    return kept
  }
}

/** Each run tells the terms of its markets at its start: that is no repetition. */
function mergedLine(record: TapeRecord): string {
  const { atMs, event } = record
  if (event.kind !== 'market') return recordLine(record)
  return lineText({ k: 'market', at: Math.round(atMs * 1000), via: 'watch', again: true, market: event.market })
}

/** Throws `bad-tape` where two tapes are of different venues, or one says of which and another does not. */
async function commonProfile(tapes: readonly Tape[]): Promise<VenueProfile | undefined> {
  const found: { readonly name: string; readonly profile: VenueProfile | undefined }[] = []
  for (const tape of tapes) {
    if (tape.files.market.length === 0)
      throw new QuoinError('bad-tape', `${tape.name}: expected a market stream, got none`)
    for (const { run } of tape.files.market) found.push({ name: tape.name, profile: await profileOf(tape, run) })
  }
  const [first] = found
  for (const { name, profile } of found) {
    if (first === undefined || venueName(profile) === venueName(first.profile)) continue
    throw new QuoinError(
      'bad-tape',
      `${name}: expected a tape of the same venue as ${first.name}, ${venueName(first.profile)}, got ${venueName(profile)}`,
    )
  }
  return first?.profile
}

async function profileOf(tape: Tape, run: string): Promise<VenueProfile | undefined> {
  for await (const [head] of tape.lines('market', run)) {
    if (head?.k === 'head' && head.profile !== undefined) return head.profile
    break
  }
  return tape.manifest?.runs.find((each) => each.run === run)?.profile
}

function venueName(profile: VenueProfile | undefined): string {
  if (profile === undefined) return 'one without a profile (imported, or made)'
  const { chainId, verifyingContract } = profile.typedData.domain
  return `chain ${chainId}, contract ${verifyingContract}`
}
