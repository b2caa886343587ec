// Type errors of a strategy in TypeScript, by the compiler that the user has: the one beside the strategy, else the one beside Quoin.

import { createRequire } from 'node:module'
import { dirname, join, relative } from 'node:path'
import type ts from 'typescript'

/** Told instead of a list: why nothing was checked. */
export interface NotChecked {
  readonly notChecked: string
}

/** As `file:line:column message`, of this file alone; empty for one without. A file that is no TypeScript has no types to check. */
export async function typeErrors(path: string): Promise<readonly string[] | NotChecked> {
  if (!/\.[mc]?ts$/.test(path)) return { notChecked: 'it is no TypeScript' }
  const compiler = compilerFor(path)
  if (compiler === undefined) {
    return { notChecked: 'typescript is not installed here: npm install --save-dev typescript' }
  }
  if (typeof compiler.createProgram !== 'function') {
    return { notChecked: `typescript ${compiler.version} does not answer questions; 5 and 6 do` }
  }
  const program = compiler.createProgram([path], optionsFor(path, compiler))
  const source = program.getSourceFile(path)
  if (source === undefined) return { notChecked: 'the compiler does not find the file' }
  return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]
    .filter(({ category }) => category === compiler.DiagnosticCategory.Error)
    .map((diagnostic) => shown(diagnostic, path, compiler))
}

function compilerFor(path: string): typeof ts | undefined {
  for (const from of [path, import.meta.url]) {
    try {
      return createRequire(from)('typescript')
    } catch {
      // asked for in the next place
    }
  }
  return undefined
}

/** Those of the project that the strategy lies in, without what concerns its output; strict where it lies in none. */
function optionsFor(path: string, compiler: typeof ts): ts.CompilerOptions {
  const { ModuleKind, ScriptTarget, sys } = compiler
  const found = compiler.findConfigFile(dirname(path), (file) => sys.fileExists(file))
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
  const near = relative(process.cwd(), path)
  const words = compiler.flattenDiagnosticMessageText(messageText, ' ')
  return `${near.startsWith('..') ? path : join(near)}:${line + 1}:${character + 1} ${words} (TS${code})`
}
