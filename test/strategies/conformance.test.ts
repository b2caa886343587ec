import { readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { checkStrategy } from '../../src/index.js'
import { strategyInModule } from '../../src/strategy/find-strategy.js'

const FOLDER = new URL('../../strategies/', import.meta.url)
const FILES = readdirSync(FOLDER).filter((file) => file.endsWith('.ts'))

describe('every file in strategies/', () => {
  test.each(FILES)('%s holds one sound strategy, named as the file', async (file) => {
    const strategy = strategyInModule(await import(new URL(file, FOLDER).href), file)
    expect(strategy.name).toBe(file.replace('.ts', ''))
    expect(checkStrategy(strategy)).toEqual([])
  })
})
