import { describe, expect, it } from 'vitest'
import { serverConfig } from '../../src/server/schema.js'
import { describeKeys, leafKeys } from './key-rows.js'
import { accessKeys, identityKeys, signInKeys, socketKeys } from './server-account-rows.js'
import { observedAgain } from './server-file.js'
import { listKeys, marketKeys } from './server-market-rows.js'
import { processKeys } from './server-process-rows.js'
import { faultKeys, tradeKeys } from './server-trade-rows.js'

// the world has a table of its own
const leaves = leafKeys(serverConfig).filter((path) => !path.startsWith('world.'))

describe("every key of the server's configuration", () => {
  describeKeys(leaves, [
    ...[identityKeys, signInKeys, accessKeys, socketKeys],
    ...[listKeys, marketKeys, tradeKeys, faultKeys, processKeys],
  ])

  it('is judged by observations that repeat themselves', () => {
    const observed = observedAgain()
    expect(observed.length).toBeGreaterThan(20)
    for (const [before, again] of observed) expect(again).toEqual(before)
  })
})
