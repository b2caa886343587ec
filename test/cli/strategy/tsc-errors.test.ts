import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { tscErrors } from '../../../src/cli/strategy/tsc-errors.js'

const folder = mkdtempSync(join(tmpdir(), 'quoin-tsc-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const written = (name: string, text: string) => {
  writeFileSync(join(folder, name), text)
  return join(folder, name)
}

const manifest = createRequire(import.meta.url).resolve('typescript/package.json')
const asked = (path: string, project?: string) => tscErrors(path, { manifest, project })

it('tells the errors of the file, and none of other files', async () => {
  written('other.ts', 'export const other: string = 1\n')
  mkdirSync(join(folder, 'apart'), { recursive: true })
  written('apart/mine.ts', 'export const size: string = 2\n')
  const path = written(
    'mine.ts',
    "import { other } from './other.js'\nimport { size } from './apart/mine.js'\nexport const mine: number = other\nexport const f = (x) => x + size\n",
  )
  expect(await asked(path)).toEqual([
    { line: 3, column: 14, code: 'TS2322', text: "Type 'string' is not assignable to type 'number'." },
    { line: 4, column: 19, code: 'TS7006', text: "Parameter 'x' implicitly has an 'any' type." },
  ])
  expect(await asked(written('sound.ts', 'export const x = 1\n'))).toEqual([])
})

it('goes by the project, with the types of its packages, and leaves nothing behind', async () => {
  const before = readdirSync(tmpdir()).filter((name) => name.startsWith('quoin-types-'))
  mkdirSync(join(folder, 'node_modules/@types/named'), { recursive: true })
  written('node_modules/@types/named/index.d.ts', 'declare const named: number\n')
  const project = written('tsconfig.json', '{ "compilerOptions": { "strict": false, "types": ["named"] } }')
  const path = written('loose.ts', 'export const f = (x) => x + named\nexport const g: string = named\n')
  expect(await asked(path, project)).toMatchObject([{ line: 2, code: 'TS2322' }])
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith('quoin-types-'))).toEqual(before)
})

it.each([
  ['with their places', { declaration: true, declarationMap: true }],
  ['alone', { declaration: true, emitDeclarationOnly: true }],
  ['in a folder of their own', { declaration: true, declarationDir: 'types' }],
  ['file by file', { declaration: true, isolatedDeclarations: true }],
  ['of what lies in one folder', { composite: true, rootDir: 'elsewhere', outDir: 'out' }],
])('looks where the project writes declarations %s', async (_how, compilerOptions) => {
  const project = written('writes.json', JSON.stringify({ compilerOptions: { ...compilerOptions, types: [] } }))
  const path = written('ten.ts', "export const x: number = 'ten'\n")
  expect(await asked(path, project)).toMatchObject([{ line: 1, code: 'TS2322' }])
})

it('says what keeps it from looking', async () => {
  const path = written('typo.ts', "export const x: number = 'ten'\n")
  const project = written('wrong.json', '{ "compilerOptions": { "inlineSources": true } }')
  expect(await asked(path, project)).toEqual({
    notChecked: expect.stringMatching(/^the compiler says .*'inlineSources .* \(TS5051\)$/),
  })
  mkdirSync(join(folder, 'broken'), { recursive: true })
  written('broken/tsc.cjs', "throw new Error('no compiler for this platform')")
  const broken = written('broken/package.json', '{ "bin": { "tsc": "tsc.cjs" } }')
  expect(await tscErrors(path, { manifest: broken, project: undefined })).toEqual({
    notChecked: expect.stringMatching(/^the compiler says .*no compiler for this platform/),
  })
  written('broken/tsc.cjs', 'process.exit(7)')
  expect(await tscErrors(path, { manifest: broken, project: undefined })).toEqual({
    notChecked: expect.stringContaining('Command failed'),
  })
})
