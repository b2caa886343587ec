// While a bot shows no sign of life: the process beside it cancels everything soon, and after its last list nothing rests.

import type { SwitchNews } from '../../../../src/watchdog/dead-mans-switch.js'
import type { Beat } from '../../../../src/watchdog/heartbeat.js'
import { type DisturbanceKind, endOf } from '../scenario.js'
import type { Truth } from '../truth.js'
import type { World } from '../world.js'
import type { AtTheVenue } from './at-the-venue.js'
import type { Violations } from './violation.js'

/** Since the last sign of life, where nothing stands between the watchdog and the venue. */
const CANCELS_WITHIN_MS = 10_000
/** What was disturbed has come to rest again. */
const SETTLES_MS = 3000
/** They do not stand between the watchdog and the venue. */
const HARMLESS: ReadonlySet<DisturbanceKind> = new Set([
  ...(['bot-crash', 'bot-freeze', 'bot-stop', 'disk-full', 'disk-slow', 'clock-jump', 'halt', 'pause'] as const),
  ...(['strategy-slow', 'strategy-throws', 'lease-lost', 'reload', 'chain-trouble'] as const),
  ...([
    'fee-change',
    'close',
    'grid-change',
    'raise-nonce',
    'second-writer',
    'hand-split',
    'hand-merge',
    'thin-book',
  ] as const),
])

export interface WatchedParts {
  readonly world: World
  readonly truth: Truth
  readonly venue: AtTheVenue
  readonly violations: Violations
}

export class Watched {
  readonly #parts: WatchedParts
  /** The last one seen, and when. */
  #beat: Beat | undefined
  #beatMs = 0
  #isVerified = false
  /** Nothing can come to rest any more. */
  #isLast = false

  constructor(parts: WatchedParts) {
    this.#parts = parts
  }

  told(news: SwitchNews): void {
    if (news.event !== 'verified') return
    this.#isVerified = true
    this.#isLast = news.isLast
    this.look()
  }

  /** Now and then. */
  look(): void {
    const { world, truth, venue, violations } = this.#parts
    const { beats, clock } = world
    if (beats === undefined) return
    if (beats.last !== this.#beat) {
      this.#beat = beats.last
      this.#beatMs = clock.monoMs()
      this.#isVerified = this.#isLast = false
    }
    if (this.#beat?.state !== 'alive') return
    const silentMs = clock.monoMs() - this.#beatMs
    if (!this.#isLast && silentMs <= CANCELS_WITHIN_MS) return
    const resting = truth.resting().filter(({ hash }) => !venue.isReturned(hash))
    if (this.#isLast && resting.length > 0)
      violations.add('watchdog', `${resting[0]?.hash} rests after the last list, ${silentMs} ms after the last beat`)
    if (!this.#isVerified && silentMs > CANCELS_WITHIN_MS && this.#isFree)
      violations.add('watchdog', `nothing is verified ${silentMs} ms after the last beat, ${resting.length} rest`)
  }

  /** Nothing stands in its way, nor did a while before the last beat. */
  get #isFree(): boolean {
    const { world } = this.#parts
    const sinceMs = world.sinceStartMs - (world.clock.monoMs() - this.#beatMs) - SETTLES_MS
    return world.scenario.disturbances.every(
      (one) => HARMLESS.has(one.kind) || endOf(one) < sinceMs || one.atMs > world.sinceStartMs,
    )
  }
}
