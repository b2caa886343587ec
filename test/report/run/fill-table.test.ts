// Fills as rows of numbers: what comes out is what went in, to the bit, over many blocks and from one thread to another.

import { expect, it } from 'vitest'
import { seededRandom } from '../../../src/domain/random.js'
import type { RunFill } from '../../../src/report/result.js'
import { FillTable } from '../../../src/report/run/fill-table.js'
import { FROM_MS } from '../made-result.js'

/** As `runFill` makes them, of every kind. */
function someFills(count: number): RunFill[] {
  const random = seededRandom(1, 'fills')
  const oneOf = <T>(...items: readonly [T, ...T[]]): T => items[random.below(items.length)] ?? items[0]
  const mid = () => oneOf(undefined, random.below(200) / 200, random.below(200) / 200, 0.1 + 0.2)
  return Array.from({ length: count }, (_, i): RunFill => {
    const before = mid()
    return {
      ...{ atMs: FROM_MS + 0.125 * i, conditionId: `0x${random.below(40)}`, outcome: oneOf(0, 1) },
      ...{ side: oneOf('BUY', 'SELL'), price: random.below(100) / 100, liquidity: oneOf('maker', 'taker') },
      ...{ status: oneOf('pending', 'settled', 'failed'), shares: random.below(2000) / 100 },
      ...{ fee: oneOf(0, 1 / 3), isEstimate: oneOf(true, false), midAfter: { '1': mid(), '10': mid(), '60': mid() } },
      ...(before === undefined ? {} : { mid: before }),
    }
  })
}

function tableOf(fills: readonly RunFill[]): FillTable {
  const table = new FillTable()
  for (const fill of fills) table.add(fill)
  return table
}

it('gives back each fill as it was, in its order, and says the same as JSON', () => {
  const fills = someFills(10_000)
  const table = tableOf(fills)
  expect(table).toHaveLength(10_000)
  expect([...table]).toEqual(fills)
  expect(JSON.stringify(table)).toBe(JSON.stringify(fills))
  expect([0, 4095, 4096, 9999, -1, -10_000].map((i) => table.at(i))).toEqual(
    [0, 4095, 4096, 9999, -1, -10_000].map((i) => fills.at(i)),
  )
  expect([table.at(10_000), table.at(-10_001)]).toEqual([undefined, undefined])
  expect([...tableOf([])]).toEqual([])
})

it('is gone through by two at once, each at its own place', () => {
  const fills = someFills(9000)
  const table = tableOf(fills)
  const [first, second] = [table[Symbol.iterator](), table[Symbol.iterator]()]
  for (let i = 0; i < 5000; i++) first.next()
  const told: unknown[][] = [[], []]
  for (let i = 0; i < 4000; i++) {
    told[0]?.push(first.next().value)
    told[1]?.push(second.next().value)
  }
  expect(told).toEqual([fills.slice(5000), fills.slice(0, 4000)])
})

it('goes from one thread to another, and on from there', () => {
  const fills = someFills(9000)
  const told = FillTable.of(structuredClone(tableOf(fills.slice(0, 8500)).packed()))
  for (const fill of fills.slice(8500)) told.add(fill)
  expect([...told]).toEqual(fills)
})

it('takes less than forty bytes a fill, where an object would take some three hundred', () => {
  const { blocks } = tableOf(someFills(4 * 4096)).packed()
  expect(blocks).toHaveLength(4)
  const bytes = blocks.reduce((sum, { buffer }) => sum + buffer.byteLength, 0)
  expect(bytes / (4 * 4096)).toBeLessThan(40)
})
