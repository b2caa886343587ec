import { describe, expect, it } from 'vitest'
import type { ChainPolicy } from '../../src/chain/policy.js'
import type { ChainAct, ChainEvent, ChainReading } from '../../src/domain/account/chain-transaction.js'
import { NO, YES } from '../../src/domain/market/side.js'
import type { Decision } from '../../src/domain/run/decision.js'
import { executionSettings } from '../../src/execution/schema.js'
import { at } from '../execution/builders.js'
import { A, market, raw } from '../risk/builders.js'
import { book, CoreDriver, cancelled, intents, ofKind } from './core-driver.js'

const POLICY: ChainPolicy = { actions: 'merge', mergeMin: 5, maxCostShare: 0.01 }
const FREE = { split: 0, merge: 0, redeem: 0, approve: 0 }
const read = (change: Partial<ChainReading> = {}): ChainEvent => ({
  kind: 'chain-read',
  reading: { costs: FREE, collateralRaw: 0n, allowances: [], ...change },
})
const acts = (decision: Decision): ChainAct[] => ofKind(decision, 'chain-act').map(({ act }) => act)
const merge = (sets: number): ChainAct => ({ kind: 'merge', conditionId: A, setsRaw: raw(sets) })
const pending = (act: ChainAct): ChainEvent => ({
  kind: 'chain-pending',
  transaction: { act, nonce: 0, hash: '0x01', replaced: 0 },
})
const ended = (act: ChainAct, change: Partial<Extract<ChainEvent, { kind: 'chain-ended' }>> = {}): ChainEvent => ({
  ...{ kind: 'chain-ended', act, outcome: 'confirmed', hash: '0x01', cost: 0.25 },
  ...change,
})

function begun(tokens: readonly [number, number] = [0, 0], holdingsLagMs = 1000, useHeldTokens = true) {
  const driver = new CoreDriver({ chain: POLICY, holdingsLagMs, execution: executionSettings.parse({ useHeldTokens }) })
  // an account that is read before everything else
  driver.fund(1000, tokens, 1)
  driver.start()
  driver.push(read())
  return driver
}
const spare = ({ core }: CoreDriver) => core.beliefs.funds.heldOf(A)
const held = ({ core }: CoreDriver) => core.beliefs.positions.position(market()).tokensRaw
const collateral = ({ core }: CoreDriver) => core.beliefs.funds.collateralRaw()
/** Lists that would prove a difference. */
function list(driver: CoreDriver): Decision {
  driver.push({ kind: 'orders-listed', records: [], askedSeq: driver.seq })
  return driver.push({ kind: 'fills-listed', fills: [], askedSeq: driver.seq })
}

it('an allowance is given once: the next reading shows it, and until then nothing is begun', () => {
  const spender = `0x${'5e'.repeat(20)}` as const
  const approve: ChainAct = { kind: 'approve', spender, amountRaw: 500n }
  const policy: ChainPolicy = { ...POLICY, actions: 'all', allowance: { spender, raw: 500n, refillBelowRaw: 100n } }
  const driver = new CoreDriver({ chain: policy })
  driver.fund(1000, [12, 7], 1)
  driver.start()
  driver.push(read({ allowances: [{ spender, raw: 0n }] }))
  expect(acts(driver.wake(600))).toEqual([approve])
  driver.push(ended(approve))
  expect(acts(driver.wake(600))).toEqual([])
  driver.push(read({ allowances: [{ spender, raw: 500n }] }))
  expect(acts(driver.wake(600))).toEqual([merge(7)])
})

describe('full sets', () => {
  it('are merged, once, and no order may use them meanwhile', () => {
    const driver = begun([12, 7])
    expect(acts(driver.wake(600))).toEqual([merge(7)])
    expect(spare(driver)).toEqual([raw(5), 0n])
    expect(acts(driver.wake(600))).toEqual([])
    driver.push(pending(merge(7)))
    expect(driver.core.snapshot(at(driver.monoMs)).capital).toMatchObject({ pending: { act: 'merge', hash: '0x01' } })
    // nothing is held less before it is confirmed
    expect(held(driver)).toEqual([raw(12), raw(7)])
    driver.push(ended(merge(7)))
    expect([held(driver), spare(driver)]).toEqual([
      [raw(5), 0n],
      [raw(5), 0n],
    ])
    const capital = driver.core.snapshot(at(driver.monoMs)).capital
    expect(capital).toEqual({ merged: 7, redeemed: 0, cost: 0.25, allowances: [] })
  })

  it('earn and lose nothing by it', () => {
    const driver = begun([12, 7])
    const total = () => driver.core.snapshot(at(driver.monoMs)).totals.total
    const before = total()
    driver.wake(600)
    driver.push(ended(merge(7)))
    expect(total()).toBeCloseTo(before, 9)
  })

  it('are taken from behind SELL orders first: cancelled, and read again, before they are merged', () => {
    const driver = begun([20, 20])
    // the chain is too dear at first, so that some are sold
    driver.push(read({ costs: { ...FREE, merge: 10 } }))
    driver.wake(600)
    driver.quote()
    const sells = () => driver.core.beliefs.orders.livingOf(A).filter(({ draft }) => draft.side === 'SELL')
    expect(sells()).toHaveLength(2)
    driver.push(read())
    const decision = driver.wake(600)
    expect(acts(decision)).toEqual([])
    const asked = cancelled(decision)
    expect(asked).toHaveLength(2)
    driver.push({ kind: 'cancel-answered', cancelled: asked, failed: [] })
    // a match may be unheard of until the account has been read
    expect(acts(driver.wake(600))).toEqual([])
    driver.fund(1000, [20, 20], driver.seq)
    expect(acts(driver.wake(600))).toEqual([merge(20)])
  })

  it('are read again each time: that nothing rested at a former try says nothing of orders that have lived since', () => {
    const driver = begun([20, 20])
    expect(acts(driver.wake(600))).toEqual([merge(20)])
    driver.push(ended(merge(20), { outcome: 'reverted' }))
    driver.fund(1000, [20, 20], driver.seq)
    driver.push(read())
    // sold until it is tried again
    driver.wake(600)
    const sold = driver.quote()
    expect(sold).toHaveLength(2)
    driver.push({ kind: 'operator', action: 'pause', conditionId: A, actor: 'ann', reason: 'a look' })
    expect(acts(driver.push({ kind: 'cancel-answered', cancelled: sold, failed: [] }, 4500))).toEqual([])
    expect(acts(driver.wake(600))).toEqual([])
    driver.fund(1000, [20, 20], driver.seq)
    expect(acts(driver.wake(600))).toEqual([merge(20)])
  })

  it('are not merged twice: a reading from before shows them still', () => {
    const driver = begun([7, 7])
    const before = driver.seq
    driver.wake(600)
    driver.push(ended(merge(7)))
    driver.fund(1000, [7, 7], before)
    expect(acts(driver.wake(600))).toEqual([])
    expect(spare(driver)).toEqual([0n, 0n])
  })

  it('are left where it does not pay, and where nothing is known of the cost', () => {
    const dear = new CoreDriver({ chain: POLICY })
    dear.fund(1000, [7, 7], 1)
    dear.start()
    expect(acts(dear.wake(600))).toEqual([])
    dear.push(read({ costs: { ...FREE, merge: 0.071 } }))
    expect(acts(dear.wake(600))).toEqual([])
    expect(spare(dear)).toEqual([raw(7), raw(7)])
    dear.push(read({ costs: { ...FREE, merge: 0.07 } }))
    expect(acts(dear.wake(600))).toEqual([merge(7)])
  })
})

describe('holdings that change by a transaction alarm nobody', () => {
  const alarms = (driver: CoreDriver, decisions: readonly Decision[]) => [
    driver.core.beliefs.ledger.isMismatched(A),
    decisions.flatMap(({ corrected }) => corrected).length,
  ]

  it('when the account shows it before it is confirmed, and the collateral does not count yet', () => {
    const driver = begun([12, 7])
    driver.wake(600)
    driver.push(pending(merge(7)))
    driver.fund(1007, [5, 0], driver.seq)
    expect(collateral(driver)).toBe(raw(1000))
    const decisions = [list(driver), driver.push(ended(merge(7)))]
    driver.fund(1007, [5, 0], driver.seq)
    expect(alarms(driver, [...decisions, list(driver)])).toEqual([false, 0])
    expect([held(driver), collateral(driver)]).toEqual([[raw(5), 0n], raw(1007)])
  })

  it.each(['before', 'after'])('when a purchase comes in meanwhile that was matched %s it was decided on', (when) => {
    const driver = begun([12, 7], 1000, false)
    const [bid] = driver.quote()
    const order = driver.core.beliefs.orders.byHash(bid ?? '0x')
    if (bid === undefined || order?.draft.side !== 'BUY') throw new Error('expected a bid')
    const sizeRaw = order.originalRaw
    const price = BigInt(order.draft.price)
    const told = (pendingRaw: bigint) =>
      driver.push({
        kind: 'order',
        record: driver.record(bid, { status: 'filled', remainingRaw: 0n, filledRaw: sizeRaw - pendingRaw, pendingRaw }),
      })
    if (when === 'before') told(sizeRaw)
    expect(acts(driver.wake(600))).toEqual([merge(7)])
    if (when === 'after') told(sizeRaw)
    driver.push(pending(merge(7)))
    told(0n)
    const left: [bigint, bigint] = [raw(5), 0n]
    left[order.draft.outcome] += sizeRaw
    const shares = ([yes, no]: readonly [bigint, bigint]) => [Number(yes) / 1e6, Number(no) / 1e6] as const
    const paid = Number((sizeRaw * price) / 100n) / 1e6
    const [question] = ofKind(driver.push({ kind: 'account-changed' }, 20_000), 'read-account')
    driver.fund(1007 - paid, shares(left), question?.askedSeq)
    expect(collateral(driver)).toBe(raw(1000 - paid))
  })

  it('when the account shows it later than it is confirmed', () => {
    const driver = begun([12, 7])
    driver.wake(600)
    driver.push(ended(merge(7)))
    driver.fund(1000, [12, 7], driver.seq)
    const decisions = [list(driver)]
    driver.monoMs += 2000
    driver.fund(1007, [5, 0], driver.seq)
    expect(alarms(driver, [...decisions, list(driver)])).toEqual([false, 0])
  })

  it('but one that it does not explain does', () => {
    const driver = begun([12, 7])
    driver.wake(600)
    driver.push(pending(merge(7)))
    driver.fund(1000, [1, 0], driver.seq)
    expect(driver.core.beliefs.ledger.isMismatched(A)).toBe(true)
  })
})

describe('a transaction that comes to nothing', () => {
  it('gives back what was withheld, and the next one waits, longer each time', () => {
    const driver = begun([7, 7])
    driver.wake(600)
    const failure = { code: 'signer-refused', message: 'above the cap' } as const
    const fail = () => driver.push(ended(merge(7), { outcome: 'unsent', failure }))
    fail()
    expect(held(driver)).toEqual([raw(7), raw(7)])
    expect(spare(driver)).toEqual([raw(7), raw(7)])
    expect(driver.core.snapshot(at(driver.monoMs)).capital?.failure).toBe('unsent: above the cap')
    expect(acts(driver.wake(4000))).toEqual([])
    expect(acts(driver.wake(1500))).toEqual([merge(7)])
    fail()
    expect(acts(driver.wake(9000))).toEqual([])
    expect(acts(driver.wake(1500))).toEqual([merge(7)])
  })

  it('holds up no other: sets are merged although the allowance cannot be given', () => {
    const spender = `0x${'5e'.repeat(20)}` as const
    const allowance = { spender, raw: 500n, refillBelowRaw: 100n }
    const driver = new CoreDriver({ chain: { ...POLICY, actions: 'all', allowance } })
    driver.fund(1000, [12, 7], 1)
    driver.start()
    driver.push(read({ allowances: [{ spender, raw: 50n }] }))
    const approve: ChainAct = { kind: 'approve', spender, amountRaw: 500n }
    const refuse = () => {
      const failure = { code: 'bad-request', message: 'it would be reverted' } as const
      driver.push(ended(approve, { outcome: 'unsent', failure, cost: 0 }))
    }
    expect(acts(driver.wake(600))).toEqual([approve])
    refuse()
    expect(acts(driver.wake(600))).toEqual([merge(7)])
    driver.push(ended(merge(7)))
    driver.push(read({ allowances: [{ spender, raw: 50n }] }))
    // what was merged does not hide what still fails
    expect(driver.core.snapshot(at(driver.monoMs)).capital).toMatchObject({ merged: 7, failure: expect.any(String) })
    expect(acts(driver.wake(3000))).toEqual([])
    expect(acts(driver.wake(1500))).toEqual([approve])
    refuse()
    expect(acts(driver.wake(9000))).toEqual([])
    expect(acts(driver.wake(1500))).toEqual([approve])
  })
})

describe('a market that is over', () => {
  const over = (status: 'RESOLVED' | 'CANCELLED', winner?: 0 | 1) =>
    ({ kind: 'market-status', conditionId: A, status, ...(winner === undefined ? {} : { winner }) }) as const

  it('is paid out, the winner whole, and a cancelled one by halves', () => {
    for (const [event, paidRaw] of [
      [over('RESOLVED', NO), raw(3)],
      [over('CANCELLED'), raw(6)],
    ] as const) {
      const driver = begun([9, 3])
      driver.push(event)
      const redeem: ChainAct = { kind: 'redeem', conditionId: A, tokensRaw: [raw(9), raw(3)], paidRaw }
      expect(acts(driver.wake(600))).toEqual([redeem])
      const { total } = driver.core.snapshot(at(driver.monoMs)).totals
      driver.push(ended(redeem))
      expect(held(driver)).toEqual([0n, 0n])
      expect(driver.core.snapshot(at(driver.monoMs)).totals.total).toBeCloseTo(total, 9)
    }
  })

  it('is paid out once its winner is known, however long after its resolution', () => {
    const driver = begun([400, 0])
    driver.push(over('RESOLVED'))
    for (let i = 0; i < 10; i++) expect(acts(driver.wake(60_000))).toEqual([])
    driver.push(over('RESOLVED', YES))
    const tokensRaw = [raw(400), 0n] as const
    expect(acts(driver.wake(600))).toEqual([{ kind: 'redeem', conditionId: A, tokensRaw, paidRaw: raw(400) }])
  })
})

describe('nothing is begun', () => {
  it('while the bot is halted, waits or ends; what is under way goes on', () => {
    const halted = begun([7, 7])
    halted.push({ kind: 'operator', action: 'halt', actor: 'ann', reason: 'stop it' })
    expect(acts(halted.wake(600))).toEqual([])
    halted.push({ kind: 'operator', action: 'resume', actor: 'ann', reason: 'go on' })
    expect(acts(halted.wake(600))).toEqual([merge(7)])
    const draining = begun([7, 7])
    draining.push({ kind: 'operator', action: 'drain', actor: 'stop', reason: 'the bot stops' })
    expect(acts(draining.wake(600))).toEqual([])
  })

  it('without the settings, whatever is held', () => {
    const driver = new CoreDriver()
    driver.fund(1000, [70, 70], 1)
    driver.start()
    driver.push(read())
    expect(acts(driver.wake(600))).toEqual([])
    expect(driver.core.snapshot(at(driver.monoMs)).capital).toBeUndefined()
  })
})

describe('why nothing is begun', () => {
  const idleFor = ({ core, monoMs }: CoreDriver) => core.snapshot(at(monoMs)).capital?.idleFor
  const unread: ChainEvent = { kind: 'chain-read-failed', failure: { code: 'unreachable', message: 'no answer' } }

  it('is said while the chain cannot be read, before the first reading and after a transaction', () => {
    const driver = new CoreDriver({ chain: POLICY })
    driver.fund(1000, [7, 7], 1)
    driver.start()
    driver.push(unread)
    driver.wake(600)
    expect(idleFor(driver)).toBe('the chain cannot be read: unreachable: no answer')
    driver.push(read())
    expect(acts(driver.wake(600))).toEqual([merge(7)])
    expect(idleFor(driver)).toBeUndefined()
    driver.push(ended(merge(7)))
    driver.push(unread)
    driver.wake(600)
    expect(idleFor(driver)).toBe('the chain cannot be read: unreachable: no answer')
    driver.push({ kind: 'operator', action: 'halt', actor: 'ann', reason: 'stop it' })
    driver.wake(600)
    expect(idleFor(driver)).toBeUndefined()
  })

  it('is said where it costs too much, where SELL orders are in the way, and until the account has been read', () => {
    const driver = begun([20, 20])
    driver.push(read({ costs: { ...FREE, merge: 10 } }))
    driver.wake(600)
    expect(idleFor(driver)).toBe(
      'a merge that brings 20.00 would cost 10.0000: more than a share of 0.01 (chain.maxCostShare)',
    )
    driver.quote()
    driver.push(read())
    const asked = cancelled(driver.wake(600))
    expect(asked).toHaveLength(2)
    expect(idleFor(driver)).toMatch(/^merge of .*: orders that need its sets are to be cancelled first$/)
    driver.push({ kind: 'cancel-answered', cancelled: asked, failed: [] })
    driver.wake(600)
    expect(idleFor(driver)).toMatch(/^merge of .*: the account is to be read first$/)
    driver.fund(1000, [20, 20], driver.seq)
    expect(acts(driver.wake(600))).toEqual([merge(20)])
    expect(idleFor(driver)).toBeUndefined()
  })
})

it('a start that finds a transaction withholds what it takes, and counts nothing that it brings', () => {
  const driver = new CoreDriver({ chain: POLICY, holdingsLagMs: 1000 })
  driver.push(pending(merge(7)))
  driver.fund(1000, [7, 7], 1)
  driver.start()
  driver.push(read())
  expect(acts(driver.wake(600))).toEqual([])
  expect([spare(driver), collateral(driver)]).toEqual([[0n, 0n], raw(993)])
  driver.push(ended(merge(7)))
  driver.fund(1007, [0, 0], driver.seq)
  expect([held(driver), collateral(driver)]).toEqual([[0n, 0n], raw(1007)])
  expect(intents(driver.fee()).every(({ draft }) => draft.side === 'BUY')).toBe(true)
})

describe('a restart while a merge is under way', () => {
  const keptSets = [{ conditionId: A, tokensRaw: [raw(30), raw(45)] as const }]
  const restarted = () => {
    const driver = new CoreDriver({ chain: POLICY, holdingsLagMs: 1000 })
    const pnl = { day: 0, total: 0, dayStart: 0, start: 0, peak: 0, realised: 0 }
    driver.push({ kind: 'restored', standing: { pauses: [], pnl, held: keptSets } })
    driver.push({ kind: 'verify', held: keptSets, orders: [], listAfterMs: 0 })
    driver.push(pending(merge(30)))
    return driver
  }
  const confirm = (driver: CoreDriver) => driver.push(ended(merge(30)))
  const open = (driver: CoreDriver, [yes, no]: readonly [number, number]) => {
    driver.push({ kind: 'market', market: market(A, { endMs: at(1e9).venueMs }) })
    driver.push({ kind: 'feed', conditionId: A, health: 'live', reason: 'snapshot' })
    driver.push({ kind: 'book', conditionId: A, book: book(48, 48), via: 'socket' })
    return driver.fund(1000 + (yes < 30 ? 30 : 0), [yes, no], driver.seq)
  }

  it.each([
    ['mined after the first reading', [30, 45], [open, confirm]],
    ['mined before the first reading', [0, 15], [open, confirm]],
    ['confirmed before the first reading', [0, 15], [confirm, open]],
    ['confirmed before a first reading that does not show it yet', [30, 45], [confirm, open]],
  ] as const)('takes its tokens once, and earns nothing: %s', (_name, shown, steps) => {
    const driver = restarted()
    for (const step of steps) step(driver, shown)
    expect(held(driver)).toEqual([0n, raw(15)])
    expect(driver.core.snapshot(at(driver.monoMs)).totals.total).toBeCloseTo(0, 9)
    driver.monoMs += 2000
    driver.fund(1030, [0, 15], driver.seq)
    list(driver)
    expect(held(driver)).toEqual([0n, raw(15)])
    const { ledger } = driver.core.beliefs
    expect([ledger.corrections, ledger.isMismatched(A)]).toEqual([0, false])
  })

  it('holds the tokens until it is confirmed, also where they are gone, for the next restart', () => {
    const driver = restarted()
    open(driver, [0, 15])
    expect(held(driver)).toEqual([raw(30), raw(45)])
    expect(spare(driver)).toEqual([0n, 0n])
    expect(driver.core.standing.standing().held).toMatchObject(keptSets)
  })

  it('that comes to nothing leaves what is held', () => {
    const driver = restarted()
    open(driver, [30, 45])
    driver.push(ended(merge(30), { outcome: 'overtaken' }))
    expect([held(driver), spare(driver)]).toEqual([
      [raw(30), raw(45)],
      [raw(30), raw(45)],
    ])
  })
})
