// Sources as they are shipped: plain JavaScript. A loader that compiles on the way names every closure when it is made, which a hot path feels.

import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import ts from 'typescript'

const FOLDERS = ['src', 'strategies', 'test', 'bench']

const OPTIONS: ts.CompilerOptions = {
  module: ts.ModuleKind.ESNext,
  target: ts.ScriptTarget.ES2023,
  verbatimModuleSyntax: true,
}

export interface CompiledSources {
  readonly root: string
  remove(): void
}

/** The sources at `root` in `folders`, types stripped, beside everything else that is there. Their types are not checked. */
export function compileSources(root: string, folders: readonly string[] = FOLDERS): CompiledSources {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-bench-js-'))
  for (const name of readdirSync(root)) if (!folders.includes(name)) symlinkSync(join(root, name), join(folder, name))
  for (const name of folders) compileFolder(root, name, folder)
  return { root: folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

function compileFolder(root: string, name: string, to: string): void {
  for (const path of readdirSync(join(root, name), { recursive: true, encoding: 'utf8' })) {
    const target = join(to, name, path.replace(/\.ts$/, '.js'))
    // what a page is made of is shipped as it is
    if (/\.(js|css|html)$/.test(path)) copy(join(root, name, path), target)
    if (!path.endsWith('.ts') || path.endsWith('.test.ts')) continue
    const { outputText } = ts.transpileModule(readFileSync(join(root, name, path), 'utf8'), {
      compilerOptions: OPTIONS,
    })
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, outputText)
  }
}

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(from, to)
}
