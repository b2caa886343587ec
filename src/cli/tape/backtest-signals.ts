// The signals of a backtest: those that the tape's own bot heard, and of names that it did not, what the configuration's files tell with a time.

import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Config } from '../../config/config.js'
import type { Tape } from '../../recording/open-tape.js'
import { recordedSignals } from '../../recording/recorded-signals.js'
import type { HeardWord } from '../../signals/signal-history.js'
import { timedWordsIn } from '../../signals/signal-words.js'

type OfSignals = Pick<Config, 'signals' | 'folder'>

export interface BacktestSignals {
  /** In the order in which they are heard. */
  readonly words: readonly HeardWord[]
  /** In words, where the backtest hears less than a run would. */
  readonly missing: readonly string[]
}

/** Of the `names` that the strategy or the fair value reads. */
export async function backtestSignals(
  config: OfSignals,
  tape: Pick<Tape, 'files' | 'coreRecords'>,
  names: ReadonlySet<string>,
): Promise<BacktestSignals> {
  if (names.size === 0) return { words: [], missing: [] }
  const recorded = await recordedSignals(tape.files.core.map(({ run }) => tape.coreRecords(run)))
  const onTape = new Set(recorded.map(({ name }) => name))
  const told = filesOf(config).flatMap((file) => wordsOf(file))
  const words = [...recorded, ...told.filter(({ name }) => !onTape.has(name))]
    .filter(({ name }) => names.has(name))
    .sort((a, b) => a.heardMs - b.heardMs)
  const silent = [...names].filter((name) => !words.some((word) => word.name === name))
  return { words, missing: silent.length === 0 ? [] : [silentWords(silent)] }
}

/** Of what the files say, and of how late it is heard: a run of a sweep with other words, or at other times, is another run. */
export function signalsHash(config: OfSignals): string | undefined {
  const files = filesOf(config)
  if (files.length === 0) return undefined
  const hash = createHash('sha256')
  for (const { text, everyMs } of files) hash.update(`\0${everyMs}\0${text}`)
  return hash.digest('hex')
}

function filesOf({ signals: { files = [] }, folder }: OfSignals): { text: string; everyMs: number }[] {
  return files.map(({ path, everyMs }) => {
    const found = resolve(folder, path)
    return { text: existsSync(found) ? readFileSync(found, 'utf8') : '', everyMs }
  })
}

/** Heard as late as a look at the file may come. */
function wordsOf({ text, everyMs }: { text: string; everyMs: number }): HeardWord[] {
  return timedWordsIn(text).words.map((word) => ({ ...word, heardMs: word.atMs + everyMs }))
}

function silentWords(names: readonly string[]): string {
  const they = names.length === 1 ? 'the signal' : 'the signals'
  return `nothing was heard of ${they} ${names.join(', ')}: the tape's own bot heard none, and no file under signals.files tells it with a time (atMs); services are not asked. The strategy ran without`
}
