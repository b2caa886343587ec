// Signals as they were heard once, told again at their times by the clock of a backtest.

import type { Clock } from '../domain/time.js'
import type { SignalListener, SignalSource, SignalWord } from './signal-source.js'

/** A word, and when it was heard, Unix milliseconds. */
export interface HeardWord extends SignalWord {
  readonly heardMs: number
}

export interface SignalHistoryOptions {
  /** In the order in which they were heard. */
  readonly words: readonly HeardWord[]
  readonly clock: Pick<Clock, 'after' | 'wallMs'>
}

export class SignalHistory implements SignalSource {
  readonly label = 'signals of the tape'
  readonly #options: SignalHistoryOptions
  #next = 0
  #stop: (() => void) | undefined

  constructor(options: SignalHistoryOptions) {
    this.#options = options
  }

  start(listener: SignalListener): void {
    const { words, clock } = this.#options
    const tell = () => {
      const due: HeardWord[] = []
      for (let word = words[this.#next]; word && word.heardMs <= clock.wallMs(); word = words[this.#next]) {
        due.push(word)
        this.#next += 1
      }
      for (const word of lastOfEach(due)) listener.told(word)
      const { heardMs } = words[this.#next] ?? {}
      this.#stop = heardMs === undefined ? undefined : clock.after(heardMs - clock.wallMs(), tell)
    }
    this.#stop = clock.after(0, tell)
  }

  stop(): void {
    this.#stop?.()
    this.#stop = undefined
  }
}

/** What was heard before a start counts by its last word alone, as of a file that is read then. */
function lastOfEach(words: readonly HeardWord[]): Iterable<HeardWord> {
  const last = new Map<string, HeardWord>()
  for (const word of words) last.set(JSON.stringify([word.name, word.market]), word)
  return last.values()
}
