import { expect, it } from 'vitest'
import { constantLatency, type Latency } from '../../../../src/venue/simulated/fills/latency.js'
import { NewsDelay } from '../../../../src/venue/simulated/fills/news-delay.js'

function scene(change: Partial<Latency> = {}) {
  let nowMs = 1000
  let ways = [50, 10, 30]
  const news = new NewsDelay(
    { monoMs: () => nowMs },
    {
      ...constantLatency({ submitMs: 1, cancelMs: 1, answerMs: 1 }),
      newsMs: () => {
        const [first = 0, ...rest] = ways
        ways = rest
        return first
      },
      ...change,
    },
  )
  const arrives = (kind: string, about?: string) => nowMs + news.nextMs(kind, about)
  return {
    arrives,
    wait: (ms: number) => {
      nowMs += ms
    },
  }
}

it('what is told later never arrives earlier', () => {
  const { arrives, wait } = scene()
  expect(arrives('order', 'a')).toBe(1050)
  wait(5)
  expect(arrives('account-changed')).toBe(1050)
  wait(25)
  expect(arrives('account-changed')).toBe(1060)
})

it('what an order does to the account is told with it, and a sign-in when it was', () => {
  const { arrives, wait } = scene({ knownNewsMs: (about) => (about === 'a' ? 20 : undefined), signedInMs: () => 5 })
  expect(arrives('signed-in')).toBe(1005)
  expect([arrives('order', 'a'), arrives('account-changed')]).toEqual([1020, 1020])
  wait(100)
  expect(arrives('account-changed')).toBe(1150)
})
