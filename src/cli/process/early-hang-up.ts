// SIGHUP before the program has read so much of itself that it listens, which would end it. Loaded first: what goes on at a SIGHUP where no
// terminal was closed (a bot, a watchdog, a signer) keeps one that comes so soon.

import { isatty } from 'node:tty'

const KEEPS: readonly (string | undefined)[] = ['run', 'watchdog', 'signer']

export interface HangUpSource {
  on(name: 'SIGHUP', heard: () => void): unknown
  off(name: 'SIGHUP', heard: () => void): unknown
}

/** Listens from now on. Returns who takes over from it: told whether one was heard, once. */
export function keepHangUp(command: string | undefined, hasTerminal: boolean, source: HangUpSource): () => boolean {
  if (hasTerminal || !KEEPS.includes(command)) return () => false
  let isHeard = false
  const heard = () => {
    isHeard = true
  }
  source.on('SIGHUP', heard)
  return () => {
    source.off('SIGHUP', heard)
    const was = isHeard
    isHeard = false
    return was
  }
}

export const takeEarlyHangUp = keepHangUp(process.argv[2], isatty(0) || isatty(1) || isatty(2), process)
