import { expect, it } from 'vitest'
import type { CoreEvent } from '../../src/domain/run/core-event.js'
import type { CoreRecord } from '../../src/recording/open-tape.js'
import { recordedSignals } from '../../src/recording/recorded-signals.js'

async function* stream(...events: object[]): AsyncIterable<readonly CoreRecord[]> {
  yield [{ kind: 'gap', lines: 3 }]
  yield events.map((event) => ({ kind: 'step', event: event as CoreEvent }))
}

/** The venue's clock is half a second ahead. */
const at = (wallMs: number) => ({ monoMs: wallMs, wallMs, venueMs: wallMs + 500 })

it('are when they were heard, made by the clock of the recorder, of all runs in the order of time', async () => {
  const signal = { kind: 'signal', name: 'model' }
  const later = stream(
    { ...signal, seq: 1, at: at(2000), value: 0.6, atMs: 2300 },
    { kind: 'market', seq: 2, at: at(2001), market: { id: 'm1', conditionId: '0xa', title: 'Rain' } },
    { kind: 'turn-end', seq: 3, at: at(2001) },
  )
  const sooner = stream({ ...signal, seq: 1, at: at(1000), value: 0.5, atMs: 1400, conditionId: '0xa' })
  const { words, markets } = await recordedSignals([later, sooner])
  expect(words).toEqual([
    { name: 'model', value: 0.5, atMs: 900, heardMs: 1000, market: '0xa' },
    { name: 'model', value: 0.6, atMs: 1800, heardMs: 2000 },
  ])
  expect([...markets]).toEqual([['0xa', { id: 'm1', conditionId: '0xa' }]])
})
