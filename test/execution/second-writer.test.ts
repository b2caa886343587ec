import { describe, expect, it } from 'vitest'
import type { Hex } from '../../src/domain/market/market.js'
import { type Finding, SecondWriter } from '../../src/execution/second-writer.js'
import { TrueOrder } from '../state/true-order.js'
import { at } from './builders.js'

const OURS: Hex = '0xaa'
const START_MS = 100_000

function record(hash: Hex, createdMs: number) {
  return { ...new TrueOrder({ hash }).record(), createdMs: at(createdMs).venueMs }
}

/** A bot that came when `there` rested. */
function watch(there: readonly Hex[] = []) {
  const writers = new SecondWriter((hash) => hash === OURS)
  writers.listed(
    there.map((hash) => record(hash, START_MS - 50_000)),
    at(START_MS),
  )
  return {
    writers,
    hear: (hash: Hex, createdMs: number): Finding['verdict'] | undefined =>
      writers.heard(record(hash, createdMs), at(createdMs))?.verdict,
  }
}

describe('an order newer than our start that is not ours', () => {
  it('makes the bot give way that found orders of a stranger when it came', () => {
    const { writers, hear } = watch(['0x01'])
    expect(hear('0x02', START_MS + 5000)).toBe('give-way')
    expect(writers.gaveWay).toBe(true)
    expect([writers.isLeft('0x02'), writers.isLeft('0x01'), writers.isLeft(OURS)]).toEqual([true, true, false])
    // said once
    expect(hear('0x03', START_MS + 6000)).toBeUndefined()
  })

  it('is only noted by the bot that was there first, which gives way to who goes on after that', () => {
    const { writers, hear } = watch([OURS])
    expect(hear('0x02', START_MS + 5000)).toBe('note')
    expect(hear('0x03', START_MS + 19_000)).toBe('note')
    expect(writers.isLeft('0x03')).toBe(false)
    expect(hear('0x04', START_MS + 21_000)).toBe('give-way')
  })

  it('counts from any list as from an event, and an event before the first list as what was there', () => {
    const writers = new SecondWriter(() => false)
    expect(writers.heard(record('0x01', START_MS), at(START_MS))).toBeUndefined()
    expect(writers.listed([record('0x01', START_MS)], at(START_MS + 1000))).toBeUndefined()
    const list = [record('0x01', START_MS), record('0x02', START_MS + 9000)]
    expect(writers.listed(list, at(START_MS + 9000))?.verdict).toBe('give-way')
  })
})

describe('no false alarm', () => {
  it.each([
    ['an order that was there', '0x01', START_MS - 50_000],
    ['an order from before our start that was told of late', '0x05', START_MS - 10],
    ['an order within the doubt about the clocks', '0x05', START_MS + 1500],
    ['our own', OURS, START_MS + 60_000],
  ] as const)('for %s', (_, hash, createdMs) => {
    expect(watch(['0x01']).hear(hash, createdMs)).toBeUndefined()
  })

  it('for one that is over', () => {
    const { writers } = watch(['0x01'])
    const over = { ...record('0x05', START_MS + 5000), status: 'cancelled_local' as const }
    expect(writers.heard(over, at(START_MS + 5000))).toBeUndefined()
  })
})

it('after an operator resumes, the next stranger counts anew', () => {
  const { writers, hear } = watch()
  hear('0x02', START_MS + 5000)
  hear('0x03', START_MS + 25_000)
  writers.resume()
  expect(writers.isLeft('0x03')).toBe(false)
  expect(hear('0x04', START_MS + 60_000)).toBe('note')
})

it('once our lease is over strangers are neither ours to cancel nor a reason to halt', () => {
  const { writers, hear } = watch()
  writers.isLeaseOver = true
  expect(hear('0x02', START_MS + 5000)).toBeUndefined()
  expect([writers.isLeft('0x02'), writers.isLeft(OURS)]).toEqual([true, false])
  writers.isLeaseOver = false
  expect(writers.isLeft('0x02')).toBe(false)
})
