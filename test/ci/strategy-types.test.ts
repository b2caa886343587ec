// Types of strategies as `quoin check` shows them: those on the pages have none amiss, and what is not declared is an error. The compiler
// reads all that Quoin exports for each.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { typeErrors } from '../../src/cli/strategy/type-errors.js'

const folder = mkdtempSync(join(tmpdir(), 'quoin-strategy-types-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function exampleOf(page: string): string {
  const [, block = ''] = /```ts\n([\s\S]*?)```/.exec(readFileSync(page, 'utf8')) ?? []
  return block.replace(/'quoin'|'\.\.\/src\/index\.js'/, JSON.stringify(resolve('src/index.js')))
}

it.each(['README.md', 'docs/strategies.md'])(
  'the example in %s has none',
  async (page) => {
    const path = join(folder, 'example.ts')
    writeFileSync(path, exampleOf(page))
    expect(await typeErrors(path)).toEqual([])
  },
  120_000,
)

it.each(["scope: 'group'", 'microprice'])(
  'the example with %s has none',
  async (words) => {
    const blocks = [...readFileSync('docs/strategies.md', 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)]
    const [, block = ''] = blocks.find(([text]) => text.includes(words)) ?? []
    const path = join(folder, 'other.ts')
    writeFileSync(path, block.replace("'quoin'", JSON.stringify(resolve('src/index.js'))))
    expect(await typeErrors(path)).toEqual([])
  },
  120_000,
)

it('what is misspelt or not declared is one, by file, line and column', async () => {
  const path = join(folder, 'wrong.ts')
  const example = exampleOf('docs/strategies.md').replace("'inventory', ", '').replace('model.value', 'model.worth')
  writeFileSync(path, example)
  const errors = await typeErrors(path)
  expect(errors).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/wrong\.ts:14:\d+ Property 'worth' does not exist on type 'SignalView'/),
      expect.stringMatching(/wrong\.ts:16:\d+ Property 'inventory' does not exist on type 'MarketView</),
    ]),
  )
}, 120_000)
