import { describe, expect, it } from 'vitest'
import type { Failure } from '../../src/domain/error.js'
import { executionSettings } from '../../src/execution/schema.js'
import { feedSettings } from '../../src/feed/schema.js'
import { at, hashOf } from '../execution/builders.js'
import { A, type B, market } from '../risk/builders.js'
import { CoreDriver, cancelled, intents, ofKind, quoting } from './core-driver.js'

const LOST: Failure = { code: 'unreachable', message: 'time-out', mayHaveHappened: true }
const OPERATOR = { kind: 'operator', actor: 'somebody', reason: 'a test' } as const

describe('failures', () => {
  it.each(['bad-api-key', 'forbidden', 'journal-failed'] as const)('%s stops the bot and pulls everything', (code) => {
    const { driver, hashes } = quoting()
    const decision = driver.push({ kind: 'look-up-failed', hash: hashOf(99), failure: { code, message: 'no' } })
    expect(ofKind(decision, 'stop')).toEqual([{ kind: 'stop', failure: { code, message: 'no' } }])
    expect(cancelled(decision).sort()).toEqual([...hashes].sort())
    driver.push({ kind: 'cancel-answered', cancelled: hashes, failed: [] })
    expect(intents(driver.fee())).toEqual([])
  })

  it.each(['bad-signature', 'signer-refused'] as const)('%s pulls everything until somebody resumes', (code) => {
    const { driver, hashes } = quoting()
    const decision = driver.push({ kind: 'look-up-failed', hash: hashOf(99), failure: { code, message: 'no' } })
    expect(ofKind(decision, 'stop')).toEqual([])
    expect(cancelled(decision).sort()).toEqual([...hashes].sort())
    expect(driver.core.standing.halted).toMatchObject({ cause: 'signature-refused', reason: `${code}: no` })
    driver.push({ kind: 'cancel-answered', cancelled: hashes, failed: [] })
    expect(intents(driver.fee())).toEqual([])
    expect(intents(driver.push({ ...OPERATOR, action: 'resume' }))).toHaveLength(2)
  })

  it('a reaction of pull-quotes pulls the market for a while, the other leg too', () => {
    const driver = new CoreDriver()
    driver.start()
    const [first, second] = intents(driver.fee())
    driver.push({ kind: 'signed', intentId: first!.intentId, hash: hashOf(1) })
    driver.push({ kind: 'submitted', intentId: first!.intentId, hash: hashOf(1), status: 'open' })
    const failure: Failure = { code: 'cancel-only', message: 'maintenance' }
    const decision = driver.push({ kind: 'submit-failed', intentId: second!.intentId, failure })
    expect(cancelled(decision)).toEqual([hashOf(1)])
    expect(decision.markets[0]?.refused.map((r) => r.detail)).toEqual(Array(2).fill('cancel-only: maintenance'))
    driver.push({ kind: 'cancel-answered', cancelled: [hashOf(1)], failed: [] })
    expect(intents(driver.fee())).toEqual([])
    driver.wake(1000)
    expect(intents(driver.fee())).toHaveLength(2)
  })

  it.each([
    ['bad-payload', 2],
    ['bad-amounts', 2],
    ['cancel-only', 0],
  ] as const)('%s pulls a market until it is known by the terms of the list again: %i quotes then', (code, quotes) => {
    const driver = new CoreDriver()
    driver.start()
    const failure: Failure = { code, message: 'price: expected a multiple of 1/100' }
    driver.push({ kind: 'market-changed', conditionId: A, detail: 'tick: expected 1/100, got 1/1000' })
    for (let i = 0; i < 5; i++) driver.push({ kind: 'read-failed', read: 'book', conditionId: A, failure })
    driver.push({ kind: 'market-changed', conditionId: A })
    expect(intents(driver.fee())).toHaveLength(quotes)
  })

  it('an order of unknown outcome closes its market to new orders, not to cancels', () => {
    const driver = new CoreDriver()
    driver.start()
    const [first, second] = intents(driver.fee())
    driver.push({ kind: 'signed', intentId: first!.intentId, hash: hashOf(1) })
    driver.push({ kind: 'signed', intentId: second!.intentId, hash: hashOf(2) })
    driver.push({ kind: 'submitted', intentId: second!.intentId, hash: hashOf(2), status: 'open' })
    const unclear = driver.push({ kind: 'submit-failed', intentId: first!.intentId, failure: LOST })
    expect(ofKind(unclear, 'look-up')).toMatchObject([{ kind: 'look-up', hash: hashOf(1) }])
    expect(intents(driver.fee())).toEqual([])
    expect(cancelled(driver.push({ ...OPERATOR, action: 'halt' }))).toEqual([hashOf(2)])
    driver.push({ kind: 'looked-up', hash: hashOf(1), record: driver.record(hashOf(1)) })
    expect(cancelled(driver.wake(10))).toEqual([])
    expect(driver.decisions.flatMap(cancelled)).toContain(hashOf(1))
  })

  it('what nobody knows is sent again with the same bytes, but not while nothing may be quoted', () => {
    const look = (driver: CoreDriver) => {
      driver.start()
      const [first] = intents(driver.fee())
      driver.push({ kind: 'signed', intentId: first!.intentId, hash: hashOf(1) })
      driver.push({ kind: 'submit-failed', intentId: first!.intentId, failure: LOST })
      driver.push({ kind: 'looked-up', hash: hashOf(1) })
      driver.wake(1000)
      driver.push({ kind: 'looked-up', hash: hashOf(1) })
    }
    const driver = new CoreDriver()
    look(driver)
    expect(ofKind(driver.wake(2000), 'resend')).toMatchObject([{ kind: 'resend', hash: hashOf(1) }])
    const halted = new CoreDriver()
    look(halted)
    halted.push({ ...OPERATOR, action: 'halt' })
    const decision = halted.wake(2000)
    expect(ofKind(decision, 'resend')).toEqual([])
    expect(ofKind(decision, 'look-up')).toHaveLength(1)
  })

  it('a fee from before a refusal is not signed, not even one that was already on its way', () => {
    const driver = new CoreDriver()
    driver.start()
    const [first] = intents(driver.fee())
    driver.push({ kind: 'signed', intentId: first!.intentId, hash: hashOf(1) })
    // another question is on its way when the refusal arrives
    driver.push({ kind: 'fee-changed', conditionId: A }, 400)
    const failure: Failure = { code: 'fee-changed', message: 'fee: expected 20' }
    driver.push({ kind: 'submit-failed', intentId: first!.intentId, failure })
    const asked = driver.wake(600)
    expect(ofKind(asked, 'read-fee')).toHaveLength(1)
    driver.push({ kind: 'fee-changed', conditionId: A })
    const answered = driver.fee(0)
    expect(intents(answered)).toEqual([])
    expect(ofKind(answered, 'read-fee')).toHaveLength(1)
    expect(intents(driver.fee(20)).map(({ draft }) => draft.feeRateBps)).toEqual([20])
  })

  it('a refused leg waits, longer each time', () => {
    const driver = new CoreDriver()
    driver.start()
    for (const { intentId } of intents(driver.fee())) {
      driver.push({ kind: 'signed', intentId, hash: hashOf(intentId) })
      driver.push({ kind: 'submitted', intentId, hash: hashOf(intentId), status: 'cancelled_local' })
    }
    expect(intents(driver.fee())).toEqual([])
    driver.wake(500)
    expect(intents(driver.fee())).toHaveLength(2)
  })

  it('a refusal for balance makes the account be read again', () => {
    const driver = new CoreDriver()
    driver.start()
    const [first] = intents(driver.fee())
    driver.push({
      kind: 'submit-failed',
      intentId: first!.intentId,
      failure: { code: 'insufficient-balance', message: 'no' },
    })
    expect(driver.core.beliefs.accountStale).toBe(true)
  })
})

it('a renewed lifetime follows the number of markets when it is derived', () => {
  const driver = new CoreDriver({ execution: executionSettings.parse({ orderLifetimeSec: 'auto' }) })
  driver.start()
  driver.push({ kind: 'budget', routeClass: 'write', perSecond: 5, perMinute: 30 })
  for (let i = 0; i < 10; i++) driver.push({ kind: 'market', market: market(`0xc${i}` as typeof B) })
  const life = (intents(driver.fee())[0]?.draft.expirationSec ?? 0) - at(driver.monoMs).venueMs / 1000
  // 22 quotes out of 6 renewals a minute
  expect(life).toBeGreaterThan(215)
})

it('what is over, or followed no more, is not renewed: orders do not live the longer for it', () => {
  const driver = new CoreDriver({ execution: executionSettings.parse({ orderLifetimeSec: 'auto' }) })
  driver.start()
  driver.push({ kind: 'budget', routeClass: 'write', perSecond: 5, perMinute: 30 })
  for (let i = 0; i < 20; i++) {
    const conditionId = `0xc${i}` as typeof B
    driver.push({ kind: 'market', market: market(conditionId) })
    if (i % 2 === 0) driver.push({ kind: 'market-status', conditionId, status: 'RESOLVED', winner: 0 })
    else driver.push({ kind: 'market-dropped', conditionId })
  }
  const life = (intents(driver.fee())[0]?.draft.expirationSec ?? 0) - at(driver.monoMs).venueMs / 1000
  expect(life).toBeLessThanOrEqual(61)
})

it('is woken when a stream that was asked for a snapshot has had its time', () => {
  const { driver } = quoting()
  // nothing is heard of the book: a snapshot is asked for, and does not come
  let decision = driver.wake(100)
  while (ofKind(decision, 'resync').length === 0) decision = driver.wake(100)
  const askedMonoMs = driver.monoMs
  const timeUpMonoMs = askedMonoMs + feedSettings.parse({}).staleAfterMs / 2
  const wakes = new Set<number | undefined>()
  while (driver.monoMs < timeUpMonoMs - 60) wakes.add(driver.wake(37).wakeAtMonoMs)
  expect([...wakes]).toContain(timeUpMonoMs)
})
