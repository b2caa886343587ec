import { describe, expect, it } from 'vitest'
import { awaitAnswer } from '../../src/venue/await-answer.js'

describe('awaitAnswer', () => {
  it('gives the value, or rejects with the code', async () => {
    expect(await awaitAnswer<number>((done) => done({ ok: true, value: 5 }))).toBe(5)
    const failure = { code: 'not-found', message: 'gone' } as const
    await expect(awaitAnswer((done) => done({ ok: false, failure }))).rejects.toMatchObject(failure)
  })

  it('asks again where it is told to ask less, as often as it has pauses, and never what may have happened', async () => {
    const limited = { code: 'rate-limited', message: 'less' } as const
    let asked = 0
    const askedOften = (times: number, extra: { readonly mayHaveHappened?: true } = {}) =>
      awaitAnswer<number>(
        (done) => done(++asked > times ? { ok: true, value: asked } : { ok: false, failure: { ...limited, ...extra } }),
        [1, 1],
      )
    expect(await askedOften(2)).toBe(3)
    asked = 0
    await expect(askedOften(3)).rejects.toMatchObject(limited)
    expect(asked).toBe(3)
    asked = 0
    await expect(askedOften(1, { mayHaveHappened: true })).rejects.toMatchObject(limited)
    expect(asked).toBe(1)
  })
})
