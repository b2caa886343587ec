import { describe, expect, it } from 'vitest'
import type { Failure } from '../../../src/domain/error.js'
import { Believer, instant } from '../believer.js'
import { TrueOrder } from '../true-order.js'

const GRACE_SEC = 30
const EXPIRES_MS = 100_000
const unclear: Failure = { code: 'unreachable', message: '', mayHaveHappened: true }

function placed(expirationSec = EXPIRES_MS / 1000) {
  const bot = new Believer()
  const order = new TrueOrder({ expirationSec })
  return { bot, order, entry: bot.place(order) }
}

function look(bot: Believer, ms: number): void {
  bot.nowMs = ms
  bot.beliefs.orders.expireOverdue(instant(ms), { execution: { unknownGraceSec: GRACE_SEC } })
}

describe('a live order', () => {
  it('is doubted a second after its expiration, not before', () => {
    const { bot, entry } = placed()
    look(bot, EXPIRES_MS + 999)
    expect(entry().phase).toBe('open')
    look(bot, EXPIRES_MS + 1000)
    expect(entry()).toMatchObject({ phase: 'unknown', lookUpAtMonoMs: EXPIRES_MS + 1000 })
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

  it('without an expiration lives on', () => {
    const { bot, entry } = placed(0)
    look(bot, 1e12)
    expect(entry().phase).toBe('open')
  })
})

describe('an unknown order', () => {
  function unknown() {
    const bot = new Believer()
    const order = new TrueOrder({ expirationSec: EXPIRES_MS / 1000 })
    const entry = bot.intend(order)
    bot.tell({ kind: 'signed', intentId: entry().intentId, hash: order.hash })
    bot.tell({ kind: 'submit-failed', intentId: entry().intentId, failure: unclear })
    return { bot, order, entry }
  }

  it('that the venue does not know is dead only after its expiration and the grace', () => {
    const { bot, order, entry } = unknown()
    for (let i = 0; i < 5; i++) bot.tell({ kind: 'looked-up', hash: order.hash })
    look(bot, EXPIRES_MS + GRACE_SEC * 1000)
    expect(entry()).toMatchObject({ phase: 'unknown', restingRaw: order.originalRaw })
    look(bot, EXPIRES_MS + GRACE_SEC * 1000 + 1)
    expect(entry()).toMatchObject({ phase: 'ended' })
  })

  it('that nobody could look up is not dead', () => {
    const { bot, order, entry } = unknown()
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
