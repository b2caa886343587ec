// The venue's process dies: at once, or at the next such request, which is carried out and kept, or not; nobody hears of it. And it comes back.

import type { Of } from './scenario.js'
import type { World } from './world.js'

type Crash = Of<'server-crash'>

const MEETS: Readonly<Record<Crash['when'], (route: string) => boolean>> = {
  now: () => false,
  order: (route) => route === 'POST /markets/{id}/orders',
  cancel: (route) => route.includes('cancel'),
}
/** One that has met no such request by then strikes at once. */
const PATIENCE_MS = 3000

export class ServerCrash {
  readonly #world: World
  #waiting: { readonly crash: Crash; readonly struck: () => void } | undefined

  constructor(world: World) {
    this.#world = world
  }

  begin(crash: Crash, struck: () => void): void {
    const waiting = { crash, struck }
    this.#waiting = waiting
    if (crash.when === 'now') this.#die()
    else
      this.#world.clock.after(PATIENCE_MS, () => {
        if (this.#waiting === waiting) this.#die()
      })
  }

  /** A request arrives: whether the venue dies before it has done anything, or after. */
  meet(route: string): 'before' | 'after' | undefined {
    const crash = this.#waiting?.crash
    if (crash === undefined || !MEETS[crash.when](route)) return undefined
    if (crash.keeps) this.#world.clock.soon(() => this.#die())
    else this.#die()
    return crash.keeps ? 'after' : 'before'
  }

  #die(): void {
    const { venue, network, clock } = this.#world
    const waiting = this.#waiting
    this.#waiting = undefined
    if (waiting === undefined || !venue.isUp) return
    this.#world.note('crash of the venue')
    waiting.struck()
    venue.die()
    network.cutSockets()
    clock.after(waiting.crash.downMs, () => {
      this.#world.note('the venue is back')
      venue.start()
    })
  }
}
