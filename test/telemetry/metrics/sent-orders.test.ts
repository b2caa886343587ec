import { describe, expect, it } from 'vitest'
import type { OrderRecord } from '../../../src/domain/orders/order.js'
import type { CoreInput } from '../../../src/domain/run/core-event.js'
import { SentOrders } from '../../../src/telemetry/metrics/sent-orders.js'
import { TrueOrder } from '../../state/true-order.js'

const hash = '0x01'
const RECORD: OrderRecord = { ...new TrueOrder({ price: 40 }).record(), hash, createdMs: 5, updatedMs: 5 }
const signed: CoreInput = { kind: 'signed', intentId: 1, hash }
const submitted = (status: OrderRecord['status'] = 'open'): CoreInput => ({
  ...{ kind: 'submitted', intentId: 1, hash },
  status,
})
const failed = (mayHaveHappened: boolean): CoreInput => {
  const failure = { code: 'unreachable', message: '', mayHaveHappened } as const
  return { kind: 'submit-failed', intentId: 1, failure }
}
const lost = failed(true)
const order = (change: Partial<OrderRecord> = {}): CoreInput => ({ kind: 'order', record: { ...RECORD, ...change } })
const lookedUp: CoreInput = { kind: 'looked-up', hash, record: RECORD }
const listed: CoreInput = { kind: 'orders-listed', records: [RECORD], askedSeq: 0 }

describe('an order is counted once', () => {
  it.each<[string, CoreInput[], string[]]>([
    ['by its answer', [signed, submitted(), order(), listed], ['placed']],
    ['as killed by its answer', [signed, submitted('cancelled_local')], ['killed']],
    ['by its answer although a record was faster', [signed, order(), submitted()], ['placed']],
    ['not at all when refused', [signed, failed(false), listed], []],
    ['not at all while its answer is lost', [signed, lost, { kind: 'looked-up', hash }], []],
    ['when its answer is lost, by a look-up', [signed, lost, lookedUp, order(), listed], ['placed']],
    ['when its answer is lost, by a list', [signed, lost, listed, lookedUp], ['placed']],
    ['when its answer is lost, by a record that was faster', [signed, order(), lost, lookedUp], ['placed']],
    ['when it was sent again, by either answer', [signed, lost, order(), submitted()], ['placed']],
    ['as killed by a look-up', [signed, lost, order({ status: 'cancelled_local' })], ['killed']],
    [
      'as placed when it was cancelled later',
      [signed, lost, order({ status: 'cancelled_local', updatedMs: 9 })],
      ['placed'],
    ],
    ['never when it is of another run', [order(), listed, lookedUp], []],
  ])('%s', (_name, events, expected) => {
    const sent = new SentOrders()
    expect(events.flatMap((event) => sent.heard(event))).toEqual(expected)
  })

  it('although it ended before its answer was lost', () => {
    const sent = new SentOrders()
    sent.heard(signed)
    sent.heard(order({ status: 'filled' }))
    sent.ended(hash)
    expect(sent.heard(lost)).toEqual(['placed'])
    expect(sent.heard(lookedUp)).toEqual([])
  })
})
