// Why a strategy's file could not be loaded, and where in it: Node names the line of a syntax error in its stack for CommonJS, for a
// module only where it is asked to check the file.

import { spawnSync } from 'node:child_process'
import { writeSync } from 'node:fs'
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
 * mostly with a code that means all is well.
 */
export async function unlessEnded<T>(path: string | undefined, fault: string, work: () => Promise<T> | T): Promise<T> {
  const onExit = (code: number) => {
    // a person's second signal, and the watch over a thread that stands still, say it themselves
    if (code === EXIT_CODES.killed.code || code === EXIT_CODES.hung.code) return
    process.exitCode = EXIT_CODES['bad-config'].code
    // `process.exit` calls its listeners at once: the stack says by whom it was called
    const ended = new Error(fault)
    Error.captureStackTrace(ended, onExit)
    const message = withPlace(fault, path === undefined ? undefined : placeIn(path, ended))
    const write = (text: string) => void writeSync(process.stderr.fd, text)
    createOutput(process.argv.includes('--json'), { stdout: write, stderr: write }).error({
      code: 'bad-config',
      message,
    })
  }
  process.once('exit', onExit)
  try {
    return await work()
  } finally {
    process.off('exit', onExit)
  }
}

function placeIn(path: string, ended: Error): string | undefined {
  const place = thrownPlace(ended, path)
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
