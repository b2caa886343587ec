// A cancel received while an order waits for its signature check reaches that order too: receipt decides, not the check.

import { describe, expect, it } from 'vitest'
import type { ApiCrypto } from '../../../../src/server/api/accounts/api-crypto.js'
import type { WireOrderSubmission } from '../../../../src/venue/wire/order-schema.js'
import { ALICE, BOB, KEY, type Loose, tagCrypto, tagSignature, VenueDriver } from '../venue-driver.js'

const buy = { maker: ALICE, side: 'BUY', price: 40, size: 500 } as const

/** A venue that checks no order signature before `release`. */
function heldVenue() {
  const held: (() => void)[] = []
  const real = tagCrypto()
  const crypto: ApiCrypto = {
    ...real,
    recoverOrderSigner: (hash, signature, done) => held.push(() => real.recoverOrderSigner(hash, signature, done)),
  }
  const venue = new VenueDriver({}, { crypto })
  const answers: Loose[] = []
  const send = (body: WireOrderSubmission, market = venue.market) => {
    const path = `/markets/${market.id}/orders`
    venue.api.handle(
      { method: 'POST', path, query: {}, headers: { 'x-api-key': KEY }, body, ip: '' },
      venue.nowMs,
      ({ status, body: answer }) => answers.push({ status, body: answer }),
    )
  }
  const release = () => {
    for (const check of held.splice(0)) check()
  }
  const token = venue.signIn(ALICE).accessToken
  const path = `/markets/${venue.market.id}/orders/cancel-all`
  const cancelAll = () => venue.post(path, undefined, { token })
  const cancelMany = (...orderHashes: string[]) => venue.post('/orders/cancel-many', { orderHashes }, { token })
  const resting = () => venue.get(`/orders?account=${ALICE}&status=open,partially_filled`).body.orders
  return { venue, answers, send, release, token, cancelAll, cancelMany, resting, hashOf: hashIn(venue) }
}

function hashIn(venue: VenueDriver) {
  return (body: WireOrderSubmission): string => {
    const other = new VenueDriver()
    return other.post(`/markets/${venue.market.id}/orders`, body).body.orderHash
  }
}

describe('cancel-all', () => {
  it('is never overtaken by an order of its maker that came before it', () => {
    const { venue, answers, send, release, cancelAll, resting } = heldVenue()
    for (let i = 0; i < 20; i++) send(venue.order(buy))
    expect(cancelAll()).toMatchObject({ status: 200, body: {} })
    release()
    expect(resting()).toEqual([])
    expect(answers.map(({ status, body }) => [status, body.status])).toEqual(Array(20).fill([201, 'cancelled_local']))
    expect(venue.get(`/orders/${answers[0].body.orderHash}`).body.status).toBe('cancelled_local')
    expect(venue.api.exchange.ledger.collateral(ALICE).lockedRaw).toBe(0n)
  })

  it('leaves orders alone that came after it, those of others, and those of other markets', () => {
    const { venue, answers, send, release, cancelAll } = heldVenue()
    const other = venue.api.markets.all()[1]!
    send(venue.order({ ...buy, maker: BOB }))
    send(venue.order(buy, other), other)
    cancelAll()
    send(venue.order(buy))
    release()
    expect(answers.map(({ body }) => body.status)).toEqual(['open', 'open', 'open'])
  })

  it('keeps a cancelled order from trading as well', () => {
    const { venue, answers, send, release, cancelAll } = heldVenue()
    send(venue.order({ maker: BOB, side: 'BUY', outcome: 1, price: 60, size: 500 }))
    release()
    send(venue.order(buy))
    cancelAll()
    release()
    expect(answers.at(-1).body.status).toBe('cancelled_local')
    expect(venue.get(`/markets/${venue.market.id}/trades`).body.data).toEqual([])
  })

  it('makes no order of one whose signature turns out bad', () => {
    const { venue, answers, send, release, cancelAll } = heldVenue()
    const body = venue.order(buy)
    send({ ...body, order: { ...body.order, signature: tagSignature(BOB, 'x') } })
    cancelAll()
    release()
    expect(answers).toMatchObject([{ status: 400, body: { code: 'bad_signature' } }])
    send(body)
    release()
    expect(answers.at(-1).body.status).toBe('open')
  })
})

describe('cancel-many', () => {
  it('cancels a hash whose signature is still being checked', () => {
    const { venue, answers, send, release, cancelMany, resting, hashOf } = heldVenue()
    const [first, second] = [venue.order(buy), venue.order(buy)]
    send(first)
    send(second)
    const hash = hashOf(first)
    expect(cancelMany(hash).body).toEqual({ cancelled: 1, orderHashes: [hash], failed: [] })
    // the same body again is the same order: cancelled too
    send(first)
    release()
    expect(answers.map(({ body }) => body.status)).toEqual(['cancelled_local', 'open', 'cancelled_local'])
    expect(resting().map((order: Loose) => order.orderHash)).toEqual([hashOf(second)])
    send(first)
    expect(answers.at(-1)).toMatchObject({ status: 201, body: { status: 'cancelled_local' } })
  })

  it("does not reach another wallet's", () => {
    const { venue, answers, send, release, cancelMany, hashOf } = heldVenue()
    const body = venue.order({ ...buy, maker: BOB })
    send(body)
    expect(cancelMany(hashOf(body)).body).toMatchObject({ cancelled: 0, failed: [{ code: 'not_found' }] })
    release()
    expect(answers[0].body.status).toBe('open')
  })
})

describe('a raised nonce', () => {
  it('is never overtaken either', () => {
    const { venue, answers, send, release, token, resting } = heldVenue()
    send(venue.order(buy))
    venue.post('/sandbox/nonce', undefined, { token })
    release()
    expect(answers).toMatchObject([{ status: 400, body: { code: 'bad_nonce' } }])
    expect(resting()).toEqual([])
  })
})
