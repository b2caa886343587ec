import { expect, it } from 'vitest'
import { VirtualClock } from '../../src/backtest/virtual-clock.js'
import type { Answer } from '../../src/domain/error.js'
import type { Hex } from '../../src/domain/market/market.js'
import type { OrderRecord } from '../../src/domain/orders/order.js'
import { DeadMansSwitch, type SwitchNews } from '../../src/watchdog/dead-mans-switch.js'
import type { Beat, Unreadable } from '../../src/watchdog/heartbeat.js'
import { hashOf } from '../execution/builders.js'

const AWAY = { ok: false, failure: { code: 'unreachable', message: 'time-out' } } as const

/** A venue that takes 300 ms for a list at first, and a bot that was seen alive once. */
class Stage {
  readonly clock = new VirtualClock(0)
  readonly news: SwitchNews[] = []
  readonly cancelled: Hex[] = []
  resting: Hex[] = [hashOf(1)]
  beat = { run: 'one', beat: 1, pid: 1, state: 'alive', leaseMs: 3000 } satisfies Beat as Beat
  unreadable: Unreadable | undefined
  follower: string | null | undefined
  listed: Answer<never> | undefined
  refused: Answer<never> | undefined
  listMs = 300
  /** What happens while a list is on its way. */
  meanwhile: () => void = () => undefined
  readonly watchdog = new DeadMansSwitch({
    ...{
      clock: this.clock,
      beat: () => this.unreadable ?? this.beat,
      follower: () => this.follower,
      inFlightMs: 2000,
      tell: (news) => this.news.push(news),
    },
    trading: {
      listOrders: (_query, done) => {
        this.clock.after(this.listMs, () => {
          this.meanwhile()
          done(this.listed ?? { ok: true, value: this.resting.map(record) })
        })
      },
      cancelMany: (hashes, done) => {
        if (this.refused !== undefined) {
          const answer = this.refused
          this.clock.after(50, () => done(answer))
          return
        }
        this.cancelled.push(...hashes)
        this.resting = this.resting.filter((hash) => !hashes.includes(hash))
        this.clock.after(50, () => done({ ok: true, value: { cancelled: [...hashes], failed: [] } }))
      },
      cancelAll: () => undefined,
    },
  })

  constructor() {
    this.watchdog.start()
  }

  pass(ms: number): void {
    this.clock.runUntil(this.clock.monoMs() + ms)
  }

  told(): string[] {
    return this.news.map((news) => (news.event === 'heart' ? news.heart : news.event))
  }
}

const record = (hash: Hex) => ({ hash, remainingRaw: 1n, pendingRaw: 0n, status: 'open' }) as OrderRecord

it('cancels what a silent bot left, verifies, and once more when nothing can be on its way', () => {
  const stage = new Stage()
  stage.pass(9000)
  expect(stage.told()).toEqual(['beating', 'silent', 'fired', 'verified', 'again', 'verified'])
  expect(stage.cancelled).toEqual([hashOf(1)])
  expect(stage.watchdog.state).toMatchObject({ fired: 1, cancelled: 1, isUnverified: false })
})

it('cancels nothing of a bot that beats again, which places while a list is on its way, and says that it gave way', () => {
  const stage = new Stage()
  stage.pass(4100)
  stage.meanwhile = () => {
    stage.beat = { ...stage.beat, beat: stage.beat.beat + 1 }
    stage.resting = [hashOf(2)]
  }
  stage.pass(3000)
  expect(stage.told()).toEqual(['beating', 'silent', 'fired', 'beating', 'gave-way'])
  expect(stage.cancelled).toEqual([])
})

it('leaves off between two lists, and says what it had cancelled by then', () => {
  const stage = new Stage()
  stage.pass(4400)
  expect(stage.cancelled).toEqual([hashOf(1)])
  stage.beat = { ...stage.beat, run: 'two', beat: 1 }
  stage.resting = [hashOf(2)]
  stage.pass(3000)
  expect(stage.told()).toEqual(['beating', 'silent', 'fired', 'beating', 'gave-way'])
  expect(stage.news.at(-1)).toEqual({ event: 'gave-way', cancelled: 1 })
  expect(stage.resting).toEqual([hashOf(2)])
  expect(stage.watchdog.state).toMatchObject({ heart: 'beating', cancelled: 1, isUnverified: false })
})

it('begins no further attempt after a failed one, and fires anew at the next silence', () => {
  const stage = new Stage()
  stage.pass(1000)
  stage.listed = AWAY
  stage.pass(7300)
  expect(stage.told().slice(0, 4)).toEqual(['beating', 'silent', 'fired', 'failed'])
  stage.beat = { ...stage.beat, beat: 2 }
  stage.pass(1000)
  expect(stage.told().slice(4)).toEqual(['beating', 'gave-way'])
  stage.listed = undefined
  stage.pass(4000)
  expect(stage.told().slice(6)).toEqual(['silent', 'fired', 'verified'])
  expect(stage.watchdog.state.fired).toBe(2)
})

it('says that a sign of life which is there cannot be read, instead of waiting for the first one, and when it can be', () => {
  const stage = new Stage()
  stage.pass(1000)
  stage.unreadable = { unreadable: 'EACCES: permission denied' }
  stage.pass(1000)
  expect(stage.news.at(-1)).toEqual({ event: 'unreadable', reason: 'EACCES: permission denied' })
  expect(stage.watchdog.state).toMatchObject({ heart: 'beating', unreadable: 'EACCES: permission denied' })
  stage.unreadable = undefined
  stage.beat = { ...stage.beat, beat: 2 }
  stage.pass(1000)
  expect(stage.told()).toEqual(['beating', 'unreadable', 'readable'])
  expect(stage.watchdog.state.unreadable).toBeUndefined()
})

it('says what it has cancelled this time, and counts what it ever has', () => {
  const stage = new Stage()
  stage.pass(9000)
  stage.resting = [hashOf(2), hashOf(3)]
  stage.beat = { ...stage.beat, beat: 2 }
  stage.pass(9000)
  const cancelled = stage.news.flatMap((news) => (news.event === 'verified' ? [news.cancelled] : []))
  expect(cancelled).toEqual([1, 1, 2, 2])
  expect(stage.watchdog.state).toMatchObject({ fired: 2, cancelled: 3 })
})

it('tries again and again while the venue fails, and says so once a minute', () => {
  const stage = new Stage()
  stage.pass(1000)
  stage.listed = AWAY
  stage.pass(3 * 60_000)
  expect(stage.told().filter((event) => event === 'failed')).toHaveLength(3)
  stage.listed = undefined
  stage.pass(2000)
  expect(stage.told().at(-1)).toBe('verified')
  expect(stage.cancelled).toEqual([hashOf(1)])
})

it('gives a list of many slow pages the time that it takes', () => {
  const stage = new Stage()
  stage.pass(1000)
  stage.listMs = 6000
  stage.pass(60_000)
  expect(stage.cancelled).toEqual([hashOf(1)])
  expect(stage.told()).toContain('verified')
})

/** Somebody on another machine has the wallet, and the bot of this one is silent. */
function followedStage(): Stage {
  const stage = new Stage()
  stage.follower = 'other:7'
  stage.pass(9000)
  expect(stage.told()).toEqual(['beating', 'followed'])
  return stage
}

it('cancels nothing of a bot that has followed the silent one on another machine, until that one beats again', () => {
  const stage = followedStage()
  // a Redis that is away says of nobody that it holds the wallet
  stage.follower = undefined
  stage.pass(9000)
  expect(stage.told()).toEqual(['beating', 'followed'])
  expect(stage.cancelled).toEqual([])
  stage.beat = { ...stage.beat, run: 'two' }
  stage.pass(9000)
  expect(stage.told()).toEqual(['beating', 'followed', 'beating', 'silent', 'fired', 'verified', 'again', 'verified'])
})

it('cancels for the follower, too, once that one has left the lease and what it sent has arrived', () => {
  const stage = followedStage()
  stage.follower = null
  stage.pass(1500)
  expect(stage.told()).toEqual(['beating', 'followed'])
  stage.pass(1000)
  expect(stage.cancelled).toEqual([hashOf(1)])
  // the next one to follow is left alone again
  stage.follower = 'third:9'
  stage.resting = [hashOf(2)]
  stage.pass(9000)
  expect(stage.cancelled).toEqual([hashOf(1)])
  expect(stage.watchdog.state.heart).toBe('followed')
})

it('gives way at once to a bot that follows while a list is on its way, and names it', () => {
  const stage = new Stage()
  stage.pass(4100)
  stage.meanwhile = () => {
    stage.follower = 'other:7'
    stage.resting = [hashOf(2)]
  }
  stage.pass(9000)
  expect(stage.told()).toEqual(['beating', 'silent', 'fired', 'followed', 'gave-way'])
  expect(stage.news.at(-1)).toEqual({ event: 'gave-way', cancelled: 0, to: 'other:7' })
  expect(stage.cancelled).toEqual([])
  expect(stage.watchdog.state).toMatchObject({ fired: 1, isUnverified: false })
})

it('is in trouble while the venue lists and cancels nothing, and says why', () => {
  const stage = new Stage()
  stage.refused = AWAY
  stage.pass(9000)
  expect(stage.news.at(-1)).toMatchObject({ event: 'failed', left: 1, failure: AWAY.failure })
  expect(stage.watchdog.state).toMatchObject({ isUnverified: true, trouble: AWAY.failure })
  stage.refused = undefined
  stage.pass(9000)
  expect(stage.watchdog.state).toMatchObject({ isUnverified: false, trouble: undefined })
})
