import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { tape } from '../../../../src/cli/commands/tapes/tape.js'
import { openTape } from '../../../../src/recording/open-tape.js'
import type { TapeRecord } from '../../../../src/recording/tape-record.js'
import { verifyTape } from '../../../../src/recording/verify-tape.js'
import { captureContext } from '../sandbox.js'

const folder = mkdtempSync(join(tmpdir(), 'quoin-make-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function made(name: string, flags: Parameters<typeof tape>[2]): Promise<readonly TapeRecord[]> {
  const path = join(folder, name)
  const run = captureContext(true)
  expect(await tape('make', [path], flags, run.context)).toBe('ok')
  const records: TapeRecord[] = []
  for await (const batch of (await openTape(path)).records()) records.push(...batch)
  expect(JSON.parse(run.stdout)).toMatchObject({ tape: path })
  expect(await verifyTape(await openTape(path))).toMatchObject({ problems: [], notes: [] })
  return records
}

it('makes the same tape of the same words, and another of another seed, number of markets or length', async () => {
  const words = { minutes: 0.2, markets: 2, seed: 1 }
  const [first, same, seed, more, longer] = [
    await made('a.jsonl.gz', words),
    await made('b.jsonl', words),
    await made('c.jsonl.gz', { ...words, seed: 2 }),
    await made('d.jsonl.gz', { ...words, markets: 3 }),
    await made('e.jsonl.gz', { ...words, minutes: 0.4 }),
  ]
  const markets = (records: readonly TapeRecord[]) => records.filter(({ event }) => event.kind === 'market').length
  expect(same).toEqual(first)
  expect(seed).not.toEqual(first)
  expect([markets(first), markets(more)]).toEqual([2, 3])
  expect(longer.length).toBeGreaterThan(first.length)
})

it('the tape of the package is whole, as are those that are made', async () => {
  const tape = await openTape('config/tapes/sandbox.jsonl.gz')
  expect(await verifyTape(tape)).toMatchObject({ problems: [], notes: [] })
})

it('refuses what it cannot make, and leaves nothing', async () => {
  const { context } = captureContext(true)
  const path = join(folder, 'no.jsonl.gz')
  await expect(tape('make', [path], { preset: 'storm' }, context)).rejects.toThrow('preset: expected one of demo, calm')
  await expect(tape('make', [join(folder, 'no.csv')], {}, context)).rejects.toThrow('ends in .jsonl.gz')
  await expect(tape('make', [join(folder, 'none', 'no.jsonl.gz')], { minutes: 0.1 }, context)).rejects.toThrow(
    'no.jsonl',
  )
  expect([path, `${path}.draft`].some((each) => existsSync(each))).toBe(false)
})
