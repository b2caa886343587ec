// Whether a mutant is a program at all: what the compiler refuses nobody can have left in.

import { join } from 'node:path'
import ts from 'typescript'

export class Compiles {
  readonly #texts = new Map<string, { readonly text: string; readonly version: number }>()
  readonly #service: ts.LanguageService
  #version = 0

  constructor(root: string, files: readonly string[]) {
    const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (path) => ts.sys.readFile(path))
    const { options } = ts.parseJsonConfigFileContent({ ...config, include: [], files: [] }, ts.sys, root)
    const read = (path: string) => this.#texts.get(path)?.text ?? ts.sys.readFile(path)
    this.#service = ts.createLanguageService({
      getCompilationSettings: () => options,
      getScriptFileNames: () => files.map((file) => join(root, file)),
      getScriptVersion: (path) => `${this.#texts.get(path)?.version ?? 0}`,
      getScriptSnapshot: (path) => {
        const text = read(path)
        return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text)
      },
      getCurrentDirectory: () => root,
      getDefaultLibFileName: (lib) => ts.getDefaultLibFilePath(lib),
      fileExists: (path) => ts.sys.fileExists(path),
      readFile: read,
      readDirectory: (path, ...rest) => ts.sys.readDirectory(path, ...rest),
      directoryExists: (path) => ts.sys.directoryExists(path),
      getDirectories: (path) => ts.sys.getDirectories(path),
    })
  }

  /** With this text in that file; the file is as it was again afterwards. */
  accepts(path: string, text: string): boolean {
    this.#texts.set(path, { text, version: ++this.#version })
    const isSyntax = this.#service.getSyntacticDiagnostics(path).length === 0
    const accepted = isSyntax && this.#service.getSemanticDiagnostics(path).length === 0
    this.#texts.set(path, { text: ts.sys.readFile(path) ?? '', version: ++this.#version })
    return accepted
  }
}
