// The process beside the bot that cancels everything when the bot shows no sign of life, and the sign that it looks at.
//
// What `quoin run` and its heartbeat file do is played here by the same rules: a beat a second by whoever takes turns, nothing sent later than
// a lease after the last one.

import type { VirtualClock } from '../../../src/backtest/virtual-clock.js'
import { emergencyDesk } from '../../../src/bot/mass-cancel.js'
import { ROUTE_CLASSES } from '../../../src/domain/permit.js'
import type { Random } from '../../../src/domain/random.js'
import type { Clock } from '../../../src/domain/time.js'
import { Budget } from '../../../src/execution/budget/budget.js'
import { LocalCount } from '../../../src/execution/budget/local-count.js'
import { Desk } from '../../../src/execution/budget/permit-desk.js'
import { bareTrading } from '../../../src/venue/session/rest/order-pages.js'
import { createSession } from '../../../src/venue/session/session.js'
import type { Transport } from '../../../src/venue/session/transport.js'
import type { VenueProfile } from '../../../src/venue/wire/profile.js'
import { DeadMansSwitch, type SwitchNews } from '../../../src/watchdog/dead-mans-switch.js'
import type { Beat } from '../../../src/watchdog/heartbeat.js'
import { ACCOUNT } from '../virtual/simulate.js'
import { tagSigner } from '../virtual/tag-crypto.js'

const BEAT_EVERY_MS = 1000
const LEASE_MS = 3000
/** Whoever has taken no turn for so long does not beat. */
const TURNING_MS = 3000
/** Whoever waits for a permit is told after this that there is none. */
const PATIENCE_MS = 3000

/** Of one life of the bot; the file outlives it. */
export class Heartbeats {
  #last: Beat | undefined
  #beats = 0

  get last(): Beat | undefined {
    return this.#last
  }

  /** Returns the last check before the wire: why nothing may be sent, and the end of a clean stop. */
  begin(life: {
    readonly run: string
    readonly clock: Pick<Clock, 'monoMs' | 'after'>
    readonly lastTurnMs: () => number
  }) {
    const { run, clock, lastTurnMs } = life
    let beatMs = Number.NEGATIVE_INFINITY
    let isOver = false
    const write = (state: Beat['state']) => {
      beatMs = clock.monoMs()
      this.#last = { run, beat: ++this.#beats, pid: 1, state, leaseMs: LEASE_MS }
    }
    const renew = () => {
      if (isOver) return
      if (clock.monoMs() - lastTurnMs() <= TURNING_MS) write('alive')
      clock.after(BEAT_EVERY_MS, renew)
    }
    write('alive')
    clock.after(BEAT_EVERY_MS, renew)
    return {
      refusal: () => (clock.monoMs() - beatMs <= LEASE_MS ? undefined : 'no sign of life'),
      end: () => {
        isOver = true
        write('stopped')
      },
    }
  }
}

export interface WatchdogParts {
  readonly clock: VirtualClock
  readonly network: Transport
  readonly profile: VenueProfile
  readonly apiKey: string
  readonly random: Random
  readonly beats: Heartbeats
  readonly inFlightMs: number
  readonly tell: (news: SwitchNews) => void
}

export function startWatchdog(parts: WatchdogParts): DeadMansSwitch {
  const { clock, network, profile, apiKey, random, beats, inFlightMs, tell } = parts
  const desk = new Desk()
  const { trading, own } = createSession({
    ...{ profile, clock, apiKey, desk, transport: network },
    signer: tagSigner(ACCOUNT, profile.typedData, random),
  })
  if (trading === undefined || own === undefined) throw new Error('expected a session that trades')
  countItself(desk, parts)
  trading.start()
  const watchdog = new DeadMansSwitch({
    trading: bareTrading({ trading, own }, emergencyDesk(desk)),
    ...{ clock, beat: () => beats.last, inFlightMs, tell },
  })
  watchdog.start()
  return watchdog
}

/** As a process without a core does. */
function countItself(desk: Desk, { clock, profile: { limits } }: WatchdogParts): void {
  const budget = new Budget()
  budget.hurry()
  for (const routeClass of ROUTE_CLASSES)
    budget.hear({ kind: 'budget', routeClass, ...limits[routeClass], learnFirst: true }, clock.monoMs())
  new LocalCount({ budget, desk, clock, patienceMs: PATIENCE_MS })
}
