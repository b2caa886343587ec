import { describe, expect, it } from 'vitest'
import { awaitAnswer } from '../../../src/cli/venue/await-answer.js'

describe('awaitAnswer', () => {
  it('gives the value, or rejects with the code', async () => {
    expect(await awaitAnswer<number>((done) => done({ ok: true, value: 5 }))).toBe(5)
    const failure = { code: 'not-found', message: 'gone' } as const
    await expect(awaitAnswer((done) => done({ ok: false, failure }))).rejects.toMatchObject(failure)
  })
})
