import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { checkStrategy } from '../../src/index.js'
import { conformanceAsks } from '../../src/strategy/conformance/conformance.js'
import { CONFORMANCE_VIEWS } from '../../src/strategy/conformance/conformance-views.js'
import { strategyInModule } from '../../src/strategy/find-strategy.js'
import { INPUT_FIELDS } from '../../src/strategy/inputs.js'
import { bindStrategy } from '../../src/strategy/parse-params.js'

const FOLDER = new URL('../../strategies/', import.meta.url)
const FILES = readdirSync(FOLDER).filter((file) => file.endsWith('.ts'))

const strategyIn = async (file: string) => strategyInModule(await import(new URL(file, FOLDER).href), file)

describe('every file in strategies/', () => {
  test.each(FILES)('%s holds one sound strategy, named as the file', async (file) => {
    const strategy = await strategyIn(file)
    expect(strategy.name).toBe(file.replace('.ts', ''))
    expect(checkStrategy(strategy)).toEqual([])
  })

  test.each(FILES)('%s declares no input that it does not read', async (file) => {
    const strategy = await strategyIn(file)
    const asks = conformanceAsks(bindStrategy(strategy))
    for (const [name, changes] of Object.entries(CONFORMANCE_VIEWS)) asks.ask(name, changes)
    const unread = strategy.inputs.filter((input) => !INPUT_FIELDS[input].some((field) => asks.read.has(field)))
    expect(unread).toEqual([])
  })
})
