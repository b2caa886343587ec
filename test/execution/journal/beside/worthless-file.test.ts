import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ConditionId } from '../../../../src/domain/market/market.js'
import type { HeldTokens, Standing } from '../../../../src/domain/run/standing.js'
import { openStandingFile } from '../../../../src/execution/journal/beside/standing-file.js'
import { WorthlessFile } from '../../../../src/execution/journal/beside/worthless-file.js'

const PNL = { day: 20_000, total: -12.5, dayStart: 3, start: 0, peak: 40, realised: -9 }
const idOf = (index: number) => `0x${index.toString(16).padStart(64, '0')}` as ConditionId
const over = (index: number, raw: bigint): HeldTokens => ({
  ...{ conditionId: idOf(index), tokensRaw: [raw, 0n], worth: 0 },
  isWorthless: true,
})
const live = (index: number, raw: bigint): HeldTokens => ({
  conditionId: idOf(index),
  tokensRaw: [raw, 0n],
  worth: 1.5,
})

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quoin-worthless-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const path = () => join(folder, 'worthless.jsonl')
const lines = () => (existsSync(path()) ? readFileSync(path(), 'utf8').split('\n').filter(Boolean) : [])
const open = () => openStandingFile({ folder, durability: 'process', wallMs: () => 1 })
const standing = (held: readonly HeldTokens[]): Standing => ({ pauses: [], pnl: PNL, held })
const keptNow = (file: ReturnType<typeof open>, held: readonly HeldTokens[]) =>
  file.keep(standing(held), true, (failure) => expect(failure).toBeUndefined())
const keptLater = (file: ReturnType<typeof open>, held: readonly HeldTokens[]) =>
  new Promise<void>((done) =>
    file.keep(standing(held), false, (failure) => {
      expect(failure).toBeUndefined()
      done()
    }),
  )
const named = () => JSON.parse(readFileSync(join(folder, 'standing.json'), 'utf8')).standing.held.length
const restored = () => new Map(open().restored?.held?.map((one) => [one.conditionId, one]))

describe('tokens that pay nothing', () => {
  it.each([
    ['at once', async (...given: Parameters<typeof keptNow>) => keptNow(...given)],
    ['later', keptLater],
  ])('are written once, and the next start has them with all others (%s)', async (_how, keep) => {
    const file = open()
    for (let count = 1; count <= 20; count++)
      await keep(file, [live(1000, 5n), ...Array.from({ length: count }, (_, index) => over(index, 7n))])
    expect(lines()).toHaveLength(20)
    expect(named()).toBe(1)
    expect(restored()).toEqual(
      new Map(
        [live(1000, 5n), ...Array.from({ length: 20 }, (_, index) => over(index, 7n))].map((one) => [
          one.conditionId,
          one,
        ]),
      ),
    )
    expect(statSync(path()).mode & 0o777).toBe(0o600)
    // and what a start has taken up is not written again
    await keep(open(), [...restored().values()])
    expect(lines()).toHaveLength(20)
  })

  it('that are gone are forgotten, those that changed are what they are now', () => {
    const file = open()
    keptNow(file, [over(1, 7n), over(2, 7n), over(3, 7n)])
    keptNow(file, [over(1, 9n), over(3, 7n)])
    expect([...restored().values()]).toEqual([over(1, 9n), over(3, 7n)])
  })

  it('that are worth something all the same are what the standing says', () => {
    const file = open()
    keptNow(file, [over(1, 7n)])
    keptNow(file, [live(1, 7n)])
    expect([...restored().values()]).toEqual([live(1, 7n)])
    keptNow(file, [over(1, 7n)])
    expect([...restored().values()]).toEqual([over(1, 7n)])
  })

  it('are left as they are while it is not known what is held', () => {
    const file = open()
    keptNow(file, [over(1, 7n)])
    file.keep({ pauses: [], pnl: PNL }, true, () => undefined)
    expect(open().restored).toEqual({ pauses: [], pnl: PNL })
    keptNow(file, [over(1, 7n)])
    expect(lines()).toHaveLength(1)
  })

  it('are written before the standing that names them no more', () => {
    const file = open()
    keptNow(file, [over(1, 7n)])
    rmSync(path())
    mkdirSync(path())
    let failed: string | undefined
    file.keep(standing([over(1, 7n), over(2, 7n)]), true, (failure) => {
      failed = failure?.code
    })
    expect(failed).toBe('journal-failed')
    expect(named()).toBe(0)
  })

  it('survive a torn line, whatever comes after it', () => {
    keptNow(open(), [over(1, 7n)])
    appendFileSync(path(), '\n{"conditionId":"0x2","tok')
    const file = open()
    keptNow(file, [over(1, 7n), over(3, 8n)])
    expect([...restored().values()]).toEqual([over(1, 7n), over(3, 8n)])
  })

  it('that cannot be read refuse the start, by their file', () => {
    keptNow(open(), [])
    mkdirSync(path())
    expect(open).toThrow(/worthless\.jsonl: expected a file that can be read, got /)
  })

  it('are written anew where most lines say nothing any more', () => {
    const file = new WorthlessFile(folder, 'process')
    for (let raw = 1n; raw <= 1500n; raw++) file.keep(file.part([over(1, raw), over(2, 7n)]).news)
    expect(lines()).toHaveLength(1501)
    expect(new WorthlessFile(folder, 'process').with([])).toEqual([over(1, 1500n), over(2, 7n)])
    expect(lines()).toHaveLength(2)
  })

  it('are at any time what was kept last, in whichever file (property)', () => {
    const step = fc.array(fc.tuple(fc.nat(5), fc.bigInt(1n, 3n), fc.boolean()), { maxLength: 6 })
    fc.assert(
      fc.property(fc.array(fc.tuple(step, fc.boolean()), { maxLength: 12 }), (steps) => {
        rmSync(folder, { recursive: true, force: true })
        mkdirSync(folder)
        let file = open()
        for (const [tokens, restarts] of steps) {
          const held = new Map(
            tokens.map(([index, raw, isOver]) => [idOf(index), isOver ? over(index, raw) : live(index, raw)]),
          )
          keptNow(file, [...held.values()])
          expect(restored()).toEqual(held)
          if (restarts) file = open()
        }
      }),
      { numRuns: 60 },
    )
  })
})
