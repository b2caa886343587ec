// A tape opened for reading: a folder of runs, or one file of it. Streamed: never more in memory than some hundred lines of each run.

import { readdir, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { codeOf, messageOf, QuoinError } from '../domain/error.js'
import type { CoreEvent } from '../domain/run/core-event.js'
import { inTimeOrder } from './in-time-order.js'
import { readLines } from './lines/line-file.js'
import { parseTapeLine, type TapeLine } from './lines/tape-line.js'
import { LineReader } from './lines/tape-line-reader.js'
import { type Manifest, readManifest } from './manifest.js'
import { OneStream } from './merge/one-stream.js'
import type { TapeRecord, TapeSource } from './tape-record.js'
import { parseSegmentFile, type TapeStream } from './writing/segment-name.js'

/** A run's files of one stream, in their order. */
export interface RunFiles {
  readonly run: string
  readonly paths: readonly string[]
}

/** An event of the core as it was recorded, with what it decided; a gap where lines were lost. */
export type CoreRecord =
  | {
      readonly kind: 'step'
      readonly event: CoreEvent
      /** Absent where the step failed. */
      readonly decision?: unknown
    }
  | { readonly kind: 'gap'; readonly lines: number }

export interface Tape extends TapeSource {
  /** Absent for a single file. */
  readonly manifest?: Manifest
  readonly files: Readonly<Record<TapeStream, readonly RunFiles[]>>
  /** The lines of one run's stream, each with its place for messages. */
  lines(stream: TapeStream, run: string): AsyncIterable<readonly TapeLine[]>
  /** What the core of one run heard and decided, in order. */
  coreRecords(run: string): AsyncIterable<readonly CoreRecord[]>
}

export interface OpenOptions {
  /** Told of what is left out: torn tails, missing files. */
  readonly onNote?: (message: string) => void
}

/** `path`: a tape's folder, or one of its files. Throws `bad-tape` when there is no tape. */
export async function openTape(path: string, { onNote = () => undefined }: OpenOptions = {}): Promise<Tape> {
  const found = await stat(path).catch((error: unknown) => {
    throw unreadable(path, error)
  })
  const manifest = found.isDirectory() ? await readManifest(path) : undefined
  const files = found.isDirectory() ? await filesIn(path, onNote) : singleFile(path)
  if (files.market.length + files.core.length === 0) {
    throw new QuoinError('bad-tape', `${path}: expected files such as market-<run>-0001.jsonl.gz, got none`)
  }
  const pathsOf = (stream: TapeStream, run: string) => files[stream].find((each) => each.run === run)?.paths ?? []
  return {
    name: path,
    ...(manifest === undefined ? {} : { manifest }),
    files,
    lines: (stream, run) => linesOf(pathsOf(stream, run), onNote),
    records() {
      const [only, ...more] = files.market
      if (only !== undefined && more.length === 0) return recordsOf(only.paths, onNote)
      return asOne(
        files.market.map(({ run, paths }, index) => ({
          startsAt: startOf(manifest, run),
          open: () => toldBy(index, paths, onNote),
        })),
      )
    },
    coreRecords: (run) => stepsOf(pathsOf('core', run), onNote),
  }
}

/** One that may not be looked at is another thing than none. */
function unreadable(path: string, error: unknown): QuoinError {
  const got = codeOf(error) === 'ENOENT' ? 'nothing' : messageOf(error)
  return new QuoinError('bad-tape', `${path}: expected a tape, got ${got}`)
}

async function filesIn(folder: string, onNote: (message: string) => void): Promise<Tape['files']> {
  const names = await readdir(folder).catch((error: unknown) => {
    throw unreadable(folder, error)
  })
  const named = names.flatMap((file) => {
    const name = parseSegmentFile(file)
    return name === undefined ? [] : [{ ...name, path: join(folder, file) }]
  })
  const runsOf = (stream: TapeStream): RunFiles[] => {
    const segments = named.filter((each) => each.stream === stream)
    return [...new Set(segments.map(({ run }) => run))].sort().map((run) => {
      const own = segments.filter((each) => each.run === run).sort((a, b) => a.segment - b.segment)
      own.forEach(({ segment, path }, index) => {
        const before = index === 0 ? 0 : (own[index - 1]?.segment ?? 0)
        if (segment !== before + 1) onNote(`${path}: expected segment ${before + 1} before it, got none`)
      })
      return { run, paths: own.map(({ path }) => path) }
    })
  }
  return { market: runsOf('market'), core: runsOf('core') }
}

/** Any name will do; one that says nothing holds what the venue told. */
function singleFile(path: string): Tape['files'] {
  const { stream = 'market', run = basename(path) } = parseSegmentFile(basename(path)) ?? {}
  const files = [{ run, paths: [path] }]
  return { market: stream === 'market' ? files : [], core: stream === 'core' ? files : [] }
}

/** No later than its first line, in milliseconds. */
export function startOf(manifest: Manifest | undefined, run: string): number {
  const entry = manifest?.runs.find((each) => each.run === run)
  return entry === undefined || entry.by === 'merge' || entry.by === 'import' ? 0 : Math.floor(entry.clock.wallMs) - 1
}

/** The same tape. Throws `bad-tape` where nothing is on it. */
export async function withRecords<T extends TapeSource>(tape: T): Promise<T> {
  for await (const batch of tape.records()) if (batch.length > 0) return tape
  throw new QuoinError('bad-tape', `${tape.name}: expected records, got none`)
}

interface PlacedLines {
  readonly lines: readonly TapeLine[]
  readonly placeOf: (index: number) => string
}

async function* placedLines(paths: readonly string[], onNote: (message: string) => void): AsyncGenerator<PlacedLines> {
  for (const path of paths) {
    for await (const { lines, first } of readLines(path, onNote)) {
      const placeOf = (index: number) => `${path}:${first + index}`
      yield { lines: lines.map((text, index) => parseTapeLine(text, () => placeOf(index))), placeOf }
    }
  }
}

async function* linesOf(
  paths: readonly string[],
  onNote: (message: string) => void,
): AsyncGenerator<readonly TapeLine[]> {
  for await (const { lines } of placedLines(paths, onNote)) yield lines
}

/** What the files of one run tell. Throws `bad-tape` where they are not in the order of time: nothing that is played then would be true. */
async function* recordsOf(
  paths: readonly string[],
  onNote: (message: string) => void,
): AsyncGenerator<readonly TapeRecord[]> {
  const reader = new LineReader()
  let last = 0
  for await (const { lines, placeOf } of placedLines(paths, onNote)) {
    const records: TapeRecord[] = []
    for (const [index, line] of lines.entries()) {
      if (line.at < last) {
        const expected = `expected at least ${last}, as lines are in the order of time, got ${line.at}`
        throw new QuoinError('bad-tape', `${placeOf(index)}: at: ${expected}; quoin tape merge joins tapes`)
      }
      last = line.at
      for (const record of reader.read(line)) records.push(record)
    }
    yield records
  }
  yield reader.ended(last)
}

/** What one of several runs tells; without a record where it ends. */
export interface Told {
  /** Number of the run. */
  readonly run: number
  readonly atMs: number
  readonly record: TapeRecord | undefined
}

export async function* toldBy(
  run: number,
  paths: readonly string[],
  onNote: (message: string) => void,
): AsyncGenerator<readonly Told[]> {
  let atMs = 0
  for await (const records of recordsOf(paths, onNote)) {
    atMs = records.at(-1)?.atMs ?? atMs
    yield records.map((record) => ({ run, atMs: record.atMs, record }))
  }
  yield [{ run, atMs, record: undefined }]
}

/** Runs may lie beside each other in time, as of a bot and the one that waits to follow it: the end of one is no end of what the other hears. */
async function* asOne(runs: Parameters<typeof inTimeOrder<Told>>[0]): AsyncGenerator<readonly TapeRecord[]> {
  const stream = new OneStream({ mayTermsDiffer: true })
  for await (const batch of inTimeOrder(runs, ({ atMs }) => atMs)) {
    yield batch.flatMap(({ run, atMs, record }) =>
      record === undefined ? stream.end(run, atMs) : stream.take(run, record),
    )
  }
}

async function* stepsOf(
  paths: readonly string[],
  onNote: (message: string) => void,
): AsyncGenerator<readonly CoreRecord[]> {
  for await (const lines of linesOf(paths, onNote)) yield lines.flatMap(stepOf)
}

function stepOf(line: TapeLine): readonly CoreRecord[] {
  if (line.k === 'gap') return [{ kind: 'gap', lines: line.lines }]
  if (line.k !== 'core') return []
  const { event, decision } = line
  if (!isCoreEvent(event))
    throw new QuoinError('bad-tape', `event: expected one of the core, got another at ${line.at}`)
  return [{ kind: 'step', event, ...(decision === undefined ? {} : { decision }) }]
}

/** Only what every event has: the core that wrote it is the one that reads it. */
function isCoreEvent(value: unknown): value is CoreEvent {
  if (typeof value !== 'object' || value === null || !('kind' in value && 'seq' in value && 'at' in value)) return false
  return typeof value.kind === 'string' && typeof value.seq === 'number' && typeof value.at === 'object'
}
