import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { typeErrors } from '../../../src/cli/strategy/type-errors.js'

const folder = mkdtempSync(join(tmpdir(), 'quoin-types-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function written(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

it('names each error of the file with its place, and none of other files', async () => {
  written('other.ts', 'export const other: string = 1\n')
  const path = written('mine.ts', "import { other } from './other.js'\nexport const mine: number = other\nlet x = {\n")
  const errors = await typeErrors(path)
  expect(errors).toEqual([
    expect.stringMatching(/mine\.ts:4:1 '}' expected\. \(TS1005\)$/),
    expect.stringMatching(/mine\.ts:2:14 Type 'string' is not assignable to type 'number'\. \(TS2322\)$/),
  ])
})

it('is strict by itself, and goes by the project where there is one', async () => {
  const loose = 'export const first = (list: number[]): number => list[0]\nexport const f = (x) => x\n'
  expect(await typeErrors(written('loose.ts', loose))).toEqual([expect.stringContaining('(TS7006)')])
  mkdirSync(join(folder, 'project'))
  written('project/tsconfig.json', '{ "compilerOptions": { "strict": false, "noUncheckedIndexedAccess": true } }')
  expect(await typeErrors(written('project/loose.ts', loose))).toEqual([])
})

it('says why nothing was checked', async () => {
  expect(await typeErrors(written('plain.js', 'export const x = 1'))).toEqual({ notChecked: 'it is no TypeScript' })
})

it('asks the program of a compiler that is no library', async () => {
  const seven = join(folder, 'seven')
  mkdirSync(join(seven, 'node_modules/typescript/bin'), { recursive: true })
  const manifest = '{ "version": "7.0.2", "main": "version.cjs", "bin": { "tsc": "bin/tsc.cjs" } }'
  writeFileSync(join(seven, 'node_modules/typescript/package.json'), manifest)
  writeFileSync(join(seven, 'node_modules/typescript/version.cjs'), 'exports.version = "7.0.2"')
  const tsc = JSON.stringify(createRequire(import.meta.url).resolve('typescript/lib/tsc.js'))
  writeFileSync(join(seven, 'node_modules/typescript/bin/tsc.cjs'), `require(${tsc})`)
  writeFileSync(join(seven, 'mine.ts'), "export const x: number = 'ten'\n")
  expect(await typeErrors(join(seven, 'mine.ts'))).toEqual([
    expect.stringMatching(/seven\/mine\.ts:1:14 Type 'string' is not assignable to type 'number'\. \(TS2322\)$/),
  ])
})
