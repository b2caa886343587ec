import { describe, expect, it } from 'vitest'
import { configSchema } from '../../src/config/config.js'
import { alertKeys } from './bot-alert-keys.js'
import { chainKeys } from './bot-chain-keys.js'
import { choiceKeys, paperKeys } from './bot-choice-keys.js'
import { controlKeys } from './bot-control-keys.js'
import { executionKeys, feedKeys, riskKeys } from './bot-core-keys.js'
import { configWith } from './bot-file.js'
import { fleetKeys } from './bot-fleet-keys.js'
import { processKeys } from './bot-process-keys.js'
import { signalKeys } from './bot-signal-keys.js'
import { sweepKeys } from './bot-sweep-keys.js'
import { tapeKeys } from './bot-tape-keys.js'
import { coreRun } from './core-run.js'
import { describeKeys, leafKeys } from './key-rows.js'

// the profile has a table of its own
const leaves = leafKeys(configSchema).filter((path) => !path.startsWith('venue.profile.'))

describe("every key of the bot's configuration", () => {
  describeKeys(leaves, [
    ...[riskKeys, executionKeys, feedKeys, choiceKeys, paperKeys, processKeys, signalKeys, tapeKeys],
    ...[sweepKeys, fleetKeys, controlKeys, chainKeys, alertKeys],
  ])

  it('is judged by runs that repeat themselves', () => {
    expect(coreRun(configWith())).toEqual(coreRun(configWith()))
  })
})
