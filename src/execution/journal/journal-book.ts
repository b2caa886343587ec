// What the journal's files say when they are read to their end: orders that may live, with their lines, and past ones that could rest again.
//
//   live   signed, and not known to be over: all of its line, for it may have to be sent again. Its expiration is by the venue's time, and
//          what that is the journal does not know: who reads it has to say that such an order has ended
//   past   ended: all of its lines until what is held has been kept ten seconds after its end, for what it matched
//          may not be in that; then its hash alone, until its expiration and the grace are over and it cannot rest again whatever the
//          venue makes of its settlement; then nothing

import type { Hex } from '../../domain/market/market.js'
import { type SignedLine, type StoredLine, textOf } from './journal-line.js'

/** What is held may lack what an order has matched for so long after its end. */
const RECENT_MS = 10_000
/** An order without an expiration could be put back for longer than any settlement takes. */
const UNEXPIRING_MS = 86_400_000

interface Live {
  readonly line: SignedLine
  readonly text: string
}

interface Past {
  readonly untilMs: number
  /** Only of an order whose end what is held may not know yet. */
  readonly recent?: Live & { readonly endedMs: number }
}

export class JournalBook {
  readonly #graceMs: number
  readonly #live = new Map<Hex, Live>()
  readonly #past = new Map<Hex, Past>()
  #liveChars = 0
  #lastMs = 0

  /** `graceMs`: time after its expiration for which an order is still suspected of living. */
  constructor(graceMs: number) {
    this.#graceMs = graceMs
  }

  /** Characters of the lines of all orders that may live. */
  get liveChars(): number {
    return this.#liveChars
  }

  /** When its latest line was written, by the wall clock of whoever wrote it, unix milliseconds. */
  get lastMs(): number {
    return this.#lastMs
  }

  /** Orders that may live, oldest first. */
  live(): readonly SignedLine[] {
    return Array.from(this.#live.values(), ({ line }) => line)
  }

  /** Hashes of orders that ended, and could rest again. */
  pastHashes(): ReadonlySet<Hex> {
    return new Set(this.#past.keys())
  }

  /** What was signed of orders whose end what is held may not know yet. */
  recent(): readonly SignedLine[] {
    return [...this.#past.values()].flatMap(({ recent }) => recent?.line ?? [])
  }

  /** `text`: the line as it stands in a file. */
  take(line: StoredLine, text: string): void {
    if (line.kind === 'signed' || line.kind === 'ended') this.#lastMs = Math.max(this.#lastMs, line.atWallMs)
    if (line.kind === 'signed') this.#sign(line, text)
    else if (line.kind === 'past') this.#past.set(line.hash, { untilMs: line.untilMs })
    else if (line.kind === 'ended') this.#end(line.hash, line.atWallMs)
  }

  /** Forgets what is past for good, and of the rest what is not needed any more. `heldMs`: when what is held was known as it is kept. */
  dropPast(nowMs: number, heldMs: number): void {
    for (const [hash, { untilMs, recent }] of this.#past) {
      if (recent !== undefined && recent.endedMs + RECENT_MS > heldMs) continue
      if (untilMs <= nowMs) this.#past.delete(hash)
      else if (recent !== undefined) this.#past.set(hash, { untilMs })
    }
  }

  /** The texts of a file that says the same, one after the other; what happens meanwhile is not in them. */
  texts(): Iterable<string> {
    return textsOf([...this.#live.values()], [...this.#past])
  }

  #sign(line: SignedLine, text: string): void {
    this.#drop(line.hash)
    this.#live.set(line.hash, { line, text })
    this.#liveChars += text.length
  }

  #end(hash: Hex, endedMs: number): void {
    const live = this.#live.get(hash)
    if (live === undefined) return
    this.#drop(hash)
    this.#past.set(hash, { untilMs: this.#untilMs(live.line, endedMs + UNEXPIRING_MS), recent: { ...live, endedMs } })
  }

  #drop(hash: Hex): void {
    this.#liveChars -= this.#live.get(hash)?.text.length ?? 0
    this.#live.delete(hash)
    this.#past.delete(hash)
  }

  #untilMs({ draft }: SignedLine, unexpiringMs: number): number {
    return draft.expirationSec === 0 ? unexpiringMs : draft.expirationSec * 1000 + this.#graceMs
  }
}

function* textsOf(live: readonly Live[], past: readonly (readonly [Hex, Past])[]): Generator<string> {
  for (const { text } of live) yield text
  for (const [hash, { untilMs, recent }] of past) {
    if (recent === undefined) yield textOf({ kind: 'past', hash, untilMs })
    else yield `${recent.text}${textOf({ kind: 'ended', hash, atWallMs: recent.endedMs })}`
  }
}
