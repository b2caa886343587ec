// `quoin tape import`: a tape made of foreign recordings, as a mapping says.

import { readYaml } from '../../../config/config.js'
import { parseYaml } from '../../../config/yaml-file.js'
import { QuoinError } from '../../../domain/error.js'
import { TapeImport } from '../../../recording/import/import-tape.js'
import { tapeMapping } from '../../../recording/import/mapping.js'
import { runName } from '../../../recording/writing/segment-name.js'
import { TapeWriter } from '../../../recording/writing/tape-writer.js'
import type { CommandContext, CommandResult } from '../../command-context.js'
import { packageVersion } from '../../package-root.js'

export interface ImportFlags {
  readonly mapping?: string
  readonly out?: string
}

export async function importTape(
  paths: readonly string[],
  { mapping: file, out: folder }: ImportFlags,
  { out }: CommandContext,
): CommandResult {
  if (file === undefined) throw new QuoinError('bad-argument', 'quoin tape import: expected --mapping <file>, got none')
  if (folder === undefined) throw new QuoinError('bad-argument', 'quoin tape import: expected --out <folder>, got none')
  const mapping = parseYaml(readYaml(file), tapeMapping)
  const wallMs = Date.now()
  const run = runName(wallMs)
  const importing = new TapeImport(mapping, run)
  const writer = await TapeWriter.open(folder, run)
  try {
    for await (const line of importing.lines(paths)) await writer.add(line)
    await writer.finish({
      by: 'import',
      versions: { quoin: packageVersion(), node: process.versions.node },
      ...{ startedAt: new Date(wallMs).toISOString(), endedAt: new Date().toISOString() },
      clock: { wallMs, monoMs: 0 },
      markets: [...importing.counts.markets.values()].map(({ market: { id, conditionId, question } }) => ({
        ...{ id, conditionId, question },
      })),
    })
  } catch (error) {
    await writer.giveUp()
    throw error
  }
  const { markets, ...counts } = importing.counts
  const { rows, events, skipped, silent, repeated, gaps } = counts
  out.data({ imported: { tape: folder, ...counts, markets: markets.size } }, () => [
    `${folder}: ${rows} rows of ${markets.size} markets, ${events} events, ${gaps} gaps`,
    ...(skipped === 0 ? [] : [`${skipped} rows skipped: their markets are not in the mapping`]),
    ...(repeated === 0 ? [] : [`${repeated} rows left out: an earlier one told of the same trade`]),
    ...(silent === 0 ? [] : [`${silent} rows told nothing: no trade and no book is in them`]),
  ])
  return 'ok'
}
