// The signals of a backtest: those that the tape's own bot heard, and of names and markets that it did not, what the configuration's files tell
// with a time.

import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Config } from '../../config/config.js'
import { isCalled } from '../../domain/market/market.js'
import type { Tape } from '../../recording/open-tape.js'
import { type RecordedSignals, recordedSignals } from '../../recording/recorded-signals.js'
import type { HeardWord } from '../../signals/signal-history.js'
import type { SignalWord } from '../../signals/signal-source.js'
import { timedWordsIn } from '../../signals/signal-words.js'
import { outsideWords, type Span, silentWords } from './signal-warnings.js'

type OfSignals = Pick<Config, 'signals' | 'folder'>

interface SignalFile {
  readonly path: string
  readonly text: string
  readonly everyMs: number
}

export interface BacktestSignals {
  /** In the order in which they are heard. */
  readonly words: readonly HeardWord[]
  /** In words, where the backtest hears less than a run would, on a tape from then to then. */
  readonly missing: (tape: Span) => readonly string[]
}

/** Of the `names` that the strategy or the fair value reads. */
export async function backtestSignals(
  config: OfSignals,
  tape: Pick<Tape, 'files' | 'coreRecords'>,
  names: ReadonlySet<string>,
): Promise<BacktestSignals> {
  if (names.size === 0) return { words: [], missing: () => [] }
  const recorded = await recordedSignals(tape.files.core.map(({ run }) => tape.coreRecords(run)))
  const files = filesOf(config).map((file) => wordsOf(file))
  const told = files.flatMap(({ words }) => words).filter(({ name }) => names.has(name))
  const added = notHeard(told, recorded)
  const words = [...recorded.words.filter(({ name }) => names.has(name)), ...added].sort(
    (a, b) => a.heardMs - b.heardMs,
  )
  const silent = [...names].filter((name) => !words.some((word) => word.name === name))
  return {
    words,
    missing: (span) => [
      ...(silent.length === 0 ? [] : [silentWords(silent)]),
      ...[...names].flatMap((name) => outsideWords(name, { words: added, span }) ?? []),
      ...files.flatMap(({ problem }) => problem ?? []),
    ],
  }
}

/** Of what the files say, and of how late it is heard: a run of a sweep with other words, or at other times, is another run. */
export function signalsHash(config: OfSignals): string | undefined {
  const files = filesOf(config)
  if (files.length === 0) return undefined
  const hash = createHash('sha256')
  for (const { text, everyMs } of files) hash.update(`\0${everyMs}\0${text}`)
  return hash.digest('hex')
}

function filesOf({ signals: { files = [] }, folder }: OfSignals): SignalFile[] {
  return files.map(({ path, everyMs }) => {
    const found = resolve(folder, path)
    return { path, text: existsSync(found) ? readFileSync(found, 'utf8') : '', everyMs }
  })
}

/** Heard as late as a look at the file may come. */
function wordsOf({ path, text, everyMs }: SignalFile): { readonly words: HeardWord[]; readonly problem?: string } {
  const { words, wrong, problem } = timedWordsIn(text)
  const heard = words.map((word) => ({ ...word, heardMs: word.atMs + everyMs }))
  if (problem === undefined) return { words: heard }
  const count = wrong === 0 ? '' : `; ${wrong} ${wrong === 1 ? 'line' : 'lines'} left out`
  return { words: heard, problem: `signals.files: ${path}: ${problem}${count}` }
}

/** Those on names of markets, or of all markets together, of which the bot of the tape heard nothing. */
function notHeard(told: readonly HeardWord[], { words, markets }: RecordedSignals): readonly HeardWord[] {
  const keyOf = ({ name, market }: Pick<SignalWord, 'name' | 'market'>) => JSON.stringify([name, market])
  const heard = new Set(words.map(keyOf))
  // a file may call a market by its id, the tape's bot heard by the condition id
  const called = new Map<string, string>()
  for (const { market } of told) {
    if (market === undefined || called.has(market)) continue
    const followed = markets.get(market) ?? [...markets.values()].find((each) => isCalled(market, each))
    called.set(market, followed?.conditionId ?? market)
  }
  return told.filter(({ name, market }) => {
    const conditionId = market === undefined ? undefined : called.get(market)
    return !heard.has(keyOf({ name, ...(conditionId === undefined ? {} : { market: conditionId }) }))
  })
}
