// Rehearses while the bot has nothing else to do, from its first quotes on: the first jump of a market finds its code compiled. Where it goes
// on for ever each jump finds it in the processor's caches, too: what runs once in a second is read from memory each time, and takes three
// times as long.

import type { CancelTimer, Clock } from '../../../domain/time.js'
import type { Rehearsal } from './rehearsal.js'

type Rehearsed = Pick<Rehearsal, 'step' | 'jump' | 'close'>

export interface RehearseParts {
  readonly clock: Pick<Clock, 'monoMs' | 'after'>
  readonly open: () => Promise<Rehearsed>
  /** It does not end by itself. */
  readonly goesOn: boolean
  /** Something of ours is at the venue. */
  readonly hasQuoted: () => boolean
  /** When the last event was worked on, monotonic. */
  readonly lastStepMonoMs: () => number
  /** Of no consequence: the bot only runs cold. */
  readonly failed: (error: unknown) => void
}

/** What a start is given until it quotes; one that quotes nothing yet rehearses then. */
const LONGEST_START_MS = 5000
const LOOK_MS = 100
/** Between two steps, of which each takes a millisecond or two. */
const PAUSE_MS = 10
/** News that come together are worked on together, and their answers soon follow. */
const QUIET_MS = 5
/** About a second of CPU. More bring less and less. */
const STEPS = 800
/** Then the made-up market is a new one: none lasts for ever. Some four hours of its time. */
const JUMPS = 100_000

/** Returns what ends it. */
export function rehearse({ clock, open, goesOn, hasQuoted, lastStepMonoMs, failed }: RehearseParts): CancelTimer {
  const startMonoMs = clock.monoMs()
  let opened: Rehearsed | undefined
  let isOver = false
  let left = STEPS
  let cancel = clock.after(LOOK_MS, look)

  function end(): void {
    isOver = true
    cancel()
    opened?.close()
    opened = undefined
  }

  function fail(error: unknown): void {
    end()
    failed(error)
  }

  function look(): void {
    if (hasQuoted() || clock.monoMs() - startMonoMs >= LONGEST_START_MS) open().then(begin, fail)
    else cancel = clock.after(LOOK_MS, look)
  }

  function begin(rehearsal: Rehearsed): void {
    opened = rehearsal
    if (isOver) end()
    else cancel = clock.after(PAUSE_MS, goOn)
  }

  function beginAnew(): void {
    opened?.close()
    opened = undefined
    left = 0
    open().then(begin, fail)
  }

  function goOn(): void {
    try {
      if (clock.monoMs() - lastStepMonoMs() >= QUIET_MS) {
        if (left > 0) opened?.step()
        else opened?.jump()
        left--
      }
      if (left <= 0 && !goesOn) end()
      else if (left <= -JUMPS) beginAnew()
      else cancel = clock.after(PAUSE_MS, goOn)
    } catch (error) {
      fail(error)
    }
  }

  return end
}
