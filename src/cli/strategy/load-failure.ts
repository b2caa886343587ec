// Why a strategy's file could not be loaded, and where in it: Node names the line of a syntax error in its stack for CommonJS, for a
// module only where it is asked to check the file.

import { spawnSync } from 'node:child_process'
import { writeSync } from 'node:fs'
import { EXIT_CODES } from '../../domain/exit-codes.js'
import { thrownPlace, thrownText, withPlace } from '../../domain/thrown-place.js'

/** Milliseconds in which Node has checked any file. */
const CHECK_MS = 10_000

export function loadFailure(cause: unknown, path: string): string {
  const place = cause instanceof SyntaxError ? syntaxPlace(cause, path) : thrownPlace(cause, path)
  // what reads the file names the place in its own words
  return withPlace(thrownText(cause), place?.includes('/node_modules/') ? undefined : place)
}

/** For the end of a process that comes while the file is loaded: it would be without a word, and mostly with a code that means all is well. */
export function sayEnded(path: string, code: number): void {
  // a person's second signal, and the watch over a thread that stands still, say it themselves
  if (code === EXIT_CODES.killed.code || code === EXIT_CODES.hung.code) return
  process.exitCode = EXIT_CODES['bad-config'].code
  const fault = `strategy.file: expected a module at ${path}, got one that ends the process, or waits for what never comes`
  writeSync(process.stderr.fd, `quoin: bad-config: ${fault}\n`)
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
