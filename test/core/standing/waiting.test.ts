import { describe, expect, it } from 'vitest'
import type { Failure } from '../../../src/domain/error.js'
import type { RouteClassName, Told } from '../../../src/domain/permit.js'
import type { Command } from '../../../src/domain/run/command.js'
import { A } from '../../risk/builders.js'
import { book, CoreDriver, cancelled, intents, quoting, refusals } from '../core-driver.js'

const AWAY: Failure = { code: 'unreachable', message: 'connection refused' }
const BROKEN: Failure = { code: 'venue-failed', message: '503' }

interface Outage {
  readonly failure: Failure
  readonly told?: Told
}

/** How a venue that is away answers a command: every request fails. */
function fail(driver: CoreDriver, command: Command, { failure, told }: Outage): number {
  if (!('permits' in command)) return 0
  for (const permit of command.permits) driver.push({ kind: 'answered', permit, ...(told ? { told } : {}) })
  if (command.kind === 'cancel') driver.push({ kind: 'cancel-failed', hashes: command.hashes, failure })
  else if (command.kind === 'list-orders') driver.push({ kind: 'read-failed', read: 'orders', failure })
  else if (command.kind === 'list-fills') driver.push({ kind: 'read-failed', read: 'fills', failure })
  else if (command.kind === 'read-account') driver.push({ kind: 'read-failed', read: 'account', failure })
  else if (command.kind === 'read-fee') driver.push({ kind: 'read-failed', read: 'fee', conditionId: A, failure })
  else if (command.kind === 'read-best-bids')
    driver.push({ kind: 'read-failed', read: 'best-bids', conditionId: A, failure })
  else if (command.kind === 'read-book') driver.push({ kind: 'read-failed', read: 'book', conditionId: A, failure })
  return command.permits.length
}

/** The venue is away for so long, its socket goes on. Returns the requests of each command. */
function outage(driver: CoreDriver, forMs: number, how: Outage): number {
  const end = driver.monoMs + forMs
  let requests = 0
  let from = 0
  while (driver.monoMs < end) {
    driver.push({ kind: 'book', conditionId: A, book: book(48, 48), via: 'socket' }, 50)
    const commands = driver.decisions.slice(from).flatMap((decision) => decision.commands)
    from = driver.decisions.length
    for (const command of commands) requests += fail(driver, command, how)
  }
  return requests
}

/** Every class is answered again. */
function answerAll(driver: CoreDriver): void {
  for (const routeClass of ['read', 'write', 'cancel', 'account'] satisfies RouteClassName[]) {
    const permit = { routeClass, serial: 1_000_000, untilMonoMs: Number.POSITIVE_INFINITY }
    driver.push({ kind: 'answered', permit, told: {} })
  }
}

function live(driver: CoreDriver, forMs: number): void {
  for (const end = driver.monoMs + forMs; driver.monoMs < end; )
    driver.push({ kind: 'book', conditionId: A, book: book(48, 48), via: 'socket' }, 100)
}

const kinds = (driver: CoreDriver) => driver.core.standing.takeChanges().map(({ kind }) => kind)

it('a venue that refuses cancels alone is waited for, in the words of its refusal', () => {
  const driver = quoting().driver
  const failure: Failure = { code: 'bad-request', message: 'no such route' }
  for (let round = 1; round <= 4; round++) {
    const permit = { routeClass: 'cancel', serial: round, untilMonoMs: Number.POSITIVE_INFINITY } as const
    driver.push({ kind: 'answered', permit, told: { failed: true } })
    driver.push({ kind: 'cancel-failed', hashes: [], failure }, 0)
    live(driver, 700)
  }
  expect(driver.core.standing.waiting).toMatchObject({
    cause: 'venue',
    reason: expect.stringContaining('no such route'),
  })
})

describe('a venue that is away', () => {
  it.each([
    ['no answers', { failure: AWAY }],
    ['503', { failure: BROKEN, told: { failed: true } }],
    ['429', { failure: { code: 'rate-limited', message: '429' }, told: { block: { waitMs: 1000 } } }],
  ] satisfies readonly (readonly [string, Outage])[])(
    '%s: is waited for with few requests, and never halts',
    (_name, how) => {
      const { driver } = quoting()
      const requests = outage(driver, 20_000, how)
      expect(requests).toBeGreaterThan(5)
      expect(requests).toBeLessThan(60)
      expect(driver.core.standing.halted).toBeUndefined()
      const snapshot = driver.core.snapshot({ monoMs: driver.monoMs, wallMs: 0, venueMs: 0 })
      expect(snapshot.waiting).toMatchObject({ cause: 'venue' })
      // told once, however often it is tried
      expect(kinds(driver)).toEqual(['waiting'])
    },
  )

  it('quotes are pulled once it is clear, and return by themselves when all has been well for a while', () => {
    const { driver, hashes } = quoting()
    outage(driver, 25_000, { failure: AWAY })
    expect(driver.core.standing.waiting?.reason).toBe('unreachable: connection refused')
    expect(new Set(driver.decisions.flatMap(cancelled))).toEqual(new Set(hashes))
    answerAll(driver)
    driver.push({ kind: 'cancel-answered', cancelled: hashes, failed: [] })
    live(driver, 2500)
    expect(refusals(driver.decisions.findLast(({ markets }) => markets.length > 0)!)).toContain('waiting')
    expect(driver.core.standing.waiting).toBeDefined()
    live(driver, 1000)
    expect(driver.core.standing.waiting).toBeUndefined()
    expect(intents(driver.fee())).toHaveLength(2)
    expect(kinds(driver)).toEqual(['waiting', 'waited'])
  })

  it('one failure, or one of many, is no outage', () => {
    const { driver } = quoting()
    for (let i = 0; i < 50; i++) {
      for (const permit of driver.core.budget.take('read', 1, driver.monoMs))
        driver.push({ kind: 'answered', permit, ...(i % 3 === 0 ? { told: {} } : {}) }, 100)
      live(driver, 500)
    }
    expect(driver.core.standing.waiting).toBeUndefined()
  })
})

describe('other waits', () => {
  it('a lost sign-in, until it has been back for a while', () => {
    const { driver } = quoting()
    driver.push({ kind: 'session', signedIn: false, detail: 'refused' })
    expect(driver.core.standing.waiting).toEqual({ cause: 'sign-in', reason: 'refused' })
    driver.push({ kind: 'session', signedIn: true, detail: 'signed in' })
    live(driver, 2000)
    expect(driver.core.standing.waiting).toBeDefined()
    live(driver, 2000)
    expect(driver.core.standing.waiting).toBeUndefined()
  })

  it('a lease that is not renewed, before all else; strangers are left alone once it may be theirs', () => {
    const { driver } = quoting()
    driver.push({ kind: 'session', signedIn: false, detail: 'refused' })
    driver.push({ kind: 'lease', reason: 'redis is away', isOver: false })
    expect(driver.core.standing.waiting).toEqual({ cause: 'lease', reason: 'redis is away' })
    driver.push({ kind: 'session', signedIn: true, detail: 'signed in' })
    driver.push({ kind: 'lease' })
    live(driver, 4000)
    expect(driver.core.standing.waiting).toBeUndefined()
    expect(driver.core.standing.halted).toBeUndefined()
  })

  it('a signer that is away: nobody resumes the bot when it is back', () => {
    const { driver } = quoting()
    driver.push({ kind: 'signer', reason: 'the signer has gone' })
    expect(driver.core.standing.waiting).toEqual({ cause: 'signer', reason: 'the signer has gone' })
    driver.push({ kind: 'signer' })
    live(driver, 4000)
    expect(driver.core.standing.waiting).toBeUndefined()
    expect(driver.core.standing.halted).toBeUndefined()
  })

  it('a clock that is lost for longer than a jump takes', () => {
    const { driver } = quoting()
    driver.push({ kind: 'clock', errorMs: 1e9 })
    driver.push({ kind: 'clock', errorMs: 50 })
    driver.push({ kind: 'clock', errorMs: 50, reason: 'an hour behind' })
    driver.push({ kind: 'clock', errorMs: 50, reason: 'an hour behind' }, 1000)
    expect(driver.core.standing.waiting).toBeUndefined()
    driver.push({ kind: 'clock', errorMs: 50, reason: 'an hour behind' }, 1000)
    expect(driver.core.standing.waiting).toEqual({ cause: 'clock', reason: 'an hour behind' })
    driver.push({ kind: 'clock', errorMs: 50 })
    live(driver, 4000)
    expect(driver.core.standing.waiting).toBeUndefined()
  })

  it('every feed stale for a while', () => {
    const { driver } = quoting()
    live(driver, 2000)
    driver.push({ kind: 'feed', conditionId: A, health: 'stale', reason: 'the link is down' })
    driver.wake(1100)
    driver.wake(1100)
    expect(driver.core.standing.waiting).toEqual({ cause: 'feed', reason: 'every feed is stale' })
  })

  it('a start is no wait: nothing was quoted that could return', () => {
    const driver = new CoreDriver()
    driver.push({ kind: 'clock', errorMs: 1e9 })
    driver.push({ kind: 'clock', errorMs: 1e9 })
    driver.start()
    expect(driver.core.standing.takeChanges()).toEqual([])
    expect(driver.core.standing.wait).toBeUndefined()
  })
})
