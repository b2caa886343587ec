import { describe, expect, test } from 'vitest'
import { logit, sigmoid } from '../../src/models/logit.js'
import { logitHalfSpread, quotedEdge } from '../../src/models/quoted-edge.js'

describe('half-spreads', () => {
  test('price form: Gueant-Lehalle-Fernandez-Tapia sets', () => {
    expect(quotedEdge(0.01, 0.3)).toBeCloseTo(3.278982282299, 11)
    expect(quotedEdge(0.05, 0.04235741115084049)).toBeCloseTo(15.590451013298, 11)
    expect(quotedEdge(0.02, 0.5)).toBeCloseTo(1.961035657664, 11)
    expect(quotedEdge(0.1, 1.5)).toBeCloseTo(0.645385211376, 11)
  })

  test('without risk aversion 1/k', () => {
    expect(quotedEdge(0, 50)).toBe(0.02)
    expect(quotedEdge(1e-11, 50)).toBeCloseTo(0.02, 12)
  })

  test.each([
    [0.5, 0, 0.4870340538, 0.5129659462],
    [0.5, 5, 0.4820388779, 0.5079681791],
    [0.3, -5, 0.2933491258, 0.3153072914],
    [0.9, 10, 0.8914220029, 0.901063722],
  ])('logit form: p %f, q %f', (p, q, bid, ask) => {
    const h = logitHalfSpread({ gamma: 0.1, variance: 0.04, k: 20 })
    expect(h).toBeCloseTo(0.0518754151, 9)
    const x = logit(p) - q * 0.1 * 0.04
    expect(sigmoid(x - h)).toBeCloseTo(bid, 9)
    expect(sigmoid(x + h)).toBeCloseTo(ask, 9)
  })
})
