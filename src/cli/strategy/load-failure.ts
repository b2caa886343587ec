// Why a strategy's file could not be loaded, and where in it: Node names the line of a syntax error in its stack for CommonJS, for a
// module only where it is asked to check the file.

import { spawnSync } from 'node:child_process'
import { writeSync } from 'node:fs'
import type { Failure } from '../../domain/error.js'
import { EXIT_CODES } from '../../domain/exit-codes.js'
import { thrownPlace, thrownText, withPlace } from '../../domain/thrown-place.js'
import { createOutput } from '../output.js'

/** Milliseconds in which Node has checked any file. */
const CHECK_MS = 10_000

export function loadFailure(cause: unknown, path: string): string {
  const place = cause instanceof SyntaxError ? syntaxPlace(cause, path) : thrownPlace(cause, path)
  // what reads the file names the place in its own words
  return withPlace(thrownText(cause), place?.includes('/node_modules/') ? undefined : place)
}

/**
 * Does `work`, which runs the program in the file at `path`. Where this ends the process, `fault` is said: the end would be without a word, and
 * mostly with a code that means all is well. What nobody catches ends it, too, and is another thing: Node's code for it stays, and its stack.
 */
export async function unlessEnded<T>(
  path: string | undefined,
  fault: string,
  work: () => Promise<T> | T,
  say: (failure: Failure) => void = sayAtOnce,
): Promise<T> {
  let uncaught: Failure | undefined
  const onThrown = (thrown: unknown) => {
    uncaught = {
      code: 'internal',
      message: withPlace(`nobody caught: ${thrownText(thrown)}`, thrownPlace(thrown, path)),
    }
  }
  const onExit = (code: number) => {
    // a person's second signal, and the watch over a thread that stands still, say it themselves
    if (code === EXIT_CODES.killed.code || code === EXIT_CODES.hung.code) return
    if (uncaught === undefined) process.exitCode = EXIT_CODES['bad-config'].code
    say(uncaught ?? { code: 'bad-config', message: withPlace(fault, exitPlace(path, onExit)) })
  }
  process.once('uncaughtExceptionMonitor', onThrown)
  process.once('exit', onExit)
  try {
    return await work()
  } finally {
    process.off('uncaughtExceptionMonitor', onThrown)
    process.off('exit', onExit)
  }
}

/** What is printed otherwise is lost at an exit. */
function sayAtOnce(failure: Failure): void {
  const write = (text: string) => void writeSync(process.stderr.fd, text)
  createOutput(process.argv.includes('--json'), { stdout: write, stderr: write }).error(failure)
}

/** `process.exit` calls its listeners at once: the stack above `listener` says by whom it was called. Where that is not the file, nothing. */
function exitPlace(path: string | undefined, listener: (code: number) => void): string | undefined {
  if (path === undefined) return undefined
  const called = new Error()
  Error.captureStackTrace(called, listener)
  const place = thrownPlace(called, path)
  return place?.startsWith(`${path}:`) ? place : undefined
}

function syntaxPlace(cause: SyntaxError, path: string): string | undefined {
  // one that the file throws when it runs, such as JSON.parse's, is no error of its own syntax
  const thrown = thrownPlace(cause, path)
  if (thrown?.startsWith(`${path}:`)) return thrown
  const told = firstPlace(cause.stack)
  if (told !== undefined || !/\.[mc]?js$/.test(path)) return told
  const { stderr } = spawnSync(process.execPath, ['--check', path], { encoding: 'utf8', timeout: CHECK_MS })
  return firstPlace(stderr)
}

/** `file:line` where it is all of the first line. */
function firstPlace(text: unknown): string | undefined {
  const [, file, line] = /^(?:file:\/\/)?([^\n?]+)(?:\?[^\n:]*)?:(\d+)\n/.exec(String(text)) ?? []
  return file === undefined ? undefined : `${file}:${line}`
}
