// What every command gets: where to print, and the environment.

import type { ExitName } from '../domain/exit-codes.js'
import type { Screen } from '../telemetry/terminal/terminal.js'
import type { Output } from './output.js'
import type { Watchdog, WatchdogOptions } from './process/hang-watch.js'

export interface CommandContext {
  readonly out: Output
  readonly env: Readonly<Record<string, string | undefined>>
  readonly streams: CommandStreams
  /** Arguments of node up to the script: what starts this program again; absent where another runs in its process. */
  readonly entry?: readonly string[]
  /** Ends the process when its main thread stands still; absent where the process is not ours to end. */
  readonly watchdog?: (options: WatchdogOptions) => Watchdog
  /** Whoever read standard output went away, as `head` does: what only prints has nothing left to do. Absent where nobody can tell. */
  readonly isUnread?: () => boolean
}

export interface CommandStreams {
  readonly stdout: Screen
  readonly stderr: Screen
  readonly stdin: NodeJS.ReadStream
}

/** Throws a `QuoinError`, or says how it ended. */
export type CommandResult = Promise<ExitName>
