import { expect, it } from 'vitest'
import { KeptAnswer } from '../../src/dashboard/kept-answer.js'

it('is made when somebody asks, and not again for a while', async () => {
  let made = 0
  const kept = new KeptAnswer(1000, async () => Buffer.from(String(++made)))
  expect(made).toBe(0)
  for (const at of [0, 500, 999]) expect(String(await kept.get(at))).toBe('1')
  expect(String(await kept.get(1000))).toBe('2')
})

it('one that failed is made anew', async () => {
  let made = 0
  const kept = new KeptAnswer(1000, async () => {
    if (++made === 1) throw new Error('not this time')
    return Buffer.from('there')
  })
  await expect(kept.get(0)).rejects.toThrow('not this time')
  expect(String(await kept.get(1))).toBe('there')
})
