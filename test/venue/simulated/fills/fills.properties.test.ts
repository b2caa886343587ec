import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { constantLatency } from '../../../../src/venue/simulated/fills/latency.js'
import { paper, raw, type Words } from './scenario.js'

const words = fc.constantFrom<Words>('BUY YES', 'BUY NO', 'SELL YES', 'SELL NO')
const price = fc.integer({ min: 45, max: 55 })
const shares = fc.integer({ min: 1, max: 60 })
const queue = fc.constantFrom('risk-averse' as const, 'pro-rata' as const)

type Step =
  | { readonly kind: 'place'; readonly words: Words; readonly price: number; readonly shares: number }
  | { readonly kind: 'trade'; readonly words: Words; readonly price: number; readonly shares: number }
  | {
      readonly kind: 'level'
      readonly on: 'YES bid' | 'NO bid' | 'YES ask' | 'NO ask'
      readonly price: number
      readonly shares: number
    }
  | { readonly kind: 'wait'; readonly ms: number }

const place = fc
  .tuple(words, price, fc.integer({ min: 5, max: 60 }))
  .map(([w, p, s]): Step => ({ kind: 'place', words: w, price: p, shares: s }))
const trade = fc
  .tuple(words, price, shares)
  .map(([w, p, s]): Step => ({ kind: 'trade', words: w, price: p, shares: s }))
const level = fc
  .tuple(
    fc.constantFrom('YES bid' as const, 'NO bid' as const, 'YES ask' as const, 'NO ask' as const),
    price,
    fc.nat(40),
  )
  .map(([on, p, s]): Step => ({ kind: 'level', on, price: p, shares: s }))
const pause = fc.nat(1500).map((ms): Step => ({ kind: 'wait', ms }))

function play(steps: readonly Step[], model: 'risk-averse' | 'pro-rata') {
  const scene = paper({
    fillModel: { queue: model },
    latency: constantLatency({ submitMs: 1, cancelMs: 1, answerMs: 1 }),
  })
  scene.show([])
  for (const step of steps) {
    if (step.kind === 'wait') scene.clock.advance(step.ms)
    else if (step.kind === 'trade') scene.trade(step.words, step.price, step.shares)
    else if (step.kind === 'level') scene.level([step.on, step.price, step.shares])
    else {
      const signed = scene.sign(scene.draft(step.words, step.price, step.shares))
      scene.wait<unknown>((done) => scene.trading.submit(signed, done))
    }
  }
  return scene
}

/** Whether a taker's words hit bids on YES. */
const hitsBids = (taker: Words) => taker === 'SELL YES' || taker === 'BUY NO'

describe('whatever the tape', () => {
  it('fills are never more than was traded, on each side of the book', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(place, trade, pause), { maxLength: 40 }), queue, (steps, model) => {
        const fills = play(steps, model).fills()
        const ours = (bids: boolean) =>
          fills
            .filter(({ outcome, side }) => ((outcome === 0) === (side === 'BUY')) === bids)
            .reduce((sum, { sizeRaw }) => sum + sizeRaw, 0n)
        const traded = (bids: boolean) =>
          steps.reduce((sum, s) => (s.kind === 'trade' && hitsBids(s.words) === bids ? sum + raw(s.shares) : sum), 0n)
        expect(ours(true) <= traded(true)).toBe(true)
        expect(ours(false) <= traded(false)).toBe(true)
      }),
      { numRuns: 150 },
    )
  })

  it('the cautious queue never fills more than the optimistic one', () => {
    const alone = fc.array(fc.oneof(trade, level), { maxLength: 30 })
    const filled = (steps: readonly Step[], model: 'risk-averse' | 'pro-rata') =>
      play(steps, model)
        .fills()
        .reduce((sum, { sizeRaw }) => sum + sizeRaw, 0n)
    fc.assert(
      fc.property(alone, place, alone, (before, order, after) => {
        const steps = [...before, order, ...after]
        expect(filled(steps, 'risk-averse') <= filled(steps, 'pro-rata')).toBe(true)
      }),
      { numRuns: 100 },
    )
  })

  it('collateral and tokens are those of the fills, to the raw unit', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(place, trade, level, pause), { maxLength: 40 }), queue, (steps, model) => {
        const scene = play(steps, model)
        scene.clock.advance(10_000)
        let cash = raw(1000)
        const tokens: [bigint, bigint] = [0n, 0n]
        for (const { outcome, side, price: at, sizeRaw, status } of scene.fills()) {
          expect(status).toBe('settled')
          const sign = side === 'BUY' ? 1n : -1n
          tokens[outcome] += sign * sizeRaw
          cash -= (sign * sizeRaw * BigInt(at)) / 100n
        }
        const { collateral, holdings } = scene.account()
        expect(collateral.totalRaw).toBe(cash)
        expect(holdings[0]?.tokensRaw ?? [0n, 0n]).toEqual(tokens)
        const open = scene.value(
          scene.wait<readonly { side: string; price: number; remainingRaw: bigint }[]>((done) =>
            scene.trading.listOrders({ statuses: ['open', 'partially_filled'] }, done),
          ),
        )
        const locked = open.reduce(
          (s, o) => s + (o.side === 'BUY' ? (o.remainingRaw * BigInt(o.price)) / 100n : 0n),
          0n,
        )
        expect(collateral.lockedRaw).toBe(locked)
      }),
      { numRuns: 150 },
    )
  })
})
