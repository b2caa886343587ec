// `quoin tape merge`: a tape that was split is whole again, and tapes that do not belong together are refused.

import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { tape } from '../../../../src/cli/commands/tapes/tape.js'
import { lineText } from '../../../../src/recording/lines/tape-line.js'
import { openTape } from '../../../../src/recording/open-tape.js'
import { verifyTape } from '../../../../src/recording/verify-tape.js'
import { ABOUT, freshFolder, recordsIn, removeFolders, startRecorded } from '../../../recording/tape-bench.js'
import { marketOf } from '../../../venue/session/fake-venue.js'
import { VirtualClock } from '../../../venue/session/virtual-clock.js'
import { captureContext } from '../sandbox.js'

/** The last ones are those of the beginning: a run that comes later tells the same terms again. */
const FEES = [5, 6, marketOf(1).feeRateBps]

let whole: string
beforeEach(async () => {
  whole = freshFolder()
  await recordedRun(0)
  await recordedRun(60_000)
})
afterEach(removeFolders)

/** A run of some seconds, in several files. */
async function recordedRun(afterMs: number): Promise<void> {
  const clock = new VirtualClock()
  clock.advance(afterMs)
  const bench = startRecorded({ folder: whole, clock, segmentMs: 1000 })
  bench.session.marketData.start()
  bench.session.marketData.watch([marketOf(1)])
  for (let sec = 0; sec < 3; sec++) {
    clock.advance(1000)
    bench.recorder.marketData(bench.session.marketData)
    bench.session.marketData.watch([{ ...marketOf(1), feeRateBps: FEES[sec] ?? 0 }])
  }
  await bench.recorder.close('test')
}

function folderOf(files: readonly string[]): string {
  const folder = freshFolder()
  mkdirSync(folder, { recursive: true })
  for (const file of files) copyFileSync(join(whole, file), join(folder, file))
  return folder
}

async function merge(paths: readonly string[], out = freshFolder()) {
  const run = captureContext(true)
  await tape('merge', paths, { out }, run.context)
  return { out, ...JSON.parse(run.stdout) }
}

it('what was split at any file is what it was, in any order, with a file in both', async () => {
  const files = readdirSync(whole)
    .filter((file) => file.startsWith('market-'))
    .sort()
  expect(files.length).toBeGreaterThan(3)
  const records = await recordsIn(whole)
  for (let cut = 1; cut < files.length; cut += 2) {
    const [first, second] = [folderOf(files.slice(0, cut + 1)), folderOf(files.slice(cut))]
    const { out, merged, notes } = await merge([second, first])
    expect(await recordsIn(out)).toEqual(records)
    expect(merged).toMatchObject({ runs: 2, records: records.length, repeated: 0 })
    expect(merged.gaps).toHaveLength(1)
    expect(notes).toEqual([expect.stringContaining('is the same file')])
    expect(await verifyTape(await openTape(out))).toMatchObject({
      problems: [],
      notes: [],
    })
  }
})

it('says where it cannot be written', async () => {
  const file = `${freshFolder()}-taken`
  writeFileSync(file, '')
  await expect(merge([whole], join(file, 'tape'))).rejects.toThrow(
    /taken\/tape: expected a folder that can be written, got .*(ENOTDIR|EEXIST)/,
  )
})

it('says which file is on none of the tapes', async () => {
  const files = readdirSync(whole)
    .filter((file) => file.startsWith('market-'))
    .sort()
  const { notes } = await merge([folderOf(files.slice(1))])
  expect(notes).toEqual([expect.stringContaining('expected segment 1 before it on one of the tapes, got none')])
})

it('a merged tape can be merged again, and has its venue', async () => {
  const { out } = await merge([whole])
  const again = await merge([out])
  expect(await recordsIn(again.out)).toEqual(await recordsIn(whole))
})

it('refuses tapes of two venues, and of one that does not say', async () => {
  const head = { k: 'head', at: 1, format: 1, stream: 'market', run: 'other', segment: 1 } as const
  const { profile } = ABOUT
  if (profile === undefined) throw new Error('no profile')
  const { typedData } = profile
  const elsewhere = { ...profile, typedData: { ...typedData, domain: { ...typedData.domain, chainId: 1 } } }
  for (const [line, words] of [
    [lineText({ ...head, profile: elsewhere }), 'got chain 1, contract'],
    [lineText(head), 'got one without a profile'],
  ] as const) {
    const file = `${freshFolder()}.jsonl.gz`
    writeFileSync(file, gzipSync(`${line}\n`))
    const out = freshFolder()
    await expect(merge([whole, file], out)).rejects.toThrow(words)
    expect(() => readdirSync(out)).toThrow()
  }
})
