import { expect, it } from 'vitest'
import type { HttpRequest, HttpResult } from '../../../src/venue/session/transport.js'
import type { ExchangeEvent } from '../../../src/venue/simulated/exchange/exchange.js'
import type { BotLife } from '../seeds/bot-life.js'
import { Admitted, type AdmittedParts } from '../seeds/invariants/admitted.js'
import { Violations } from '../seeds/invariants/violation.js'
import type { Disturbance } from '../seeds/scenario.js'
import { ACCOUNT } from '../virtual/simulate.js'

const life = {} as BotLife
const REFUSAL = '{"error":{"code":"too_many_orders"}}'

/** At a venue that takes four orders of a wallet, and none that lives less than 20 s. */
function looking(disturbances: readonly Disturbance[] = []) {
  let [nowMs, open] = [0, 0]
  const violations = new Violations(() => nowMs)
  const setting = { terms: { maxOpenOrders: 4, minLifetimeSec: 20 } }
  const world = {
    ...{ clock: { monoMs: () => nowMs, wallMs: () => nowMs }, scenario: { setting, disturbances } },
    api: { exchange: { orders: () => Array.from({ length: open }) } },
    get sinceStartMs() {
      return nowMs
    },
  }
  const look = new Admitted({ world, truth: { strangers: new Set() }, violations } as unknown as AdmittedParts)
  const pass = (ms: number) => {
    nowMs += ms
  }
  const rest = (count: number) => {
    open = count
    look.look()
  }
  const comes = (hash: string, expirationSec: number) =>
    look.happened({ kind: 'order', record: { account: ACCOUNT, hash, expirationSec } } as unknown as ExchangeEvent)
  const answers = (status: number, tokenId = '7') => {
    const body = `{"order":{"tokenId":"${tokenId}","side":0}}`
    const request = { method: 'POST', path: '/markets/m/orders', body } as unknown as HttpRequest
    look.answered(request, { kind: 'response', status, body: status === 400 ? REFUSAL : '{}' } as HttpResult, life)
  }
  return { look, pass, rest, comes, answers, found: () => violations.found.map(({ invariant }) => invariant) }
}

it('sees an order that comes with less than the shortest life, once, and none that comes with it, or expires never', () => {
  const { comes, found, pass } = looking()
  pass(500)
  comes('0x1', 21)
  comes('0x2', 0)
  expect(found()).toEqual([])
  comes('0x3', 20)
  pass(5000)
  // what is matched later has grown older
  for (const hash of ['0x1', '0x3']) comes(hash, 20)
  expect(found()).toEqual(['admitted'])
})

it('what is late, or sent again, may come with less: until all has been quiet for ten seconds', () => {
  const { comes, found, pass } = looking([{ kind: 'net-stall', atMs: 1000, forMs: 2000 }])
  pass(12_000)
  comes('0x1', 20)
  expect(found()).toEqual([])
  pass(1500)
  comes('0x2', 20)
  expect(found()).toEqual(['admitted'])
})

it('sees a leg that asks on and on, and none that waits, or that gets an order in between', () => {
  const { answers, found, pass } = looking()
  for (let i = 0; i < 12; i++) answers(400)
  for (let i = 0; i < 12; i++) answers(400, '8')
  answers(200)
  for (let i = 0; i < 12; i++) answers(400)
  pass(60_000)
  answers(400)
  expect(found()).toEqual([])
  for (let i = 0; i < 12; i++) answers(400, '8')
  answers(400, '8')
  expect(found()).toEqual(['admitted'])
})

it('the wallet has as many as it may for as long as a leg may wait after it had', () => {
  const { look, pass, rest } = looking()
  rest(3)
  expect(look.isFull).toBe(false)
  rest(4)
  rest(2)
  pass(16_000)
  expect(look.isFull).toBe(true)
  pass(1000)
  expect(look.isFull).toBe(false)
})
