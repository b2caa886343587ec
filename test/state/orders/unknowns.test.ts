import { describe, expect, it } from 'vitest'
import type { ErrorCode, Failure } from '../../../src/domain/error.js'
import { quarantine } from '../../../src/state/orders/unknowns.js'
import { A, raw } from '../../risk/builders.js'
import { account, Believer, instant, SETTINGS } from '../believer.js'
import { TrueOrder } from '../true-order.js'

const GRACE_SEC = SETTINGS.execution.unknownGraceSec
const IN_FLIGHT_MS = SETTINGS.execution.submitInFlightSec * 1000
const EXPIRES_MS = 100_000
const unclear: Failure = { code: 'unreachable', message: '', mayHaveHappened: true }

function placed(expirationSec = EXPIRES_MS / 1000) {
  const bot = new Believer()
  const order = new TrueOrder({ expirationSec })
  return { bot, order, entry: bot.place(order) }
}

function look(bot: Believer, ms: number): void {
  bot.nowMs = ms
  bot.beliefs.unknowns.expire(instant(ms), bot.beliefs)
}

/** An order whose sending got no answer. */
function lost() {
  const bot = new Believer()
  const order = new TrueOrder({ expirationSec: EXPIRES_MS / 1000 })
  const entry = bot.intend(order)
  bot.tell({ kind: 'signed', intentId: entry().intentId, hash: order.hash })
  bot.tell({ kind: 'submit-failed', intentId: entry().intentId, failure: unclear, sentMonoMs: bot.nowMs - 100 })
  return { bot, order, entry }
}

/** What is to be asked about the only unknown order, where its market is quoted or not. */
function question(bot: Believer, isQuoted = true) {
  const [found, ...others] = bot.beliefs.unknowns.questions(bot.nowMs, () => isQuoted)
  expect(others).toEqual([])
  return found
}

/** Waits for the next question and tells the answer; a resend is answered with `refusal`. */
function next(bot: Believer, refusal?: Failure): 'look-up' | 'resend' | undefined {
  const asked = question(bot)
  if (!asked) return undefined
  const { hash, dueMonoMs, resend } = asked
  bot.nowMs = Math.max(bot.nowMs, dueMonoMs)
  bot.beliefs.apply(bot.event({ kind: 'turn-end' }))
  const kind = resend ? 'resend' : 'look-up'
  bot.beliefs.asked([{ kind, permits: [], hash }])
  const sentMonoMs = bot.nowMs
  bot.nowMs += 20
  if (resend) bot.tell({ kind: 'resent', hash, sentMonoMs, ...(refusal ? { failure: refusal } : {}) })
  else bot.tell({ kind: 'looked-up', hash })
  return kind
}

/** Asks at this moment, and is told that there is no such order. */
function miss(bot: Believer, { hash }: TrueOrder, ms: number): void {
  bot.nowMs = ms
  bot.beliefs.apply(bot.event({ kind: 'turn-end' }))
  bot.beliefs.asked([{ kind: 'look-up', permits: [], hash }])
  bot.nowMs += 20
  bot.tell({ kind: 'looked-up', hash })
}

const refusal = (code: ErrorCode): Failure => ({ code, message: 'no' })

describe('a live order', () => {
  it('is doubted a second after its expiration, not before', () => {
    const { bot, entry } = placed()
    look(bot, EXPIRES_MS + 999)
    expect(entry().phase).toBe('open')
    look(bot, EXPIRES_MS + 1000)
    expect(entry()).toMatchObject({ phase: 'unknown' })
    expect(question(bot)).toMatchObject({ dueMonoMs: EXPIRES_MS + 1000, resend: false })
  })

  it('that the venue still calls alive is doubted once a second, not at every step', () => {
    const { bot, order, entry } = placed()
    look(bot, EXPIRES_MS + 1000)
    bot.tell({ kind: 'looked-up', hash: order.hash, record: order.record() })
    look(bot, EXPIRES_MS + 1999)
    expect(entry().phase).toBe('open')
    look(bot, EXPIRES_MS + 2000)
    expect(entry().phase).toBe('unknown')
  })

  it('that is being cancelled is doubted as well, and is being cancelled still when the venue calls it alive', () => {
    const { bot, order, entry } = placed()
    bot.beliefs.orders.cancelSent(entry().intentId, 90_000)
    look(bot, EXPIRES_MS + 1000)
    expect(entry().phase).toBe('unknown')
    bot.tell({ kind: 'looked-up', hash: order.hash, record: order.record() })
    expect(entry()).toMatchObject({ phase: 'cancelling', cancelSentMonoMs: 90_000 })
  })

  it('without an expiration lives on', () => {
    const { bot, entry } = placed(0)
    look(bot, 1e12)
    expect(entry().phase).toBe('open')
  })
})

describe('an unknown order', () => {
  it('that the venue does not know is dead only after its expiration and the grace', () => {
    const { bot, order, entry } = lost()
    miss(bot, order, EXPIRES_MS)
    look(bot, EXPIRES_MS + GRACE_SEC * 1000)
    expect(entry()).toMatchObject({ phase: 'unknown', restingRaw: order.originalRaw })
    look(bot, EXPIRES_MS + GRACE_SEC * 1000 + 1)
    expect(entry()).toMatchObject({ phase: 'ended' })
    expect([...bot.beliefs.orders.living()]).toEqual([])
  })

  it('is not dead by look-ups from before its expiration: it may have arrived after them, and be matched', () => {
    const { bot, order, entry } = lost()
    expect([next(bot), next(bot), next(bot)]).toEqual(['look-up', 'look-up', 'resend'])
    miss(bot, order, EXPIRES_MS - 1)
    // nobody is answered any more
    for (let ms = EXPIRES_MS; ms < EXPIRES_MS + GRACE_SEC * 2000; ms += 1000) {
      bot.nowMs = ms
      bot.tell({ kind: 'look-up-failed', hash: order.hash, failure: { code: 'unreachable', message: '' } })
      look(bot, ms)
    }
    expect(entry()).toMatchObject({ phase: 'unknown', restingRaw: order.originalRaw })
    miss(bot, order, bot.nowMs)
    look(bot, bot.nowMs)
    expect(entry().phase).toBe('ended')
  })

  it('that nobody could look up is not dead', () => {
    const { bot, order, entry } = lost()
    bot.tell({ kind: 'look-up-failed', hash: order.hash, failure: { code: 'unreachable', message: '' } })
    look(bot, EXPIRES_MS + 1e9)
    expect(entry().phase).toBe('unknown')
  })
})

it('an order whose signature never came is dead after its life and the grace', () => {
  const bot = new Believer()
  const entry = bot.intend(new TrueOrder({ expirationSec: EXPIRES_MS / 1000 }))
  look(bot, EXPIRES_MS + GRACE_SEC * 1000)
  expect(entry().phase).toBe('signing')
  look(bot, EXPIRES_MS + GRACE_SEC * 1000 + 1)
  expect(entry().phase).toBe('ended')
})

describe('a question', () => {
  it('that finds nothing proves nothing, and is repeated later and later', () => {
    const { bot, order, entry } = lost()
    const waits: number[] = []
    for (let i = 0; i < 6; i++) {
      bot.tell({ kind: 'looked-up', hash: order.hash })
      waits.push((question(bot)?.dueMonoMs ?? 0) - bot.nowMs)
    }
    expect(entry()).toMatchObject({ phase: 'unknown', restingRaw: order.originalRaw })
    expect(waits).toEqual([1000, 2000, 4000, 4000, 4000, 4000])
  })

  it('is a second sending after two that found nothing, while the market is quoted', () => {
    const { bot } = lost()
    expect([next(bot), next(bot)]).toEqual(['look-up', 'look-up'])
    expect(question(bot, false)?.resend).toBe(false)
    expect(question(bot)?.resend).toBe(true)
    expect([next(bot, unclear), next(bot), next(bot), next(bot)]).toEqual(['resend', 'look-up', 'look-up', 'resend'])
  })

  it('shows that the order cannot have been matched, once its sending has arrived or never will', () => {
    const { bot, order, entry } = lost()
    const isAbsent = () => bot.beliefs.unknowns.isAbsent(entry())
    const lookAgain = (ms: number) => {
      bot.nowMs = ms
      bot.beliefs.apply(bot.event({ kind: 'turn-end' }))
      bot.beliefs.asked([{ kind: 'look-up', permits: [], hash: order.hash }])
      bot.tell({ kind: 'looked-up', hash: order.hash })
    }
    const sentMs = bot.nowMs - 100
    lookAgain(sentMs + IN_FLIGHT_MS - 1)
    expect(isAbsent()).toBe(false)
    lookAgain(sentMs + IN_FLIGHT_MS)
    expect(isAbsent()).toBe(true)
    // on its way once more
    bot.beliefs.asked([{ kind: 'resend', permits: [], hash: order.hash }])
    expect(isAbsent()).toBe(false)
    bot.tell({ kind: 'resent', hash: order.hash, sentMonoMs: bot.nowMs, failure: unclear })
    lookAgain(bot.nowMs + IN_FLIGHT_MS - 1)
    expect(isAbsent()).toBe(false)
    lookAgain(bot.nowMs + 1)
    expect(isAbsent()).toBe(true)
    // tokens that came by hand are taken over as if nothing of ours were under way
    bot.readAccount(account(raw(100), { [A]: [raw(8), raw(8)] }))
    bot.tell({ kind: 'orders-listed', records: [], askedSeq: 1000 })
    bot.tell({ kind: 'fills-listed', fills: [], askedSeq: 1000 })
    expect(bot.beliefs.positions.tokensRaw(A)).toEqual([raw(8), raw(8)])
  })

  it('that fails is repeated without counting', () => {
    const { bot, order } = lost()
    bot.tell({ kind: 'look-up-failed', hash: order.hash, failure: { code: 'unreachable', message: '' } })
    expect(question(bot)).toMatchObject({ dueMonoMs: bot.nowMs + 500 })
    next(bot)
    expect(question(bot)?.resend).toBe(false)
  })

  it('is a look-up at once when the second sending was taken, or refused', () => {
    for (const failure of [undefined, refusal('insufficient-balance'), refusal('fee-changed')]) {
      const { bot } = lost()
      next(bot)
      next(bot)
      expect(next(bot, failure)).toBe('resend')
      expect(question(bot)).toMatchObject({ dueMonoMs: bot.nowMs, resend: false })
    }
  })

  it('starts from nothing after the venue has spoken: a known order is never sent again', () => {
    const { bot, order, entry } = lost()
    next(bot)
    next(bot)
    bot.tell({ kind: 'looked-up', hash: order.hash, record: order.record() })
    expect(entry().phase).toBe('open')
    bot.tell({ kind: 'cancel-answered', cancelled: [], failed: [{ hash: order.hash, error: '' }] })
    for (let i = 0; i < 5; i++) expect(next(bot)).toBe('look-up')
  })

  it('is a look-up at once when a cancel is refused meanwhile, and what was asked still counts', () => {
    const { bot, order } = lost()
    next(bot)
    bot.tell({ kind: 'cancel-answered', cancelled: [], failed: [{ hash: order.hash, error: '' }] })
    expect(question(bot)).toMatchObject({ dueMonoMs: bot.nowMs, resend: false })
    expect([next(bot), next(bot)]).toEqual(['look-up', 'resend'])
  })

  it('answered with an older record than the one we have is repeated, not at once', () => {
    const { bot, order, entry } = placed()
    const old = order.record()
    order.match(10, 7)
    bot.tell({ kind: 'order', record: order.record() })
    bot.tell({ kind: 'cancel-answered', cancelled: [], failed: [{ hash: order.hash, error: '' }] })
    bot.tell({ kind: 'looked-up', hash: order.hash, record: old })
    expect(entry().phase).toBe('unknown')
    expect(question(bot)).toMatchObject({ dueMonoMs: bot.nowMs + 500 })
  })

  it('of an order found in the journal is never a second sending', () => {
    const bot = new Believer()
    const order = new TrueOrder({ expirationSec: EXPIRES_MS / 1000 })
    bot.tell({ kind: 'recovered', orders: [{ hash: order.hash, draft: order.draft }] })
    for (let i = 0; i < 5; i++) expect(next(bot)).toBe('look-up')
  })
})

describe('an order of a former run', () => {
  const recovered = (clockErrorMs: number) => {
    const bot = new Believer()
    const order = new TrueOrder({ expirationSec: EXPIRES_MS / 1000 })
    bot.tell({ kind: 'clock', errorMs: clockErrorMs })
    bot.tell({ kind: 'recovered', orders: [{ hash: order.hash, draft: order.draft }] })
    return { bot, order, phase: () => bot.beliefs.orders.byHash(order.hash)?.phase }
  }
  const overMs = EXPIRES_MS + GRACE_SEC * 1000

  it('is over without a look-up past its expiration, the grace and what the clock may be off by', () => {
    const { bot, phase } = recovered(700)
    look(bot, overMs + 700)
    expect(phase()).toBe('unknown')
    look(bot, overMs + 701)
    expect(phase()).toBe('ended')
  })

  it('is looked up while the clock is not known, or no good', () => {
    const { bot, phase } = recovered(1e9)
    look(bot, overMs + 1e8)
    expect(phase()).toBe('unknown')
    expect(question(bot)).toMatchObject({ resend: false })
    bot.tell({ kind: 'clock', errorMs: 10, reason: 'it has jumped' })
    look(bot, overMs + 2e8)
    expect(phase()).toBe('unknown')
  })

  it('that the venue has named is not', () => {
    const { bot, order, phase } = recovered(10)
    bot.tell({ kind: 'looked-up', hash: order.hash, record: order.record() })
    bot.tell({ kind: 'recovered', orders: [{ hash: order.hash, draft: order.draft }] })
    look(bot, overMs + 1e9)
    expect(phase()).not.toBe('ended')
  })
})

describe('an order refused unheard', () => {
  it('is dead once nothing of it can be on its way: the same bytes were refused, and it is not known', () => {
    const { bot, entry } = lost()
    const sentMs = bot.nowMs - 100
    while (entry().phase === 'unknown' && bot.nowMs < EXPIRES_MS) next(bot, refusal('fee-changed'))
    expect(entry()).toMatchObject({ phase: 'ended' })
    expect([...bot.beliefs.orders.living()]).toEqual([])
    expect(bot.nowMs - sentMs).toBeGreaterThanOrEqual(IN_FLIGHT_MS)
    expect(bot.nowMs - sentMs).toBeLessThan(IN_FLIGHT_MS + 100)
  })

  it('counts again if the venue names it after all', () => {
    const { bot, order, entry } = lost()
    while (entry().phase === 'unknown' && bot.nowMs < EXPIRES_MS) next(bot, refusal('fee-changed'))
    expect(entry().phase).toBe('ended')
    bot.tell({ kind: 'order', record: order.record() })
    expect([...bot.beliefs.orders.living()]).toEqual([entry()])
    expect(entry()).toMatchObject({ phase: 'open', restingRaw: order.originalRaw })
  })

  it.each<ErrorCode>(['insufficient-balance', 'conflict', 'would-match', 'too-many-orders', 'rate-limited', 'halted'])(
    'for %s may have been refused because it rests: it lives until its expiration and the grace',
    (code) => {
      const { bot, entry } = lost()
      let sendings = 0
      while (bot.nowMs < EXPIRES_MS) if (next(bot, refusal(code)) === 'resend') sendings++
      expect(sendings).toBeGreaterThan(3)
      expect(entry().phase).toBe('unknown')
      while (next(bot, refusal(code)) === 'resend');
      look(bot, EXPIRES_MS + GRACE_SEC * 1000 + 1)
      expect(entry().phase).toBe('ended')
    },
  )

  it('is not dead by a 404 alone, nor by a refusal alone', () => {
    const first = lost()
    while (first.bot.nowMs < EXPIRES_MS) {
      const { hash, dueMonoMs } = question(first.bot)!
      first.bot.nowMs = dueMonoMs
      first.bot.tell({ kind: 'looked-up', hash })
    }
    expect(first.entry().phase).toBe('unknown')
    const { bot, order, entry } = lost()
    next(bot)
    next(bot)
    next(bot, refusal('fee-changed'))
    for (let i = 0; i < 20; i++) {
      bot.nowMs += 1000
      bot.tell({ kind: 'look-up-failed', hash: order.hash, failure: { code: 'unreachable', message: '' } })
    }
    expect(entry().phase).toBe('unknown')
  })

  it('is not dead by a look-up that was asked while the first sending might have been on its way', () => {
    const { bot, order, entry } = lost()
    next(bot)
    next(bot)
    next(bot, refusal('fee-changed'))
    bot.beliefs.asked([{ kind: 'look-up', permits: [], hash: order.hash }])
    bot.nowMs += IN_FLIGHT_MS
    bot.tell({ kind: 'looked-up', hash: order.hash })
    expect(entry().phase).toBe('unknown')
    expect(question(bot)).toMatchObject({ dueMonoMs: bot.nowMs, resend: false })
    next(bot)
    expect(entry().phase).toBe('ended')
  })

  it('is counted from a later sending that got no answer, and needs another refusal after that', () => {
    const { bot, order, entry } = lost()
    next(bot)
    next(bot)
    bot.tell({ kind: 'resent', hash: order.hash, sentMonoMs: bot.nowMs, failure: refusal('fee-changed') })
    bot.tell({ kind: 'resent', hash: order.hash, sentMonoMs: bot.nowMs, failure: unclear })
    const sentMs = bot.nowMs
    bot.nowMs += IN_FLIGHT_MS
    next(bot)
    expect(entry().phase).toBe('unknown')
    while (entry().phase === 'unknown' && bot.nowMs < EXPIRES_MS) next(bot, refusal('fee-changed'))
    expect(entry().phase).toBe('ended')
    expect(bot.nowMs - sentMs).toBeLessThan(2 * IN_FLIGHT_MS)
  })
})

it('a market with an unknown order is closed, another is not', () => {
  const { entry } = lost()
  expect(quarantine([entry()])).toBe('an order of unknown outcome')
  expect(quarantine([placed().entry()])).toBeUndefined()
  expect(quarantine([])).toBeUndefined()
})
