// What happened at one price, order by order as far as levels and trades show it: an order came, so much was traded, so much left without a trade.
//
// A trade and the level that it took from are told in either order; until then a level that shrinks may be either. What nobody explains within
// a moment was what it seemed to be.

import { TOLD_WITHIN_MS } from '../../venue/simulated/fills/feed-telling.js'

export interface LevelEvent {
  /** `unknown`: a trade that no level shows. */
  readonly kind: 'came' | 'traded' | 'left' | 'unknown'
  readonly lots: number
  readonly atMs: number
}

interface Slot {
  readonly kind: 'came' | 'shrank' | 'traded'
  readonly atMs: number
  lots: number
  /** Of what shrank, explained by trades; of what traded, shown by the level. */
  matched: number
}

export class LevelFlow {
  #slots: Slot[] = []

  /** When the first came that may still be a trade or none; absent where all is certain. */
  get openSinceMs(): number | undefined {
    return this.#slots[0]?.atMs
  }

  grew(lots: number, atMs: number): void {
    this.#slots.push({ kind: 'came', lots, atMs, matched: lots })
  }

  shrank(lots: number, atMs: number): void {
    const slot: Slot = { kind: 'shrank', lots, atMs, matched: 0 }
    this.#match(slot, 'traded')
    this.#slots.push(slot)
  }

  traded(lots: number, atMs: number): void {
    const slot: Slot = { kind: 'traded', lots, atMs, matched: 0 }
    this.#match(slot, 'shrank')
    this.#slots.push(slot)
  }

  /** What is certain by now, in the order in which it was told. */
  take(nowMs: number): LevelEvent[] {
    const events: LevelEvent[] = []
    for (;;) {
      const [slot] = this.#slots
      if (slot === undefined || (slot.matched < slot.lots && nowMs - slot.atMs <= TOLD_WITHIN_MS)) return events
      this.#slots.shift()
      const { kind, lots, matched, atMs } = slot
      if (kind === 'came') events.push({ kind: 'came', lots, atMs })
      else if (kind === 'shrank') {
        if (matched > 0) events.push({ kind: 'traded', lots: matched, atMs })
        if (lots > matched) events.push({ kind: 'left', lots: lots - matched, atMs })
      } else if (lots > matched) events.push({ kind: 'unknown', lots: lots - matched, atMs })
    }
  }

  #match(slot: Slot, other: Slot['kind']): void {
    for (const earlier of this.#slots) {
      if (earlier.kind !== other || slot.atMs - earlier.atMs > TOLD_WITHIN_MS) continue
      const both = Math.min(slot.lots - slot.matched, earlier.lots - earlier.matched)
      slot.matched += both
      earlier.matched += both
    }
  }
}
