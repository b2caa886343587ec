// Our own orders over REST: sign, submit, cancel, look up, list.

import { z } from 'zod'
import type { Answer, Failure } from '../../../domain/error.js'
import { QuoinError, toFailure } from '../../../domain/error.js'
import type { Hex, Market } from '../../../domain/market/market.js'
import { MOST_CANCELS, type OrderDraft, type OrderRecord } from '../../../domain/orders/order.js'
import type { PermitDesk } from '../../../domain/permit.js'
import type { CancelResult, SignedOrder, SubmitResult, Trading } from '../../trading.js'
import { orderMessage, toWireOrder } from '../../wire/order-codec.js'
import {
  cancelManyResult,
  orderReading,
  orderResult,
  type WireCancelManyResult,
  type WireOrderRecord,
} from '../../wire/order-schema.js'
import type { VenueProfile } from '../../wire/profile.js'
import { parseOrderRecord } from '../../wire/record-codec.js'
import type { OwnNonce } from '../own-nonce.js'
import type { Signer } from '../transport.js'
import type { HttpClient } from './http-client.js'
import { parsed } from './market-requests.js'
import { readOrderPages } from './order-pages.js'
import { type RecordReader, readRecords } from './records-on-grid.js'

export interface OrderRequestsOptions extends RecordReader {
  /** Without the access token. */
  readonly http: HttpClient
  /** With the access token. */
  readonly own: HttpClient
  readonly profile: VenueProfile
  readonly signer: Signer
  readonly nonce: OwnNonce
  /** A match that is left out. */
  readonly onMatchLeftOut: NonNullable<RecordReader['onLeftOut']>
}

export type OrderRequests = Pick<Trading, 'sign' | 'submit' | 'cancelMany' | 'cancelAll' | 'readOrder' | 'listOrders'>

function fail(code: Failure['code'], message: string, extra: Partial<Failure> = {}): { ok: false; failure: Failure } {
  return { ok: false, failure: { code, message, ...extra } }
}

function lower(hash: string): Hex {
  return `0x${hash.slice(2).toLowerCase()}`
}

/**
 * Every asked hash ends up on one side: one that the venue does not name was not confirmed, nor was one that it names as failed, wherever else it
 * names it. The specification does not say whether `orderHashes` repeats what was asked for.
 */
/** Each of those asked for on one side: what may rest counts as failed, and is looked up. */
function cancelResult(asked: readonly Hex[], wire: WireCancelManyResult): CancelResult {
  const failed = wire.failed.map(({ orderHash, error }) => ({ hash: lower(orderHash), error }))
  const hasFailed = new Set(failed.map(({ hash }) => hash))
  const cancelled = wire.orderHashes.map(lower).filter((hash) => !hasFailed.has(hash))
  const named = new Set([...cancelled, ...hasFailed])
  const silent = asked.filter((hash) => !named.has(lower(hash)))
  // a venue may repeat what it was asked for, and count what it has cancelled: nobody knows which
  if (wire.cancelled < new Set(cancelled).size) {
    const error = `${wire.cancelled} of ${cancelled.length} named were cancelled`
    failed.push(...cancelled.splice(0).map((hash) => ({ hash, error })))
  }
  return { cancelled, failed: [...failed, ...silent.map((hash) => ({ hash, error: 'not named in the answer' }))] }
}

function signDraft(
  { signer, profile, nonce }: OrderRequestsOptions,
  draft: OrderDraft,
  market: Market,
  done: (answer: Answer<SignedOrder>) => void,
): void {
  const message = orderMessage(draft, market, {
    maker: signer.maker,
    signer: signer.signer,
    salt: signer.salt(),
    nonce: nonce.value,
    signatureType: signer.signatureType,
  })
  const context = { orderType: draft.type, ...(market.exchange ? { exchange: market.exchange } : {}) }
  signer.signOrder(message, context, (result) => {
    if (result instanceof Error) {
      if (!(result instanceof QuoinError)) return done(fail('signer-refused', result.message))
      return done({ ok: false, failure: toFailure(result) })
    }
    const order = toWireOrder(message, result.signature, profile.typedData.variant === 'side-in-order')
    const body = JSON.stringify({ order, orderType: draft.type })
    done({ ok: true, value: { hash: result.hash, draft, marketId: market.id, body } })
  })
}

function submitOrder(
  { http, nonce }: OrderRequestsOptions,
  { order, paidFrom }: { readonly order: SignedOrder; readonly paidFrom: PermitDesk | undefined },
  done: (answer: Answer<SubmitResult>) => void,
): void {
  const call = { route: 'submit', params: { id: order.marketId }, body: order.body, schema: orderResult } as const
  http.call({ ...call, paidFrom }, (answer) => {
    if (!answer.ok) {
      nonce.refused(answer.failure.message)
      return done(answer)
    }
    nonce.accepted()
    const { orderHash, status } = answer.value.value
    if (lower(orderHash) !== lower(order.hash)) {
      const message = `submit: expected order hash ${order.hash}, got ${orderHash}`
      return done(fail('profile-mismatch', message, { mayHaveHappened: true }))
    }
    done({ ok: true, value: { hash: order.hash, status } })
  })
}

/** `listOrders` over every page. */
function listOrders(options: OrderRequestsOptions): OrderRequests['listOrders'] {
  const { own, signer } = options
  return (filter, done, paidFrom) =>
    readOrderPages(own, { account: signer.maker, ...filter }, paidFrom, (answer) =>
      answer.ok ? readRecords(answer.value, options, parseOrderRecord, done) : done(answer),
    )
}

/** Requests of `Trading` that concern orders. */
export function createOrderRequests(options: OrderRequestsOptions): OrderRequests {
  const { http, own, signer } = options
  return {
    sign(draft, market, done) {
      try {
        signDraft(options, draft, market, done)
      } catch (thrown) {
        done(fail(thrown instanceof QuoinError ? thrown.code : 'internal', String(thrown)))
      }
    },
    submit: (order, done, paidFrom) => submitOrder(options, { order, paidFrom }, done),
    cancelMany(hashes, done, paidFrom) {
      if (hashes.length < 1 || hashes.length > MOST_CANCELS) {
        return done(fail('bad-argument', `hashes: expected 1 to ${MOST_CANCELS}, got ${hashes.length}`))
      }
      const body = JSON.stringify({ orderHashes: hashes, account: signer.maker })
      own.call({ route: 'cancelMany', body, schema: cancelManyResult, paidFrom }, (answer) =>
        done(parsed(answer, ({ value }) => cancelResult(hashes, value))),
      )
    },
    cancelAll({ id }, done) {
      own.call({ route: 'cancelAll', params: { id }, schema: z.unknown() }, (answer) =>
        done(parsed(answer, () => undefined)),
      )
    },
    readOrder(hash, done, paidFrom) {
      http.call({ route: 'order', params: { hash }, schema: orderReading, paidFrom }, (answer) => {
        if (!answer.ok) return done(answer)
        const wire = answer.value.value
        if (lower(wire.orderHash) !== lower(hash)) {
          return done(fail('bad-payload', `order: expected hash ${hash}, got ${wire.orderHash}`))
        }
        readRecords([wire], options, parseOrderRecord, (records) => done(only(records, wire)))
      })
    },
    listOrders: listOrders(options),
  }
}

function only(records: Answer<readonly OrderRecord[]>, wire: WireOrderRecord): Answer<OrderRecord> {
  if (!records.ok) return records
  const [record] = records.value
  if (record) return { ok: true, value: record }
  return fail('unsuitable-market', `order ${wire.orderHash}: its market ${wire.conditionId} cannot be read`)
}
