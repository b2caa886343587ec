// The sources of a git ref, in a worktree that lives as long as the run, and compiled. They share the packages installed here.

import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CompiledSources, compileSources } from './compiled-sources.js'

export interface ReferenceSources extends CompiledSources {
  readonly name: string
}

/** Throws when the ref is not in this repository (a shallow clone may lack it). */
export function checkOut(ref: string, here: string): ReferenceSources {
  const git = (...args: string[]) =>
    execFileSync('git', args, { cwd: here, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()
  const commit = git('rev-parse', '--verify', `${ref}^{commit}`)
  const folder = mkdtempSync(join(tmpdir(), 'quoin-bench-'))
  const root = join(folder, 'sources')
  git('worktree', 'add', '--detach', '--quiet', root, commit)
  symlinkSync(join(here, 'node_modules'), join(root, 'node_modules'))
  const compiled = compileSources(root)
  return {
    root: compiled.root,
    name: commit.slice(0, 7),
    remove() {
      compiled.remove()
      git('worktree', 'remove', '--force', root)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
