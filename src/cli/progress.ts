// How far a long task is: one line that is written over on a terminal; elsewhere nothing.

import type { CommandContext } from './command-context.js'

export interface Progress {
  say(text: string): void
  done(): void
}

/** Terminals are not written to more often. */
const EVERY_MS = 100

export function createProgress({ out, streams }: Pick<CommandContext, 'out' | 'streams'>): Progress {
  const { stderr } = streams
  if (out.json || stderr.isTTY !== true) return { say: () => undefined, done: () => undefined }
  let lastMs = Number.NEGATIVE_INFINITY
  let isShown = false
  return {
    say(text) {
      const nowMs = performance.now()
      if (nowMs - lastMs < EVERY_MS) return
      lastMs = nowMs
      isShown = true
      stderr.write(`\r\u001b[2K${text}`)
    },
    done() {
      if (isShown) stderr.write('\r\u001b[2K')
    },
  }
}
