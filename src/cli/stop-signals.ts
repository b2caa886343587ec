// SIGINT, SIGTERM and SIGHUP (a closed terminal): the first asks for a clean stop, the second ends at once.

import { EXIT_CODES } from './exit-codes.js'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export interface StopSignals {
  /** Resolves with the name of the first signal. */
  readonly first: Promise<string>
  /** Lets signals have their usual effect again. */
  release(): void
}

/** `end` is called on the second signal; the default ends the process with the code for it. */
export function watchStopSignals(
  source: NodeJS.EventEmitter = process,
  end: () => void = () => process.exit(EXIT_CODES.killed.code),
): StopSignals {
  let resolveFirst: (name: string) => void = () => undefined
  const first = new Promise<string>((resolve) => {
    resolveFirst = resolve
  })
  let count = 0
  const listener = (name: string) => {
    count += 1
    if (count === 1) resolveFirst(name)
    else end()
  }
  for (const signal of SIGNALS) source.on(signal, listener)
  return {
    first,
    release: () => {
      for (const signal of SIGNALS) source.off(signal, listener)
    },
  }
}
