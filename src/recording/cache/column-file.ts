// A tape's columns in a file. It is written beside its place and moved there when it is whole; whoever opens it looks at every byte before.
//
//   pieces | index (JSON) | magic 8 | length of the index 8 | SHA-256 of pieces and index 32

import { createHash } from 'node:crypto'
import { closeSync, mkdirSync, openSync, readdirSync, readSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import { codeOf, messageOf } from '../../domain/error.js'
import type { TapeSource } from '../tape-record.js'
import { COLUMNS_VERSION } from './column-layout.js'
import { type ColumnTape, writePieces } from './column-tape.js'

const MAGIC = Buffer.from(`QCOLS${String(COLUMNS_VERSION).padStart(3, '0')}`)
const TAIL_BYTES = 48
const LOOK_BYTES = 1024 * 1024

const index = z.strictObject({
  /** Of the tape and of what reads it. */
  key: z.string(),
  records: z.int().min(1),
  fromMs: z.number(),
  toMs: z.number(),
  holds: z.string(),
  /** What reading the tape told, to be told again. */
  notes: z.array(z.string()),
  /** When its first and last record were received, where it lies and how long it is. */
  pieces: z.array(z.tuple([z.number(), z.number(), z.int(), z.int()])),
})

export interface FoundColumns {
  readonly tape: ColumnTape
  readonly notes: readonly string[]
}

/** What lies at `path`: the columns of `key`, nothing, or why it cannot be used. */
export function openColumns(
  path: string,
  key: string,
  name: string,
): FoundColumns | 'nothing' | { readonly bad: string } {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (error) {
    return isAbsent(error) ? 'nothing' : { bad: messageOf(error) }
  }
  try {
    const read = readIndex(file, statSync(path).size)
    if (typeof read === 'string') return { bad: read }
    if (read.key !== key) return { bad: 'it is of another tape or of another version' }
    const { notes, pieces, records, fromMs, toMs, holds } = read
    const placed = pieces.map(([from, to, offset, length]) => ({ fromMs: from, toMs: to, bytes: { offset, length } }))
    return { tape: { name, records, fromMs, toMs, holds, path, pieces: placed }, notes }
  } catch (error) {
    return { bad: messageOf(error) }
  } finally {
    closeSync(file)
  }
}

function readIndex(file: number, size: number): z.infer<typeof index> | string {
  if (size < TAIL_BYTES) return 'it is torn'
  const tail = Buffer.alloc(TAIL_BYTES)
  readSync(file, tail, 0, TAIL_BYTES, size - TAIL_BYTES)
  if (!tail.subarray(0, 8).equals(MAGIC)) return 'it is torn, or no cache of this version'
  const indexBytes = tail.readDoubleLE(8)
  const end = size - TAIL_BYTES
  if (!(indexBytes > 0 && indexBytes <= end)) return 'it is torn'
  if (!hashOf(file, end).equals(tail.subarray(16))) return 'its bytes are not those that were written'
  const text = Buffer.alloc(indexBytes)
  readSync(file, text, 0, indexBytes, end - indexBytes)
  return index.parse(JSON.parse(text.toString('utf8')))
}

function hashOf(file: number, end: number): Buffer {
  const hash = createHash('sha256')
  const buffer = Buffer.alloc(LOOK_BYTES)
  for (let at = 0; at < end; ) {
    const read = readSync(file, buffer, 0, Math.min(LOOK_BYTES, end - at), at)
    if (read === 0) break
    hash.update(buffer.subarray(0, read))
    at += read
  }
  return hash.digest()
}

/** `undefined` for a tape without records. Throws what the disk says, and what reading the tape says; either leaves nothing behind. */
export async function writeColumns(
  path: string,
  {
    source,
    key,
    notes,
  }: { readonly source: TapeSource; readonly key: string; readonly notes: () => readonly string[] },
): Promise<ColumnTape | undefined> {
  mkdirSync(dirname(path), { recursive: true })
  removeLeft(path)
  const draft = `${path}.${process.pid}.draft`
  const file = openSync(draft, 'wx')
  let isWhole = false
  try {
    const hash = createHash('sha256')
    let at = 0
    const append = (bytes: Uint8Array) => {
      const offset = at
      hash.update(bytes)
      for (let done = 0; done < bytes.length; ) done += writeSync(file, bytes, done)
      at += bytes.length
      return { offset, length: bytes.length }
    }
    const written = await writePieces(source, { take: append })
    if (written === undefined) return undefined
    const pieces = written.pieces.flatMap(({ fromMs, toMs, bytes }) =>
      bytes instanceof Uint8Array ? [] : [[fromMs, toMs, bytes.offset, bytes.length] as const],
    )
    const text = Buffer.from(JSON.stringify({ key, ...written, notes: notes(), pieces }))
    append(text)
    const length = Buffer.alloc(8)
    length.writeDoubleLE(text.length)
    const tail = Buffer.concat([MAGIC, length, hash.digest()])
    for (let done = 0; done < tail.length; ) done += writeSync(file, tail, done)
    renameSync(draft, path)
    isWhole = true
    return { name: source.name, ...written, path }
  } finally {
    closeSync(file)
    if (!isWhole) rmSync(draft, { force: true })
  }
}

/** Drafts of processes that are no more. */
function removeLeft(path: string): void {
  const [folder, name] = [dirname(path), basename(path)]
  for (const file of readdirSync(folder)) {
    const [, pid] = file.startsWith(`${name}.`) ? (/\.(\d+)\.draft$/.exec(file) ?? []) : []
    if (pid !== undefined && !isAlive(Number(pid))) rmSync(join(folder, file), { force: true })
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

const isAbsent = (error: unknown) => codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR'
