// What is said of signals that a backtest hears less of than a run would.

import { fittingUnit } from '../../recording/import/time-unit.js'
import type { HeardWord } from '../../signals/signal-history.js'

/** Unix milliseconds of the tape's first and last record. */
export interface Span {
  readonly fromMs: number
  readonly toMs: number
}

export function silentWords(names: readonly string[]): string {
  const they = names.length === 1 ? 'the signal' : 'the signals'
  return `nothing was heard of ${they} ${names.join(', ')}: the tape's own bot heard none, and no file under signals.files tells it with a time (atMs); services are not asked. The strategy ran without`
}

/** `undefined` where one of the words that the files tell on the name is heard within the tape, or there is none. */
export function outsideWords(
  name: string,
  { words, span: { fromMs, toMs } }: { readonly words: readonly HeardWord[]; readonly span: Span },
): string | undefined {
  const told = words.filter((word) => word.name === name)
  const [first] = told
  if (first === undefined || told.some(({ heardMs }) => heardMs >= fromMs && heardMs <= toMs)) return undefined
  const before = told.filter(({ heardMs }) => heardMs < fromMs).length
  const parts = [
    ...(before > 0 ? [`${before} before it, of which the last is told at its start`] : []),
    ...(before < told.length ? [`${told.length - before} after it, which are not told`] : []),
  ]
  const unit = fittingUnit(first.atMs)
  const hint =
    unit === undefined || unit === 'ms'
      ? ''
      : `. atMs: expected a time in milliseconds between 2000 and 2100, got ${first.atMs}; in ${unit} it would be one`
  return `no word that signals.files tell of the signal ${name} falls within the tape: ${parts.join(', ')}${hint}`
}
