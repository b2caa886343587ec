// Type errors by a compiler that is a program and answers no questions of ours: `tsc` of TypeScript 7.

import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, parse } from 'node:path'

/** Told instead of a list: why nothing was checked. */
export interface NotChecked {
  readonly notChecked: string
}

export interface TscError {
  readonly line: number
  readonly column: number
  readonly text: string
  /** Such as `TS2322`. */
  readonly code: string
}

/**
 * The errors of the file at `path`, in the order in which they are told.
 *
 * @param manifest path of the `package.json` of the compiler
 * @param project path of the `tsconfig.json` that the file goes by, `undefined` for strict by itself
 */
export async function tscErrors(
  path: string,
  { manifest, project }: { readonly manifest: string; readonly project: string | undefined },
): Promise<readonly TscError[] | NotChecked> {
  const { bin } = JSON.parse(await readFile(manifest, 'utf8'))
  const folder = await mkdtemp(join(tmpdir(), 'quoin-types-'))
  try {
    const told = await output(join(dirname(manifest), bin.tsc), ['-p', await settings(folder, path, project)], path)
    return own(told, path)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** A project that writes declarations says how, and where from: without them those options are refused, and nothing is looked at. */
const NOTHING_WRITTEN = {
  ...{ composite: false, incremental: false, declaration: false, declarationMap: false },
  ...{ emitDeclarationOnly: false, isolatedDeclarations: false, declarationDir: null },
}

/** The compiler reads options and files from one place: those of the project, under what we ask of it. */
async function settings(folder: string, path: string, project: string | undefined): Promise<string> {
  const defaults = join(folder, 'defaults.json')
  const all = join(folder, 'tsconfig.json')
  // the types of packages would be looked for beside a file that lies elsewhere
  const typeRoots = above(dirname(path)).map((each) => join(each, 'node_modules/@types'))
  const alone = project === undefined ? { strict: true, target: 'es2022', module: 'nodenext' } : {}
  const compilerOptions = { noEmit: true, skipLibCheck: true, ...NOTHING_WRITTEN, rootDir: parse(path).root }
  const found = project === undefined ? [] : [project]
  await writeFile(defaults, JSON.stringify({ compilerOptions: { ...alone, typeRoots } }))
  await writeFile(all, JSON.stringify({ extends: [defaults, ...found], compilerOptions, files: [path], include: [] }))
  return all
}

const above = (folder: string): string[] =>
  dirname(folder) === folder ? [folder] : [folder, ...above(dirname(folder))]

/** What it prints: it ends with a code for errors, and with one for what it cannot do. */
function output(program: string, args: readonly string[], path: string): Promise<string> {
  const asked = [program, ...args, '--pretty', 'false']
  // in the folder of the file, which is named by its own name then
  const options = { cwd: dirname(path), maxBuffer: 64 * 2 ** 20 }
  return new Promise((resolve) => {
    execFile(process.execPath, asked, options, (failed, stdout, stderr) => {
      resolve(stdout || stderr || (failed?.message ?? ''))
    })
  })
}

/** Of what is no diagnostic. */
const MOST_CHARACTERS = 300

function own(told: string, path: string): readonly TscError[] | NotChecked {
  const errors: TscError[] = []
  const rest: string[] = []
  for (const message of told.split(/\n(?! )/)) {
    const text = message.replaceAll(/\s+/g, ' ').trim()
    const [, file = '', line, column, code = '', words = ''] =
      /^(.*?)\((\d+),(\d+)\): error (TS\d+): (.*)$/.exec(text) ?? []
    if (file === basename(path)) errors.push({ line: Number(line), column: Number(column), text: words, code })
    // an option that it does not know, or no compiler at all: it has looked at nothing then
    else if (text !== '' && !/\.[mc]?tsx?$/.test(file)) rest.push(words === '' ? text : `${words} (${code})`)
  }
  if (errors.length > 0 || rest.length === 0) return errors
  return { notChecked: `the compiler says ${rest.join(' ').slice(0, MOST_CHARACTERS)}` }
}
