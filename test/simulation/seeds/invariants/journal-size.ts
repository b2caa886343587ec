// The journal does not grow: where the disk is well, the segment that is written to is followed by the next one soon after it is as long as it
// may be, and what a checkpoint supersedes goes.

import type { Hex } from '../../../../src/domain/market/market.js'
import type { FormerOrders } from '../../../../src/execution/journal/journal.js'
import type { JournalLine } from '../../../../src/execution/journal/journal-line.js'
import type { Scenario } from '../scenario.js'
import type { SimulatedDisk } from '../simulated-disk.js'
import type { Violations } from './violation.js'

const LOOK_EVERY_MS = 500
/** The next segment is begun, and the checkpoint is written, beside the work. */
const WITHIN_MS = 5000
/** Characters of the line of one order. */
const MOST_LINE = 1500
/** Orders that ended a moment ago were living when it was decided. */
const SPARE = 4
/** At rest: a segment, the next one, which waits for the first line, and a checkpoint. */
const MOST_FILES = 3

export interface JournalSizeParts {
  readonly scenario: Scenario
  readonly disk: Pick<SimulatedDisk, 'isFull' | 'fails' | 'slowMs' | 'lengths'>
  readonly clock: { monoMs(): number }
  /** The bot's process of now. */
  readonly life: { readonly isWorking: boolean } | undefined
}

interface Segment {
  readonly name: string
  readonly number: number
  readonly length: number
}

export class JournalSize {
  readonly #parts: JournalSizeParts
  readonly #violations: Violations
  /** Written, and not as over. */
  #living = new Set<Hex>()
  #life: JournalSizeParts['life']
  #dueMs = 0
  /** Of the segment that is written to, and how long it was when the disk was last in trouble: what failed is tried again when as much has come. */
  #newest: { readonly name: string; readonly fromLength: number } | undefined
  /** It is too long since then, and was so long. */
  #over: { readonly sinceMs: number; readonly length: number } | undefined
  #crowdedSinceMs: number | undefined

  constructor(parts: JournalSizeParts, violations: Violations) {
    this.#parts = parts
    this.#violations = violations
  }

  /** By a start, of former lives. */
  found({ recovered }: Pick<FormerOrders, 'recovered'>): void {
    this.#living = new Set(recovered.map(({ hash }) => hash))
  }

  written(lines: readonly JournalLine[]): void {
    for (const line of lines)
      if (line.kind === 'signed') this.#living.add(line.hash)
      else if (line.kind === 'ended') this.#living.delete(line.hash)
  }

  /** Now and then. */
  look(): void {
    const { clock, disk, life } = this.#parts
    const nowMs = clock.monoMs()
    if (nowMs < this.#dueMs) return
    this.#dueMs = nowMs + LOOK_EVERY_MS
    const names = [...disk.lengths()].filter(([name]) => !name.startsWith('set-aside'))
    const isDiskWell = !disk.isFull && disk.fails === undefined && disk.slowMs === 0
    const isWell = life?.isWorking === true && life === this.#life && isDiskWell
    this.#life = life
    const newest = newestOf(names)
    if (!isWell || newest?.name !== this.#newest?.name) this.#over = undefined
    if (!isWell) this.#newest = newest && { name: newest.name, fromLength: newest.length }
    else if (newest?.name !== this.#newest?.name) this.#newest = newest && { name: newest.name, fromLength: 0 }
    if (!isWell || names.length <= MOST_FILES) this.#crowdedSinceMs = undefined
    if (!isWell) return
    this.#lookAtLength(newest?.length ?? 0, nowMs)
    if (names.length <= MOST_FILES) return
    this.#crowdedSinceMs ??= nowMs
    if (nowMs - this.#crowdedSinceMs > WITHIN_MS)
      this.#violations.add('journal-size', `there are ${names.map(([name]) => name).join()}`)
  }

  #lookAtLength(length: number, nowMs: number): void {
    const { rollBytes } = this.#parts.scenario.setting
    const most = Math.max(rollBytes, MOST_LINE * (this.#living.size + SPARE))
    const grown = length - (this.#newest?.fromLength ?? 0)
    if (grown <= most) this.#over = undefined
    else this.#over ??= { sinceMs: nowMs, length }
    // it is followed by the next one with the next line
    if (this.#over === undefined || nowMs - this.#over.sinceMs <= WITHIN_MS || length < this.#over.length + MOST_LINE)
      return
    this.#violations.add('journal-size', `${this.#newest?.name} has grown by ${grown}, it may by ${most}`)
  }
}

function newestOf(files: readonly (readonly [string, number])[]): Segment | undefined {
  let newest: Segment | undefined
  for (const [name, length] of files) {
    const number = Number(/^orders-(\d+)\.jsonl$/.exec(name)?.[1])
    // one that waits for its first line is not written to yet
    if (length > MOST_HEAD && number > (newest?.number ?? -1)) newest = { name, number, length }
  }
  return newest
}

/** Of a segment that has its head alone. */
const MOST_HEAD = 100
