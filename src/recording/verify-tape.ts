// A tape looked through for faults: every member's checksum, every line, their order, the count of frames, and what the manifest says.

import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { toFailure } from '../domain/error.js'
import { readLines } from './lines/line-file.js'
import { parseTapeLine, type TapeLine } from './lines/tape-line.js'
import type { RunFiles, Tape } from './open-tape.js'

export interface Verdict {
  readonly files: number
  readonly lines: number
  /** What should not be. */
  readonly problems: readonly string[]
  /** What a kill, a slow disk or a lost connection leaves, and readers know. */
  readonly notes: readonly string[]
}

interface Sequence {
  at: number
  conn: number
  n: number
  /** Numbers of the venue by room. */
  readonly seqs: Map<string, number>
}

class Verifier {
  readonly problems: string[] = []
  readonly notes: string[] = []
  files = 0
  lines = 0

  async run({ paths }: RunFiles, tape: Tape): Promise<void> {
    const sequence: Sequence = { at: 0, conn: 0, n: 0, seqs: new Map() }
    let isEnded = false
    for (const path of paths) {
      this.files++
      let lines = 0
      try {
        const batches = readLines(path, (message) => this.notes.push(message))
        for await (const { lines: texts, first } of batches) {
          texts.forEach((text, index) => {
            const place = () => `${path}:${first + index}`
            const line = parseTapeLine(text, place)
            // by it the frames behind it are read, here and in every backtest
            if (lines === 0 && line.k !== 'head') this.problems.push(`${place()}: k: expected head, got ${line.k}`)
            lines++
            this.#line(line, sequence, place)
            isEnded = line.k === 'end'
          })
        }
      } catch (error) {
        this.problems.push(toFailure(error).message)
      }
      this.lines += lines
      await this.#members(path)
      await this.#manifest(path, lines, tape)
    }
    const last = paths.at(-1)
    if (!isEnded && last !== undefined) this.notes.push(`${last}: no end: the run was killed, or still writes`)
  }

  #line(line: TapeLine, sequence: Sequence, place: () => string): void {
    if (line.at < sequence.at) this.problems.push(`${place()}: at: expected at least ${sequence.at}, got ${line.at}`)
    sequence.at = line.at
    if (line.k === 'gap') {
      this.notes.push(`${place()}: ${line.lines} lines were lost: ${line.reason}`)
      sequence.conn = 0
    }
    if (line.k !== 'frame') return
    const { conn, n } = line
    const expected = conn === sequence.conn ? sequence.n + 1 : 1
    if (sequence.conn !== 0 && n !== expected && conn >= sequence.conn) {
      this.problems.push(`${place()}: n: expected frame ${expected} of connection ${conn}, got ${n}`)
    }
    if (conn !== sequence.conn) sequence.seqs.clear()
    sequence.conn = conn
    sequence.n = n
    this.#room(line.name, line.payload, { sequence, place })
  }

  /** Books are numbered by the venue where it numbers at all. */
  #room(
    name: string,
    payload: unknown,
    { sequence, place }: { readonly sequence: Sequence; readonly place: () => string },
  ): void {
    const [conditionId, seq] = [Reflect.get(Object(payload), 'conditionId'), Reflect.get(Object(payload), 'seq')]
    if (typeof seq !== 'number' || !name.startsWith('orderbook')) return
    const room = String(conditionId)
    const last = sequence.seqs.get(room)
    sequence.seqs.set(room, seq)
    if (last === undefined || name.endsWith('snapshot') || seq === last + 1) return
    this.notes.push(`${place()}: the venue's number: expected ${last + 1} in ${room}, got ${seq}`)
  }

  /** Checksums of all members; a torn last one has been told of already. */
  async #members(path: string): Promise<void> {
    if (!path.endsWith('.gz')) return
    try {
      // to the end of what is read: a last stream is done for a pipeline when it has taken everything in, and what fails after it nobody hears
      await pipeline(createReadStream(path), createGunzip(), async (unpacked: AsyncIterable<unknown>) => {
        for await (const _ of unpacked);
      })
    } catch (error) {
      const { message } = toFailure(error)
      if (message === 'unexpected end of file') {
        if (!this.notes.some((note) => note.startsWith(path))) this.notes.push(`${path}: the last member is torn`)
      } else if (!this.problems.some((problem) => problem.startsWith(path))) this.problems.push(`${path}: ${message}`)
    }
  }

  async #manifest(path: string, lines: number, { manifest }: Tape): Promise<void> {
    const segments = (manifest?.runs ?? []).flatMap((run) => [...run.segments.market, ...run.segments.core])
    const told = segments.find(({ file }) => file === basename(path))
    if (manifest !== undefined && told === undefined) this.notes.push(`${path}: the manifest does not know it`)
    if (told === undefined || !told.closed) return
    const { size } = await stat(path)
    if (size !== told.bytes) this.problems.push(`${path}: expected ${told.bytes} bytes by the manifest, got ${size}`)
    else if (lines !== told.lines)
      this.problems.push(`${path}: expected ${told.lines} lines by the manifest, got ${lines}`)
  }
}

export async function verifyTape(tape: Tape): Promise<Verdict> {
  const verifier = new Verifier()
  for (const files of [...tape.files.market, ...tape.files.core]) await verifier.run(files, tape)
  const present = new Set(
    [...tape.files.market, ...tape.files.core].flatMap(({ paths }) => paths.map((p) => basename(p))),
  )
  for (const run of tape.manifest?.runs ?? []) {
    for (const { file } of [...run.segments.market, ...run.segments.core]) {
      if (!present.has(file)) verifier.problems.push(`${tape.name}: expected ${file} by the manifest, got no such file`)
    }
  }
  if (verifier.lines === 0) verifier.problems.push(`${tape.name}: expected lines, got none`)
  const { files, lines, problems, notes } = verifier
  return { files, lines, problems, notes }
}
