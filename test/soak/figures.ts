// What a soak measures while it goes on: memory of each process, sizes of the files that are kept, time of a step of the bot.

import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sumOf } from '../ci/metric-causes.js'
import type { Actor } from './actor.js'
import { type Seen, slopePerMinute } from './slope.js'
import type { Stage } from './stage.js'

const PAGE_BYTES = 4096
const MB = 1e6
/** A process that has just begun grows for other reasons. */
const WARM_UP_MS = 30_000

export interface Figure {
  readonly name: string
  readonly unit: 'MB' | 'ms'
  /** Of its longest life, after its warm-up. */
  readonly looks: number
  readonly first: number
  readonly last: number
  readonly most: number
  readonly perMinute?: number
}

/** Looks of one figure, by the life of the process in which they were made. */
type Lives = Map<number, Seen[]>

export class Figures {
  readonly #stage: Stage
  readonly #seen = new Map<string, { readonly unit: Figure['unit']; readonly lives: Lives }>()
  readonly #begun = new Map<string, number>()
  #steps = { life: 0, seconds: 0, count: 0 }

  constructor(stage: Stage) {
    this.#stage = stage
  }

  async look(): Promise<void> {
    const { server, bot, watchdog, folder, journal } = this.#stage
    for (const [name, actor] of Object.entries({ server, bot, watchdog })) this.#memory(name, actor)
    this.#note('journal on disk', 'MB', { life: 1, value: sizeOf(journal, () => true) / MB })
    this.#note('server data on disk', 'MB', {
      life: 1,
      value: sizeOf(folder, (file) => file.startsWith('venue.db')) / MB,
    })
    await this.#step(bot)
  }

  figures(): Figure[] {
    return [...this.#seen].flatMap(([name, { unit, lives }]) => {
      const [longest = []] = [...lives.values()].sort((a, b) => b.length - a.length)
      const [first] = longest
      const last = longest.at(-1)
      if (first === undefined || last === undefined) return []
      const perMinute = slopePerMinute(longest)
      const shown = { name, unit, looks: longest.length, first: first.value, last: last.value }
      const most = Math.max(...longest.map(({ value }) => value))
      return { ...shown, most, ...(perMinute === undefined ? {} : { perMinute }) }
    })
  }

  #memory(name: string, { pid, lives }: Actor): void {
    if (pid === undefined) return
    const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1])
    this.#note(`memory of the ${name}`, 'MB', { life: lives, value: (pages * PAGE_BYTES) / MB })
  }

  /** Mean since the last look. */
  async #step({ lives }: Actor): Promise<void> {
    const text = await fetch(this.#stage.addresses.metrics)
      .then((answer) => answer.text())
      .catch(() => undefined)
    if (text === undefined) return
    const seconds = sumOf(text, 'quoin_step_duration_seconds_sum')
    const count = sumOf(text, 'quoin_step_duration_seconds_count')
    const last = this.#steps
    this.#steps = { life: lives, seconds, count }
    if (last.life !== lives || count <= last.count) return
    this.#note('step of the bot', 'ms', {
      life: lives,
      value: ((seconds - last.seconds) / (count - last.count)) * 1000,
    })
  }

  #note(name: string, unit: Figure['unit'], { life, value }: { readonly life: number; readonly value: number }): void {
    const atMs = performance.now()
    const key = `${name}/${life}`
    const begunMs = this.#begun.get(key) ?? atMs
    this.#begun.set(key, begunMs)
    if (atMs - begunMs < WARM_UP_MS) return
    const { lives } = this.#seen.get(name) ?? { lives: new Map<number, Seen[]>() }
    this.#seen.set(name, { unit, lives })
    const seen = lives.get(life) ?? []
    lives.set(life, seen)
    seen.push({ atMs, value })
  }
}

function sizeOf(folder: string, counts: (file: string) => boolean): number {
  const files = readdirSync(folder).filter(counts)
  return files.reduce((sum, file) => sum + (statSync(join(folder, file), { throwIfNoEntry: false })?.size ?? 0), 0)
}
