// A tape in shared memory: read from disk once, and played by any number of threads. Times stand in columns, events as bytes beside them.

import { createHash } from 'node:crypto'
import { deserialize, serialize } from 'node:v8'
import { QuoinError } from '../../domain/error.js'
import type { TapeEvent, TapeRecord, TapeSource } from '../../recording/tape-record.js'

/** Some records in a row. Goes to another thread without a copy. */
interface Chunk {
  /** When each was received. Never falls. */
  readonly atMs: Float64Array
  /** The venue's stamp of each; NaN where there is none. */
  readonly venueMs: Float64Array
  /** The events, as one list. */
  readonly events: Uint8Array
}

export interface SharedTape {
  readonly name: string
  readonly records: number
  /** Of the first and the last record, unix milliseconds. */
  readonly fromMs: number
  readonly toMs: number
  readonly chunks: readonly Chunk[]
}

const CHUNK_RECORDS = 2000

/** `undefined` for a tape without records. Throws `bad-tape` for one that memory does not hold. */
export async function shareTape(source: TapeSource): Promise<SharedTape | undefined> {
  const chunks: Chunk[] = []
  let waiting: TapeRecord[] = []
  let records = 0
  const flush = () => {
    if (waiting.length > 0) chunks.push(chunkOf(waiting, source.name))
    waiting = []
  }
  for await (const batch of source.records()) {
    for (const record of batch) {
      records += 1
      if (waiting.push(record) >= CHUNK_RECORDS) flush()
    }
  }
  flush()
  const [fromMs, toMs] = [chunks[0]?.atMs[0], chunks.at(-1)?.atMs.at(-1)]
  if (fromMs === undefined || toMs === undefined) return undefined
  return { name: source.name, records, fromMs, toMs, chunks }
}

function chunkOf(records: readonly TapeRecord[], name: string): Chunk {
  const bytes = serialize(records.map(({ event }) => event))
  try {
    const events = new Uint8Array(new SharedArrayBuffer(bytes.length))
    events.set(bytes)
    return {
      atMs: column(records.map(({ atMs }) => atMs)),
      venueMs: column(records.map(({ venueMs }) => venueMs ?? Number.NaN)),
      events,
    }
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause
    throw new QuoinError('bad-tape', `${name}: expected a tape that memory holds, got more; sweep a part of it`, {
      cause,
    })
  }
}

function column(values: readonly number[]): Float64Array {
  const shared = new Float64Array(new SharedArrayBuffer(values.length * Float64Array.BYTES_PER_ELEMENT))
  shared.set(values)
  return shared
}

/** Records received from `fromMs` on and before `toMs`, some thousands at a time. */
export function* sharedRecords(
  { chunks }: SharedTape,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
): Generator<readonly TapeRecord[]> {
  for (const { atMs, venueMs, events } of chunks) {
    const first = atMs[0] ?? Number.POSITIVE_INFINITY
    const last = atMs.at(-1) ?? Number.NEGATIVE_INFINITY
    if (last < fromMs) continue
    if (first >= toMs) return
    // copied out of shared memory, which the decoder does not read
    const decoded: readonly TapeEvent[] = deserialize(Uint8Array.from(events))
    yield decoded.flatMap((event, i): TapeRecord[] => {
      const at = atMs[i] ?? 0
      if (at < fromMs || at >= toMs) return []
      const stamp = venueMs[i] ?? Number.NaN
      return [Number.isNaN(stamp) ? { atMs: at, event } : { atMs: at, venueMs: stamp, event }]
    })
  }
}

/** SHA-256 of all that it holds, whatever its files are called. */
export function sharedTapeHash({ chunks }: SharedTape): string {
  const hash = createHash('sha256')
  for (const { atMs, venueMs, events } of chunks)
    for (const column of [atMs, venueMs, events]) hash.update(Uint8Array.from(bytesOf(column)))
  return hash.digest('hex')
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Float64Array | Uint8Array) =>
  new Uint8Array(buffer, byteOffset, byteLength)
