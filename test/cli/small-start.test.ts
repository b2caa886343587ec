// What `quoin --help` and every small command wait for: the files that the program loads before it knows the command.

import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { expect, it } from 'vitest'

/** What a file loads at once; types and what is imported on the way are not. */
function loadedBy(path: string): readonly string[] {
  const text = readFileSync(path, 'utf8')
  return [...text.matchAll(/^(?:import|export)\s(?!type\b)[^'"]*?\bfrom '([^']+)'/gm)].map(([, name = '']) => name)
}

function packagesFrom(entry: string): ReadonlySet<string> {
  const packages = new Set<string>()
  const seen = new Set<string>()
  const visit = (path: string) => {
    if (seen.has(path)) return
    seen.add(path)
    for (const name of loadedBy(path)) {
      if (name.startsWith('.')) visit(posix.join(posix.dirname(path), name).replace(/\.js$/, '.ts'))
      else if (!name.startsWith('node:')) packages.add(name)
    }
  }
  visit(entry)
  return packages
}

it('is commander alone', () => {
  expect([...packagesFrom('src/cli/main.ts')]).toEqual(['commander'])
})

it('is more where a bot runs, but nothing that only some bots need', () => {
  const packages = packagesFrom('src/cli/commands/bot/run.ts')
  expect([...packages]).toEqual(expect.arrayContaining(['zod', 'undici', 'rxjs']))
  expect(['pino-pretty', 'tsx', 'tiny-secp256k1', 'secp256k1'].filter((name) => packages.has(name))).toEqual([])
})
