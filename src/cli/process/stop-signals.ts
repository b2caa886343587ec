// SIGINT, SIGTERM and SIGHUP (a closed terminal): the first asks for a clean stop, the second ends at once. A process without a terminal may
// hear SIGHUP as something else.
// One key press can arrive several times: from the terminal, and again from npm or tsx, which pass it on to their children.

import { EXIT_CODES } from '../../domain/exit-codes.js'
import type { CommandContext } from '../command-context.js'
import { takeEarlyHangUp } from './early-hang-up.js'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Signals this soon after the first are echoes of it. */
const ECHO_MS = 500

export interface StopSignals {
  /** Resolves with the name of the first signal. */
  readonly first: Promise<string>
  /** From now on SIGHUP is no stop, and is heard here; at once where one came before anybody listened. */
  onHangUp?(heard: () => void): void
  /** Lets signals have their usual effect again; after the first one its echoes stay without any, however soon the stop was over. */
  release(): void
}

/** `end` is called on the second signal; the default ends the process with the code for it. */
export function watchStopSignals(
  source: NodeJS.EventEmitter = process,
  end: () => void = () => process.exit(EXIT_CODES.killed.code),
  nowMs: () => number = () => performance.now(),
  early: () => boolean = takeEarlyHangUp,
): StopSignals {
  let resolveFirst: (name: string) => void = () => undefined
  const first = new Promise<string>((resolve) => {
    resolveFirst = resolve
  })
  let firstMs: number | undefined
  let hangUp: (() => void) | undefined
  const listener = (name: string) => {
    if (name === 'SIGHUP' && hangUp !== undefined) {
      hangUp()
      return
    }
    if (firstMs === undefined) {
      firstMs = nowMs()
      resolveFirst(name)
    } else if (nowMs() - firstMs > ECHO_MS) end()
  }
  for (const signal of SIGNALS) source.on(signal, listener)
  return {
    first,
    onHangUp: (heard) => {
      hangUp = heard
      if (early()) heard()
    },
    release: () => {
      // the process is at its end: an echo would take its exit code and its report
      if (firstMs !== undefined) return
      for (const signal of SIGNALS) source.off(signal, listener)
    },
  }
}

/** One that closes hangs up, and that is a stop. */
export const hasTerminal = ({ streams }: Pick<CommandContext, 'streams'>): boolean =>
  streams.stdin.isTTY === true || streams.stdout.isTTY === true || streams.stderr.isTTY === true

/** For one who reads a configuration at the start alone: where no terminal was closed SIGHUP asks to read it again, and is no stop. */
export function outliveHangUp(signals: StopSignals, context: Pick<CommandContext, 'streams' | 'out'>): void {
  if (hasTerminal(context)) return
  signals.onHangUp?.(() => context.out.note('SIGHUP: the configuration is read at a start alone; this one goes on'))
}
