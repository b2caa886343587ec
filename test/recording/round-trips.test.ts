import { describe, expect, it } from 'vitest'
import type { CoreEvent } from '../../src/domain/run/core-event.js'
import type { CoreRecord } from '../../src/recording/open-tape.js'
import { requireTrips, roundTrips } from '../../src/recording/round-trips.js'
import { sentMessages } from '../../src/recording/sent-messages.js'

const A = '0xa' as `0x${string}`
const B = '0xb' as `0x${string}`
type Given = Omit<Extract<CoreRecord, { kind: 'step' }>, 'event' | 'kind'>

let seq = 0
const step = (monoMs: number, event: object, given: Given = {}): CoreRecord => ({
  kind: 'step',
  event: { seq: ++seq, at: { monoMs, wallMs: monoMs, venueMs: monoMs }, ...event } as CoreEvent,
  ...given,
})
const turnEnd = (monoMs: number, ...commands: object[]) =>
  step(monoMs, { kind: 'turn-end' }, { decision: { commands } })

/** One order, one cancel of two and one read, sixty milliseconds apart. */
const round = (from: number, intentId: number): CoreRecord[] => [
  turnEnd(from, { kind: 'read-fee', conditionId: '0x1' }),
  step(from + 4, { kind: 'fee', conditionId: '0x1', feeRateBps: 0, readAtMonoMs: from + 2 }),
  step(from + 10, { kind: 'signed', intentId, hash: A }),
  step(from + 30, { kind: 'submitted', intentId, hash: A, status: 'open' }),
  turnEnd(from + 40, { kind: 'cancel', hashes: [A, B] }),
  step(from + 47, { kind: 'cancel-answered', cancelled: [B], failed: [{ hash: A, error: 'gone' }] }),
]

async function* batches(records: readonly CoreRecord[]) {
  yield records
}

const trips = async (...records: CoreRecord[]) => roundTrips((await sentMessages([batches(records)])).sent)

describe('round trips of a recorded bot', () => {
  it('last from the command to its answer, one for each request', async () => {
    const all = Array.from({ length: 20 }, (_, i) => round(i * 60, i)).flat()
    const { submit, cancel, read } = await trips(...all)
    expect([submit, cancel, read].map((all) => [all.length, ...new Set(all.map(({ tookMs }) => tookMs))])).toEqual([
      [20, 20],
      [20, 7],
      [20, 4],
    ])
  })

  it('say when they were answered, in that order, whichever run they are of', async () => {
    const all = Array.from({ length: 20 }, (_, i) => round(i * 60, i)).flat()
    const { submit } = await trips(...all.slice(60), ...all.slice(0, 60))
    expect(submit.map(({ atMs }) => atMs)).toEqual(Array.from({ length: 20 }, (_, i) => i * 60 + 30))
  })

  it('do not span lines that were lost', async () => {
    const all = Array.from({ length: 20 }, (_, i) => round(i * 60, i)).flat()
    const cut = [turnEnd(5000, { kind: 'cancel', hashes: [A] }), { kind: 'gap', lines: 3 } as const]
    const late = step(9000, { kind: 'cancel-answered', cancelled: [A], failed: [] })
    expect((await trips(...all, ...cut, late)).cancel).toHaveLength(20)
  })

  it('are refused where there are too few', async () => {
    const few = await trips(...round(0, 1))
    expect(() => requireTrips(few)).toThrow('round trips of submit: expected at least 20 in the core stream, got 1')
  })
})
