// What a tape holds, counted: per run its time, kinds of lines, markets, frames, and what is missing.

import { stat } from 'node:fs/promises'
import type { TapeLine } from './lines/tape-line.js'
import type { Tape } from './open-tape.js'

export interface MarketCount {
  readonly id: string
  readonly conditionId: string
  readonly question: string
  readonly status: string
  frames: number
}

export interface RunInfo {
  readonly run: string
  readonly by?: string
  readonly strategy?: string
  readonly venue?: string
  /** ISO times of the first and the last line; absent without lines. */
  readonly from?: string
  readonly to?: string
  readonly isEnded: boolean
  readonly bytes: number
  readonly files: number
  /** By kind; frames by their event too, as `frame trade`. */
  readonly lines: Readonly<Record<string, number>>
  readonly markets: readonly MarketCount[]
  readonly linkDowns: number
  /** Lines that the recording lost. */
  readonly lost: number
  readonly failure?: string
}

class Counter {
  readonly lines: Record<string, number> = {}
  readonly markets = new Map<string, MarketCount>()
  from: number | undefined
  to: number | undefined
  linkDowns = 0
  #isDown = false
  lost = 0
  isEnded = false

  add(line: TapeLine): void {
    this.from ??= line.at
    this.to = line.at
    const kind = line.k === 'frame' ? `frame ${line.name}` : line.k
    this.lines[kind] = (this.lines[kind] ?? 0) + 1
    if (line.k === 'gap') this.lost += line.lines
    else if (line.k === 'end') this.#end()
    else if (line.k === 'event' && line.event.kind === 'link') this.#link(line.event.state)
    else if (line.k === 'event' && 'conditionId' in line.event) this.#frameOf(line.event.conditionId)
    else if (line.k === 'market') {
      const { id, conditionId, question, status } = line.market
      const frames = this.markets.get(conditionId)?.frames ?? 0
      this.markets.set(conditionId, { id, conditionId, question, status, frames })
    } else if (line.k === 'frame') this.#frameOf(Reflect.get(Object(line.payload), 'conditionId'))
  }

  #link(state: string): void {
    this.#isDown = state === 'down'
    if (this.#isDown) this.linkDowns++
  }

  /** A link that is down then was closed by the recorder itself. */
  #end(): void {
    this.isEnded = true
    if (this.#isDown) this.linkDowns--
    this.#isDown = false
  }

  #frameOf(conditionId: unknown): void {
    const market = this.markets.get(String(conditionId))
    if (market !== undefined) market.frames++
  }
}

/** Reads the whole tape once. */
export async function tapeInfo(tape: Tape): Promise<readonly RunInfo[]> {
  const runs = new Set([...tape.files.market, ...tape.files.core].map(({ run }) => run))
  const infos: RunInfo[] = []
  for (const run of [...runs].sort()) infos.push(await runInfo(tape, run))
  return infos
}

async function runInfo(tape: Tape, run: string): Promise<RunInfo> {
  const counter = new Counter()
  for (const stream of ['market', 'core'] as const) {
    for await (const lines of tape.lines(stream, run)) for (const line of lines) counter.add(line)
  }
  const paths = [...tape.files.market, ...tape.files.core].filter((each) => each.run === run).flatMap((f) => f.paths)
  const sizes = await Promise.all(paths.map(async (path) => (await stat(path)).size))
  const entry = tape.manifest?.runs.find((each) => each.run === run)
  const { from, to } = counter
  const iso = (at: number) => new Date(at / 1000).toISOString()
  return {
    run,
    ...(entry === undefined ? {} : { by: entry.by }),
    ...(entry?.strategy === undefined ? {} : { strategy: entry.strategy.name }),
    ...(entry?.profile === undefined ? {} : { venue: entry.profile.name }),
    ...(from === undefined || to === undefined ? {} : { from: iso(from), to: iso(to) }),
    isEnded: counter.isEnded,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    files: paths.length,
    lines: counter.lines,
    markets: [...counter.markets.values()],
    linkDowns: counter.linkDowns,
    lost: counter.lost,
    ...(entry?.failure === undefined ? {} : { failure: entry.failure }),
  }
}
