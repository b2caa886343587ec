// How far a long task is: one line that is written over on a terminal; elsewhere, as in a log, a line now and then.

import type { CommandContext } from './command-context.js'

export interface Progress {
  say(text: string): void
  done(): void
}

/** Terminals are not written to more often, and logs are not. */
const EVERY_MS = { terminal: 100, log: 30_000 }

/** With `--json` nothing is said: who reads that waits for the result. */
export function createProgress(
  { out, streams }: Pick<CommandContext, 'out' | 'streams'>,
  nowMs: () => number = () => performance.now(),
): Progress {
  const { stderr } = streams
  if (out.json) return { say: () => undefined, done: () => undefined }
  const isTerminal = stderr.isTTY === true
  const everyMs = isTerminal ? EVERY_MS.terminal : EVERY_MS.log
  // what is over within a moment has no place in a log
  let lastMs = isTerminal ? Number.NEGATIVE_INFINITY : nowMs()
  let isShown = false
  return {
    say(text) {
      if (nowMs() - lastMs < everyMs) return
      lastMs = nowMs()
      isShown = true
      stderr.write(isTerminal ? `\r\u001b[2K${text}` : `${text}\n`)
    },
    done() {
      if (isShown && isTerminal) stderr.write('\r\u001b[2K')
    },
  }
}
