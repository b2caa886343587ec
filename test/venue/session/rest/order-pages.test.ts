import { expect, it } from 'vitest'
import type { Answer } from '../../../../src/domain/error.js'
import type { Address } from '../../../../src/domain/market/market.js'
import { LIVE_STATUSES } from '../../../../src/domain/orders/order.js'
import type { PermitDesk } from '../../../../src/domain/permit.js'
import type { HttpClient } from '../../../../src/venue/session/rest/http-client.js'
import { bareTrading } from '../../../../src/venue/session/rest/order-pages.js'

const ACCOUNT: Address = `0x${'a'.repeat(40)}`
const DESK: PermitDesk = { want: () => undefined, answered: () => undefined, unused: () => undefined }
const cancels: unknown[] = []
const TRADING = {
  account: ACCOUNT,
  cancelMany: (...asked: unknown[]) => void cancels.push(asked),
  cancelAll: (...asked: unknown[]) => void cancels.push(asked),
}
const HASHES = Array.from({ length: 300 }, (_, at) => `0x${at.toString(16).padStart(64, '0').toUpperCase()}`)

/** Answers with pages of orders in as many markets, and notes what was asked. */
function client(asked: unknown[], failing?: number): HttpClient {
  return {
    call({ route, query, paidFrom, schema }, done) {
      const { offset = 0, limit = 0 } = query ?? {}
      asked.push({ route, offset, account: query?.['account'], status: query?.['status'], paidFrom })
      if (offset === failing) return done({ ok: false, failure: { code: 'venue-failed', message: 'page' } })
      const orders = HASHES.slice(Number(offset), Number(offset) + Number(limit)).map((orderHash, at) => ({
        ...{
          orderHash,
          account: ACCOUNT,
          conditionId: `0x${String(at).padStart(64, '0')}`,
          tokenId: '1',
          status: 'open',
        },
        ...{ side: 'BUY', price: '0.5', originalSize: '10', filledSize: '3', remainingSize: '7', orderType: 'GTC' },
        ...{ createdAt: '2026-01-01T00:00:00.000Z', updatedAt: '2026-01-01T00:00:00.000Z' },
      }))
      const value = schema.parse({ orders, pagination: { page: 1, pageSize: 250, total: HASHES.length } })
      done({ ok: true, value: { value, sentMonoMs: 0 } })
    },
  }
}

function listed(own: HttpClient) {
  let heard: Answer<readonly { readonly hash: string }[]> | undefined
  bareTrading({ trading: TRADING, own }, DESK).listOrders({ statuses: LIVE_STATUSES }, (answer) => {
    heard = answer
  })
  return heard
}

it('every page is read, and no market', () => {
  const asked: unknown[] = []
  const value = HASHES.map((hash) => ({ hash: hash.toLowerCase(), status: 'open', remainingRaw: 7n, pendingRaw: 0n }))
  expect(listed(client(asked))).toEqual({ ok: true, value })
  const status = LIVE_STATUSES.join(',')
  const page = { route: 'orders', account: ACCOUNT, status, paidFrom: DESK }
  expect(asked).toEqual([
    { ...page, offset: 0 },
    { ...page, offset: 250 },
  ])
})

it('a page that fails fails the whole', () => {
  expect(listed(client([], 250))).toMatchObject({ ok: false, failure: { code: 'venue-failed' } })
})

it('cancels are paid from the same desk', () => {
  const done = () => undefined
  bareTrading({ trading: TRADING, own: client([]) }, DESK).cancelMany(['0x1'], done)
  expect(cancels).toEqual([[['0x1'], done, DESK]])
})
