import { describe, expect, it } from 'vitest'
import type { Answer } from '../../../../src/domain/error.js'
import { PAGE_SIZE, type Page, readPages } from '../../../../src/venue/session/rest/paging.js'

const key = (n: number) => String(n)

function readAll(read: (offset: number) => Answer<Page<number>>, enough?: (items: readonly number[]) => boolean) {
  const answers: Answer<readonly number[]>[] = []
  readPages({ key, read: (offset, done) => done(read(offset)), ...(enough ? { enough } : {}) }, (a) => answers.push(a))
  expect(answers).toHaveLength(1)
  return answers[0]
}

const numbers = (count: number) => Array.from({ length: count }, (_, i) => i)

describe('reading pages', () => {
  it.each([0, 1, PAGE_SIZE, PAGE_SIZE + 1, 3 * PAGE_SIZE])('reads a list of %i, with and without a total', (count) => {
    const list = numbers(count)
    const items = (offset: number) => list.slice(offset, offset + PAGE_SIZE)
    expect(readAll((offset) => ({ ok: true, value: { items: items(offset), total: count } }))).toEqual({
      ok: true,
      value: list,
    })
    expect(readAll((offset) => ({ ok: true, value: { items: items(offset) } }))).toEqual({ ok: true, value: list })
  })

  it('fails as a whole when a later page fails', () => {
    const failure = { code: 'unreachable', message: 'gone' } as const
    const read = (offset: number): Answer<Page<number>> =>
      offset > 0 ? { ok: false, failure } : { ok: true, value: { items: numbers(PAGE_SIZE), total: 900 } }
    expect(readAll(read)).toEqual({ ok: false, failure })
  })

  it('starts again when the list moved under it, so that nothing slips between two pages', () => {
    let list = numbers(PAGE_SIZE + 10)
    const read = (offset: number): Answer<Page<number>> => {
      const value = { items: list.slice(offset, offset + PAGE_SIZE), total: list.length }
      // the first item goes away: item 250 would move to the page already read
      if (offset === 0 && list[0] === 0) list = list.slice(1)
      return { ok: true, value }
    }
    expect(readAll(read)).toEqual({ ok: true, value: numbers(PAGE_SIZE + 10).slice(1) })
  })

  it.each(['with', 'without'])('is whole although items come, go and move to the front, %s a total', (has) => {
    let [list, newest] = [numbers(4 * PAGE_SIZE), 10_000]
    let pages = 0
    const read = (offset: number): Answer<Page<number>> => {
      if (pages++ > 50) throw new Error('reads on and on')
      const items = list.slice(offset, offset + PAGE_SIZE)
      const value = has === 'with' ? { items, total: list.length } : { items }
      const [moved, ...others] = list.splice(-7)
      // one that was not read yet is the first, some of those read are gone, and others have come
      list = [...numbers(pages % 3).map(() => newest++), moved ?? 0, ...list.slice(0, 20), ...list.slice(31), ...others]
      return { ok: true, value }
    }
    const answer = readAll(read)
    const found = new Set(answer?.ok ? answer.value : [])
    const always = list.filter((n) => n < 4 * PAGE_SIZE)
    expect(always.length).toBeGreaterThan(3 * PAGE_SIZE)
    expect(always.filter((n) => !found.has(n))).toEqual([])
  })

  it('gives up on a list of which more moves between two pages than they have in common', () => {
    let pages = 0
    const answer = readAll(() => {
      const first = 1000 * pages++
      return { ok: true, value: { items: numbers(PAGE_SIZE).map((n) => n + first), total: 500 + pages } }
    })
    expect(answer).toMatchObject({ ok: false, failure: { code: 'bad-payload' } })
    expect(pages).toBeLessThan(10)
  })

  it('gives up on pages that are all the same one', () => {
    let pages = 0
    const read = (): Answer<Page<number>> => {
      if (pages++ > 50) throw new Error('reads on and on')
      return { ok: true, value: { items: numbers(PAGE_SIZE) } }
    }
    expect(readAll(read)).toMatchObject({ ok: false, failure: { code: 'bad-payload' } })
  })

  it('stops early when it has enough', () => {
    const offsets: number[] = []
    const answer = readAll(
      (offset) => {
        offsets.push(offset)
        return { ok: true, value: { items: numbers(PAGE_SIZE), total: 9_999 } }
      },
      () => true,
    )
    expect(answer).toMatchObject({ ok: true })
    expect(offsets).toEqual([0])
  })
})
