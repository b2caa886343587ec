// Copies of the bot's disk, one each second, as a backup has them: the bot dies, and goes on with what was kept of it some time ago.

import type { Hex } from '../../../src/domain/market/market.js'
import type { Standing } from '../../../src/domain/run/standing.js'
import type { BotLife } from './bot-life.js'
import { letGoOn } from './let-go-on.js'
import type { Of } from './scenario.js'
import type { DiskCopy } from './simulated-disk.js'
import type { World } from './world.js'

const COPY_EVERY_MS = 1000
/** The dying has left the disk. */
const LEFT_MS = 1
/** A person looks at what an older copy has forbidden, or what it does not explain. */
const LOOK_EVERY_MS = 500

interface Copied {
  readonly atMs: number
  readonly copy: DiskCopy
}

export class DiskCopies {
  readonly #world: World
  readonly #copies: Copied[] = []
  /** Orders that an older copy does not know. */
  readonly forgotten = new Set<Hex>()
  /** The standing with which a bot has begun that was older than its orders or younger. */
  #begunWith: { readonly standing: Standing | undefined } | undefined

  constructor(world: World) {
    this.#world = world
    if (world.scenario.disturbances.some(({ kind }) => kind === 'disk-back')) this.#copyOn()
  }

  goBack({ what, byMs, downMs }: Of<'disk-back'>, struck: () => void): void {
    const { world, clock, disk } = { ...this.#parts }
    const then = this.#copies.findLast(({ atMs }) => atMs <= clock.monoMs() - byMs) ?? this.#copies[0]
    if (then === undefined) return
    const crash = { kind: 'bot-crash', when: 'now', loses: 'process', survives: 1, downMs } as const
    world.crash({ ...crash, atMs: clock.monoMs() }, () => {
      struck()
      clock.after(LEFT_MS, () => {
        const before = hashesOf(disk.copy())
        disk.goBack(then.copy, what)
        const after = hashesOf(disk.copy())
        for (const hash of before) if (!after.has(hash)) this.forgotten.add(hash)
        this.#begunWith = { standing: disk.standing }
        if (what !== 'journal') this.#takeUp()
        this.#accept()
      })
    })
  }

  /** A life that began with an older copy, or before what that left open was decided: it has to guess what the copy does not tell. */
  mustGuess({ keptAtStart }: Pick<BotLife, 'keptAtStart'>): boolean {
    if (this.#begunWith === undefined) return false
    return keptAtStart === this.#begunWith.standing || keptAtStart?.held?.some(({ fromRaw }) => fromRaw) === true
  }

  /** What was earned before, or by orders that are forgotten, is in no P&L. */
  get losesPnl(): boolean {
    const begun = this.#begunWith
    return begun !== undefined && (begun.standing?.held === undefined || this.forgotten.size > 0)
  }

  get #parts() {
    const { clock, disk } = this.#world
    return { world: this.#world, clock, disk }
  }

  #copyOn(): void {
    const { clock, disk } = this.#parts
    this.#copies.push({ atMs: clock.monoMs(), copy: disk.copy() })
    clock.after(COPY_EVERY_MS, () => this.#copyOn())
  }

  /** What is forbidden is what the copy says; a person lets it go on. */
  #takeUp(): void {
    const { world, disk, clock } = this.#parts
    world.isKilled = disk.standing?.halt !== undefined
    world.isKillUnkept = false
    world.paused.clear()
    for (const { conditionId } of disk.standing?.pauses ?? [])
      world.paused.set(world.api.markets.find(conditionId).id, true)
    clock.after(LOOK_EVERY_MS, () => {
      if (world.isKilled) letGoOn(world, 'resume')
      for (const { conditionId } of disk.standing?.pauses ?? []) letGoOn(world, 'unpause', conditionId)
    })
  }

  /** What it does not explain, where that halts a bot, is accepted by a person. */
  #accept(): void {
    const { world, clock } = this.#parts
    clock.after(LOOK_EVERY_MS, () => this.#accept())
    const { life } = world
    if (!life?.isWorking || life.bot?.core.standing.halted?.cause !== 'unexplained-position') return
    world.isKilled = true
    letGoOn(world, 'resume')
  }
}

function hashesOf({ texts }: DiskCopy): ReadonlySet<Hex> {
  const found = new Set<Hex>()
  for (const text of texts.values()) for (const [hash] of text.matchAll(/0x[0-9a-f]{64}/g)) found.add(hash as Hex)
  return found
}
