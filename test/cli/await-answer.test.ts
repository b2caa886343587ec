import { describe, expect, it } from 'vitest'
import { awaitAnswer } from '../../src/cli/await-answer.js'
import type { Answer } from '../../src/domain/error.js'

describe('awaitAnswer', () => {
  it('gives the value, or rejects with the code', async () => {
    expect(await awaitAnswer<number>((done) => done({ ok: true, value: 5 }))).toBe(5)
    const failure = { code: 'not-found', message: 'gone' } as const
    await expect(awaitAnswer((done) => done({ ok: false, failure }))).rejects.toMatchObject(failure)
  })

  it('asks again when there was no budget, since nothing was sent', async () => {
    const answers: Answer<string>[] = [
      { ok: false, failure: { code: 'no-budget', message: '', notBeforeMonoMs: performance.now() + 30 } },
      { ok: true, value: 'late' },
    ]
    expect(await awaitAnswer<string>((done) => done(answers.shift() ?? { ok: true, value: 'none' }))).toBe('late')
    expect(answers).toHaveLength(0)
  })

  it('gives up when the budget is free only long after', async () => {
    const failure = { code: 'no-budget', message: '', notBeforeMonoMs: performance.now() + 60_000 } as const
    await expect(awaitAnswer((done) => done({ ok: false, failure }))).rejects.toMatchObject({ code: 'no-budget' })
  })
})
