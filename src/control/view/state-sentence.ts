// What the bot does now, in one sentence.

import { isQuoted } from '../../domain/run/not-quoting.js'
import type { BotSnapshot } from '../../domain/run/snapshot.js'
import { haltWords, waitWords } from '../../domain/run/standing-words.js'

interface Told {
  readonly halted?: BotSnapshot['halted'] | undefined
  readonly waiting?: BotSnapshot['waiting'] | undefined
}

/** Why nothing is quoted anywhere; `undefined` while something may be. */
export function stopSentence({ halted, waiting }: Told): string | undefined {
  if (halted) return haltWords(halted)
  return waiting && waitWords(waiting)
}

export function stateSentence(snapshot: Told & Pick<BotSnapshot, 'markets'>): string {
  const stop = stopSentence(snapshot)
  if (stop !== undefined) return stop
  // others are shown for what is held there
  const chosen = snapshot.markets.filter(({ dropped }) => dropped === undefined)
  const { length } = chosen
  if (length === 0) return 'running, and no market is chosen'
  const quoted = chosen.filter(isQuoted).length
  const silent = length - quoted
  const others = silent > 0 ? `, and ${silent} ${silent === 1 ? 'says' : 'say'} why none does` : ''
  return `running: quotes rest in ${quoted} of ${length} markets${others}`
}
