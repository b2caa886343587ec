// Faults that nobody catches: a promise that a strategy's file lets go of, an exception in its timer, or one of ours. Node would end the
// process at once, and what rests would stay at the venue.
//
//   fault   is said, and asks for the ordinary stop; further ones do not keep that from its end
//   exit    of a process that something ends before it has been stopped: said as well, and never with a code that means all is well

import { writeSync } from 'node:fs'
import { type Failure, toFailure } from '../../domain/error.js'
import { EXIT_CODES } from '../../domain/exit-codes.js'
import { thrownPlace, withPlace } from '../../domain/thrown-place.js'
import { createOutput } from '../output.js'

export interface ProgramFaults {
  /** Resolves with the first fault. */
  readonly first: Promise<Failure>
  /** What is to be stopped has been: from now on faults and exits are Node's again. */
  release(): void
}

export interface FaultOptions {
  /** Hears of each other fault. */
  readonly told: (fault: Failure) => void
  /** The strategy's file, whose line is named before any other. */
  readonly file: () => string | undefined
  /** The last words are one JSON line. */
  readonly json: boolean
  readonly source?: NodeJS.EventEmitter & { exitCode?: NodeJS.Process['exitCode'] }
  /** Written at once: after an exit nothing else is. */
  readonly write?: (text: string) => void
}

/** Other faults; one that comes again and again is told once. */
const MOST_TOLD = 10
const STDERR = 2

export function watchFaults({ told, file, json, source = process, write = writeNow }: FaultOptions): ProgramFaults {
  let resolveFirst: (fault: Failure) => void = () => undefined
  const first = new Promise<Failure>((resolve) => {
    resolveFirst = resolve
  })
  const said = new Set<string>()
  const onFault = (thrown: unknown) => {
    const fault: Failure = { code: 'internal', message: `nobody caught: ${wordsOf(thrown, file())}` }
    resolveFirst(fault)
    if (said.size === MOST_TOLD || said.has(fault.message)) return
    said.add(fault.message)
    told(fault)
  }
  const onExit = (code: number) => {
    // a person's second signal
    if (code === EXIT_CODES.killed.code) return
    source.exitCode = EXIT_CODES.failed.code
    const fault = exitFault(code, file(), onExit)
    told(fault)
    createOutput(json, { stdout: write, stderr: write }).error(fault)
  }
  const listeners = { uncaughtException: onFault, unhandledRejection: onFault, exit: onExit }
  for (const [name, listener] of Object.entries(listeners)) source.on(name, listener)
  return {
    first,
    release: () => {
      for (const [name, listener] of Object.entries(listeners)) source.off(name, listener)
    },
  }
}

/** Anything can be thrown, also what has no words. */
function wordsOf(thrown: unknown, file: string | undefined): string {
  try {
    return withPlace(toFailure(thrown).message, thrownPlace(thrown, file))
  } catch {
    return typeof thrown
  }
}

/** `process.exit` calls its listeners at once: the stack says by whom it was called. */
function exitFault(code: number, file: string | undefined, below: (code: number) => void): Failure {
  const called = new Error(
    `the process was made to exit with code ${code} before it was stopped: nothing was cancelled`,
  )
  Error.captureStackTrace(called, below)
  return { code: 'internal', message: withPlace(called.message, thrownPlace(called, file)) }
}

function writeNow(text: string): void {
  try {
    writeSync(STDERR, text)
  } catch {
    // a reader that went away
  }
}
