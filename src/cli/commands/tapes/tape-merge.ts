// `quoin tape merge`: several tapes as one.

import { QuoinError } from '../../../domain/error.js'
import { type Stretch, TapeMerge } from '../../../recording/merge/merge-tapes.js'
import { openTape } from '../../../recording/open-tape.js'
import { runName } from '../../../recording/writing/segment-name.js'
import { TapeWriter } from '../../../recording/writing/tape-writer.js'
import type { CommandContext, CommandResult } from '../../command-context.js'
import { packageVersion } from '../../package-root.js'

const MOST_LINES = 10

export async function mergeTapes(
  paths: readonly string[],
  { out: folder }: { readonly out?: string },
  { out }: CommandContext,
): CommandResult {
  if (folder === undefined) throw new QuoinError('bad-argument', 'quoin tape merge: expected --out <folder>, got none')
  const notes: string[] = []
  // what one tape lacks another may have: what is missing is told of when all are known
  const tapes = await Promise.all(paths.map((path) => openTape(path)))
  const wallMs = Date.now()
  const run = runName(wallMs)
  const merge = new TapeMerge(run, (message) => notes.push(message))
  const writer = await TapeWriter.open(folder, run)
  try {
    for await (const line of merge.lines(tapes)) await writer.add(line)
    if (merge.counts.records === 0) {
      throw new QuoinError('bad-tape', `${paths.join(', ')}: expected records, got none`)
    }
    await writer.finish({
      by: 'merge',
      versions: { quoin: packageVersion(), node: process.versions.node },
      ...{ startedAt: new Date(wallMs).toISOString(), endedAt: new Date().toISOString() },
      clock: { wallMs, monoMs: 0 },
      ...(merge.profile === undefined ? {} : { profile: merge.profile }),
      markets: merge.markets.map(({ id, conditionId, question }) => ({ id, conditionId, question })),
    })
  } catch (error) {
    await writer.giveUp()
    throw error
  }
  const { counts, overlap, markets } = merge
  out.data({ merged: { tape: folder, ...counts, ...overlap, markets: markets.length }, notes }, () => [
    ...notes,
    `${folder}: ${counts.runs} runs, ${counts.records} records of ${markets.length} markets`,
    ...stretches('nobody recorded', counts.gaps),
    ...stretches('more than one run recorded', counts.overlaps),
    ...(overlap.repeated === 0
      ? []
      : [
          `${overlap.repeated} records told twice are in it once; ${overlap.handOvers} times another run took a market over`,
        ]),
  ])
  return 'ok'
}

function stretches(what: string, found: readonly Stretch[]): string[] {
  const iso = (ms: number) => new Date(ms).toISOString()
  const shown = found.slice(0, MOST_LINES).map(({ fromMs, toMs }) => `${what} from ${iso(fromMs)} to ${iso(toMs)}`)
  return found.length > MOST_LINES ? [...shown, `and ${found.length - MOST_LINES} times more`] : shown
}
