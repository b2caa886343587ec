// Type errors of a strategy in TypeScript, by the compiler that the user has: the one beside the strategy, else the one beside Quoin.

import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import type ts from 'typescript'
import { type NotChecked, tscErrors } from './tsc-errors.js'

/** As `file:line:column message`, of this file alone; empty for one without. A file that is no TypeScript has no types to check. */
export async function typeErrors(path: string): Promise<readonly string[] | NotChecked> {
  if (!/\.[mc]?ts$/.test(path)) return { notChecked: 'it is no TypeScript' }
  const compiler = compilerFor(path)
  if (compiler === undefined) {
    return { notChecked: 'typescript is not installed here: npm install --save-dev typescript' }
  }
  if (typeof compiler.module.createProgram !== 'function') return byTsc(path, compiler.manifest)
  return byQuestions(path, compiler.module)
}

function byQuestions(path: string, compiler: typeof ts): readonly string[] | NotChecked {
  const program = compiler.createProgram([path], optionsFor(path, compiler))
  const source = program.getSourceFile(path)
  if (source === undefined) return { notChecked: 'the compiler does not find the file' }
  return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
    .filter(({ category }) => category === compiler.DiagnosticCategory.Error)
    .map((diagnostic) => shown(diagnostic, path, compiler))
}

async function byTsc(path: string, manifest: string): Promise<readonly string[] | NotChecked> {
  const errors = await tscErrors(path, { manifest, project: projectOf(path) })
  if ('notChecked' in errors) return errors
  return errors.map(({ line, column, text, code }) => `${near(path)}:${line}:${column} ${text} (${code})`)
}

/** The nearest `tsconfig.json` above the file. */
function projectOf(path: string): string | undefined {
  const folder = dirname(path)
  if (existsSync(join(folder, 'tsconfig.json'))) return join(folder, 'tsconfig.json')
  return folder === dirname(folder) ? undefined : projectOf(folder)
}

interface Compiler {
  readonly module: typeof ts
  /** Path of its `package.json`. */
  readonly manifest: string
}

function compilerFor(path: string): Compiler | undefined {
  for (const from of [path, import.meta.url]) {
    const there = createRequire(from)
    try {
      return { module: there('typescript'), manifest: there.resolve('typescript/package.json') }
    } catch {
      // asked for in the next place
    }
  }
  return undefined
}

/** Those of the project that the strategy lies in, without what concerns its output; strict where it lies in none. */
function optionsFor(path: string, compiler: typeof ts): ts.CompilerOptions {
  const { ModuleKind, ScriptTarget, sys } = compiler
  const found = projectOf(path)
  const own =
    found === undefined
      ? { strict: true, target: ScriptTarget.ES2022, module: ModuleKind.NodeNext }
      : compiler.parseJsonConfigFileContent(
          compiler.readConfigFile(found, (file) => sys.readFile(file)).config,
          sys,
          dirname(found),
        ).options
  return { ...own, noEmit: true, skipLibCheck: true, composite: false, incremental: false, declaration: false }
}

function shown({ start, code, messageText, file }: ts.Diagnostic, path: string, compiler: typeof ts): string {
  const { line, character } = file?.getLineAndCharacterOfPosition(start ?? 0) ?? { line: 0, character: 0 }
  const words = compiler.flattenDiagnosticMessageText(messageText, ' ')
  return `${near(path)}:${line + 1}:${character + 1} ${words} (TS${code})`
}

function near(path: string): string {
  const from = relative(process.cwd(), path)
  return from.startsWith('..') ? path : from
}
