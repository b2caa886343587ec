// `quoin tape ghosts`: which queue model tells the fates of a tape's own orders best.

import type { GhostScores, ModelScore } from '../../../backtest/ghosts/ghost-scores.js'
import { LEAST_TELLING } from '../../../backtest/ghosts/ghost-scores.js'
import { findGhosts } from '../../../backtest/ghosts/ghosts.js'
import { toFailure } from '../../../domain/error.js'
import { openTape, withRecords } from '../../../recording/open-tape.js'
import type { CommandContext, CommandResult } from '../../command-context.js'
import { writeGhosts } from '../../tape/ghosts-file.js'
import { alignColumns } from '../../text-columns.js'

export async function tapeGhosts(path: string, { out }: CommandContext): CommandResult {
  const notes: string[] = []
  const tape = await openTape(path, { onNote: (message) => notes.push(message) })
  const found = await findGhosts(await withRecords(tape))
  const file = await writeGhosts(tape, found).catch((cause: unknown) => {
    notes.push(`not kept beside the tape, so backtests there do not take it by default: ${toFailure(cause).message}`)
    return undefined
  })
  out.data({ tape: path, ...found, ...(file === undefined ? {} : { file }), notes }, () => [
    ...notes,
    `${found.ghosts} orders with others before them in ${found.markets} markets; ${found.lost} were lost sight of within a minute, and count as they stood then`,
    ...(found.models.length === 0 ? [] : ['', ...scoreTable(found.models), '', ...reliabilityTable(found)]),
    verdict(found),
    ...(file === undefined ? [] : [`kept: ${file}`]),
  ])
  return 'ok'
}

function verdict({ best, telling }: GhostScores): string {
  return best === undefined
    ? `too few: the models differ on ${telling} orders, and under ${LEAST_TELLING} none is called the best`
    : `best on this tape: ${best}, by log loss; the models differ on ${telling} orders`
}

function scoreTable(models: readonly ModelScore[]): string[] {
  const seconds = models[0]?.horizons.map(({ horizonSec }) => horizonSec) ?? []
  return alignColumns([
    ['MODEL', 'LOG LOSS', ...seconds.flatMap((sec) => [`${sec} s`, `BRIER ${sec} s`])],
    ...models.map(({ model, logLoss, horizons }) => [
      ...[model, logLoss.toFixed(4)],
      ...horizons.flatMap((each) => [each.logLoss.toFixed(4), each.brier.toFixed(4)]),
    ]),
  ])
}

/** Of the best model, or the first: what was said, and what came. */
function reliabilityTable({ models, best }: GhostScores): string[] {
  const shown = models.find(({ model }) => model === best) ?? models[0]
  const percent = (share: number) => `${(100 * share).toFixed(1)} %`
  return alignColumns([
    [`FILLED, ${shown?.model ?? ''}`, 'WITHIN', 'SAID', 'CAME', 'ORDERS'],
    ...(shown?.horizons ?? []).flatMap(({ horizonSec, reliability }) =>
      reliability.map(({ from, to, p, yes, weight }) => [
        `${percent(from)} to ${percent(to)}`,
        ...[`${horizonSec} s`, percent(p), percent(yes), weight.toFixed(0)],
      ]),
    ),
  ])
}
