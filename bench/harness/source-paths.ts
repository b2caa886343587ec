// Where a module lies in a checkout: what a checkout is measured by was moved since, and the older one still has it where it was.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Where these were before they got folders. */
const FORMERLY: Readonly<Record<string, string>> = {
  'src/core/core.js': 'src/core.js',
  'src/bot/loop.js': 'src/loop.js',
  'src/bot/bot.js': 'src/bot.js',
  'src/cli/venue/child-server.js': 'src/cli/child-server.js',
}

/** Path of a module in the checkout at `root`; undefined where it has none. */
export function sourcePath(root: string, path: string): string | undefined {
  return [path, FORMERLY[path] ?? path].map((place) => join(root, place)).find(existsSync)
}

/** Loads modules of the checkout at `root`. */
export function loadSources(root: string, paths: readonly string[]): Promise<object[]> {
  return Promise.all(
    paths.map(async (path): Promise<object> => {
      const found = sourcePath(root, path)
      if (found === undefined) throw new Error(`${root}: has no ${path}`)
      return import(pathToFileURL(found).href)
    }),
  )
}
