// What a recorded bot heard of signals, from its core's stream: each word when the core heard it.

import type { Market } from '../domain/market/market.js'
import type { CoreRecord } from './open-tape.js'

export interface RecordedSignal {
  readonly name: string
  readonly value: number
  /** Condition id of the market that it is of; absent: of all. */
  readonly market?: string
  /** When it was made, and when it was heard, Unix milliseconds by the recorder's clock. */
  readonly atMs: number
  readonly heardMs: number
}

export interface RecordedSignals {
  /** Of all runs together, in the order of time. */
  readonly words: readonly RecordedSignal[]
  /** The markets that the bot followed, by condition id: others had no word. */
  readonly markets: ReadonlyMap<string, Pick<Market, 'id' | 'conditionId'>>
}

export async function recordedSignals(runs: readonly AsyncIterable<readonly CoreRecord[]>[]): Promise<RecordedSignals> {
  const words: RecordedSignal[] = []
  const markets = new Map<string, Pick<Market, 'id' | 'conditionId'>>()
  for (const records of runs) {
    for await (const batch of records) {
      for (const record of batch) {
        if (record.kind !== 'step') continue
        if (record.event.kind === 'market') {
          const { id, conditionId } = record.event.market
          markets.set(conditionId, { id, conditionId })
        }
        if (record.event.kind !== 'signal') continue
        const { name, value, conditionId, at } = record.event
        words.push({
          ...{ name, value, heardMs: at.wallMs },
          // the core has it by the venue's clock
          atMs: record.event.atMs - at.venueMs + at.wallMs,
          ...(conditionId === undefined ? {} : { market: conditionId }),
        })
      }
    }
  }
  return { words: words.sort((a, b) => a.heardMs - b.heardMs), markets }
}
