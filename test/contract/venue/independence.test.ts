// This folder is a client of the venue that knows nothing of Quoin.
//
// Its client (client/) and its tests were written from the venue's public description alone: the specification whose
// sections the tests name, docs/venue.md, and what a running server says of itself at GET /, /openapi.json and
// /asyncapi.json. The server runs as a process of its own. Nothing here imports from src/: not the types, not the
// formulas, not the error codes. So a mistake that Quoin's bot and Quoin's server share cannot hide, because this client
// does not share it: it signs with another library, counts fees with a formula of its own, and reads headers by itself.
// The first test below holds that wall.

import { readdirSync, readFileSync } from 'node:fs'
import { dirname, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { root, Venue } from './venue.js'

const here = dirname(fileURLToPath(import.meta.url))

/** What a file imports: static, dynamic, and re-exports. */
function importsOf(source: string): string[] {
  return [...source.matchAll(/(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)].flatMap((found) => found[1] ?? [])
}

function isForeign(file: string, name: string): boolean {
  if (!name.startsWith('.')) return /^(quoin|#|\/|viem|undici)/.test(name)
  return relative(here, resolve(dirname(file), name)).startsWith('..')
}

test('no file of this folder imports anything of Quoin', () => {
  const files = readdirSync(here, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.ts'))
  expect(files.length).toBeGreaterThan(10)
  const foreign = files.flatMap((name) => {
    const file = resolve(here, name)
    return importsOf(readFileSync(file, 'utf8'))
      .filter((imported) => isForeign(file, imported))
      .map((imported) => `${name}: ${imported}`)
  })
  expect(foreign).toEqual([])
})

test('…and the search for such imports finds them', () => {
  const file = resolve(here, 'planted.ts')
  const verdicts = (before: string, name: string, after: string) =>
    importsOf(`${before}'${name}'${after}`).map((found) => isForeign(file, found))
  expect(verdicts('import x from ', '../../src/a.js', '')).toEqual([true])
  expect(verdicts('await import(', '../server/b.js', ')')).toEqual([true])
  expect(verdicts('export { y } from ', 'quoin', '')).toEqual([true])
  expect(verdicts('import { z } from ', './client/z.js', '')).toEqual([false])
})

test('`npm run -s quoin -- serve <config> --json` prints its one line, and SIGTERM to it ends the server with 0', async () => {
  const npm = ['npm', 'run', '-s', 'quoin', '--']
  const venue = await Venue.start({}, { plain: 1 }, npm)
  try {
    expect(root).toMatch(/\/$/)
    expect((await venue.freshMarket()).status).toBe('OPEN')
    expect(await venue.stop()).toBe(0)
    await expect(fetch(`${venue.url}/health`)).rejects.toThrow()
  } finally {
    venue.release()
  }
})
