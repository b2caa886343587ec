// What a run of a sweep is made of, as hashes: the program and the strategy's own files. A run is found again only where both are the same.

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Config } from '../../config/config.js'
import { packageVersion } from '../package-root.js'

/** Roots of the code that runs: of the sources or of what was built of them. */
const HERE = dirname(fileURLToPath(import.meta.url))
const CODE = [resolve(HERE, '../..'), resolve(HERE, '../../../strategies')]
const READERS = ['domain', 'recording', 'venue/session', 'venue/wire'].map((folder) => resolve(HERE, '../..', folder))
/** Of what was built nobody can tell which file holds what. */
const IS_BUILT = !existsSync(join(HERE, 'identity.ts'))
const SOURCE = /\.([mc]?[jt]s|json)$/
const CODE_FILE = /\.[mc]?[jt]s$/
/** `import` in all its forms, `export from` and `require`, of a relative path. */
const IMPORTS = /(?:from|import|require)\s*\(?\s*['"`](\.{1,2}(?:\/[^'"`]*)?)['"`]/g

/** The version, and every file of it: whoever changes a strategy that comes with Quoin does not get the runs of before. */
export function programHash(): string {
  return hashOf(CODE)
}

/** What reads a tape: others of these files might read it differently. */
export function readerHash(): string {
  return hashOf(IS_BUILT ? CODE : READERS)
}

function hashOf(roots: readonly string[]): string {
  const hash = createHash('sha256').update(packageVersion())
  for (const root of roots) {
    const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) => SOURCE.test(file))
    for (const file of files.sort()) hash.update(`\0${file}\0`).update(readFileSync(join(root, file)))
  }
  return hash.digest('hex')
}

/** A strategy of one's own, with the files that it imports by a relative path. Absent for one that comes with Quoin. */
export function strategyHash({ strategy, folder }: Pick<Config, 'strategy' | 'folder'>): string | undefined {
  if (strategy.file === undefined) return undefined
  const hash = createHash('sha256')
  const seen = new Set<string>()
  const take = (path: string) => {
    if (seen.has(path)) return
    seen.add(path)
    const content = readFileSync(path)
    hash.update(`\0${basename(path)}\0`).update(content)
    if (!CODE_FILE.test(path)) return
    for (const [, target = ''] of content.toString('utf8').matchAll(IMPORTS)) {
      for (const file of filesOf(resolve(dirname(path), target))) if (!isOfProgram(file)) take(file)
    }
  }
  take(resolve(folder, strategy.file))
  return hash.digest('hex')
}

/** In the hash of the program already. */
const isOfProgram = (file: string) => SOURCE.test(file) && CODE.some((root) => file.startsWith(`${root}${sep}`))

/** What an import of a path may mean: which of two files that lie there it is depends on who loads it. */
function filesOf(path: string): readonly string[] {
  const asTyped = path.replace(/\.([mc]?)js$/, '.$1ts')
  const named = ['ts', 'mts', 'cts', 'js', 'mjs', 'cjs', 'json'].flatMap((ending) => [
    `${path}.${ending}`,
    join(path, `index.${ending}`),
  ])
  return [...new Set([path, asTyped, ...named])].filter((file) => existsSync(file) && statSync(file).isFile())
}
