import { describe, expect, it } from 'vitest'
import { cancelEvents } from '../../../src/execution/effects/cancel-events.js'
import { hashOf } from '../builders.js'
import { LOST } from '../executor-bench.js'

const [A, B, C] = [hashOf(1), hashOf(2), hashOf(3)]

describe('the answer to a cancel', () => {
  it('is one event where it names every hash', () => {
    const value = { cancelled: [A], failed: [{ hash: B, error: 'gone' }] }
    expect(cancelEvents([A, B], { ok: true, value })).toEqual([{ kind: 'cancel-answered', ...value }])
  })

  it('is a failure of those that it does not name', () => {
    const events = cancelEvents([A, B, C], { ok: true, value: { cancelled: [B], failed: [] } })
    expect(events).toMatchObject([
      { kind: 'cancel-answered', cancelled: [B] },
      { kind: 'cancel-failed', hashes: [A, C], failure: { code: 'bad-payload' } },
    ])
  })

  it('that never came is a failure of all', () => {
    expect(cancelEvents([A, B], { ok: false, failure: LOST })).toEqual([
      { kind: 'cancel-failed', hashes: [A, B], failure: LOST },
    ])
  })
})
