// Keys of the bot's control port: where it listens, and what it asks for.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { controlPlace } from '../../src/cli/control/control-place.js'
import type { Config } from '../../src/config/config.js'
import { configWith, seenBy } from './bot-file.js'
import type { KeyRows, Probe } from './key-rows.js'

const ENV = {
  QUOIN_STATE_DIR: '/state',
  QUOIN_CONTROL_TOKEN: 'the-usual-token-of-all',
  TOKEN_OF_TEST: 'another-token-of-a-test',
}
const LOOPBACK = { 'control.listen': 'loopback' }

const placed = (config: Config): unknown => controlPlace(config, 'bot.yaml', ENV)

const tokenInAFile: Probe = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-keys-'))
  try {
    const tokenFile = join(folder, 'token')
    writeFileSync(tokenFile, 'a-token-in-a-file', { mode: 0o600 })
    return [placed(configWith(LOOPBACK)), placed(configWith({ ...LOOPBACK, 'control.tokenFile': tokenFile }))]
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export const controlKeys: KeyRows = {
  'control.listen': seenBy(placed, { 'control.listen': 'off' }),
  'control.socket': seenBy(placed, { 'control.socket': '/elsewhere/bot.sock' }),
  'control.port': seenBy(placed, { 'control.port': 9999 }, LOOPBACK),
  'control.tokenFile': tokenInAFile,
  'control.tokenEnv': seenBy(placed, { 'control.tokenEnv': 'TOKEN_OF_TEST' }, LOOPBACK),
}
