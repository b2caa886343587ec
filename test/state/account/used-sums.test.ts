import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { UsedSums } from '../../../src/state/account/used-sums.js'

/** The same, and nothing is ever forgotten. */
class PlainSums {
  readonly #used = new Map<string, { matched: bigint; settled: bigint }>()
  readonly #questions: { readonly seq: number; readonly settled: ReadonlyMap<string, bigint> }[] = []
  #reading: ReadonlyMap<string, bigint> = new Map()

  add(asset: string, more: { readonly matched: bigint; readonly settled: bigint }): void {
    const { matched, settled } = this.#used.get(asset) ?? { matched: 0n, settled: 0n }
    this.#used.set(asset, { matched: matched + more.matched, settled: settled + more.settled })
  }

  asked(seq: number): void {
    this.#questions.push({ seq, settled: new Map([...this.#used].map(([asset, { settled }]) => [asset, settled])) })
  }

  read(askedSeq: number): void {
    this.#reading = this.#questions.find(({ seq }) => seq === askedSeq)?.settled ?? this.#reading
  }

  sinceReading(asset: string): bigint {
    return (this.#used.get(asset)?.matched ?? 0n) - (this.#reading.get(asset) ?? 0n)
  }
}

const ASSETS = ['collateral', 'a/0', 'a/1']
const step = fc.oneof(
  // matched, settled or taken back, as often as each happens to an order
  fc.record({
    do: fc.constantFrom('match' as const, 'settle' as const, 'fail' as const, 'take' as const),
    asset: fc.constantFrom(...ASSETS),
    raw: fc.bigInt({ min: 1n, max: 9n }),
  }),
  fc.record({ do: fc.constant('ask' as const) }),
  fc.record({ do: fc.constant('read' as const), back: fc.integer({ min: 0, max: 2 }) }),
)

describe('what was used since a reading', () => {
  it('is the same, whatever is forgotten', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
        const both = [new UsedSums(), new PlainSums()]
        const pending = new Map<string, bigint>()
        let [asked, answered] = [0, 0]
        for (const one of steps) {
          if (one.do === 'ask') {
            asked++
            for (const sums of both) sums.asked(asked)
          } else if (one.do === 'read') {
            const seq = Math.max(answered, asked - one.back)
            if (seq === 0) continue
            answered = seq
            for (const sums of both) sums.read(seq)
          } else {
            const waits = pending.get(one.asset) ?? 0n
            const raw = one.do === 'settle' || one.do === 'fail' ? (waits < one.raw ? waits : one.raw) : one.raw
            const more = {
              match: { matched: raw, settled: 0n },
              settle: { matched: 0n, settled: raw },
              fail: { matched: -raw, settled: 0n },
              take: { matched: raw, settled: raw },
            }[one.do]
            pending.set(one.asset, waits + more.matched - more.settled)
            for (const sums of both) sums.add(one.asset, more)
          }
          for (const asset of ASSETS) {
            const [ours, plain] = both.map((sums) => sums.sinceReading(asset))
            expect(ours).toBe(plain)
          }
        }
      }),
    )
  })

  it('counts from what a question knew that was asked before the reading that let it be forgotten', () => {
    const sums = new UsedSums()
    sums.add('a/0', { matched: 5n, settled: 5n })
    for (const seq of [1, 2]) sums.asked(seq)
    sums.read(1)
    sums.add('a/0', { matched: 3n, settled: 3n })
    sums.read(2)
    expect(sums.sinceReading('a/0')).toBe(3n)
  })

  it('is forgotten of each asset of which a reading shows everything', () => {
    const sums = new UsedSums()
    for (let n = 0; n < 1000; n++) {
      sums.add(`m${n}/0`, { matched: 5n, settled: 5n })
      sums.asked(2 * n)
      sums.asked(2 * n + 1)
      sums.read(2 * n)
    }
    expect(sums.size).toBe(0)
    sums.add('m/0', { matched: 5n, settled: 4n })
    sums.asked(2000)
    sums.read(2000)
    expect([sums.size, sums.sinceReading('m/0')]).toEqual([1, 1n])
  })
})
