import { describe, expect, it } from 'vitest'
import { configSchema } from '../../src/config/config.js'
import { allKeys } from '../../src/config/schema-keys.js'
import { secretFiles } from '../../src/config/secret-files.js'

describe('the files of secrets that a configuration names', () => {
  it('are found by the keys that name them, in lists too', () => {
    const webhooks = [
      { kind: 'slack', urlEnv: 'HOOK' },
      { kind: 'generic', urlFile: 'hook' },
    ]
    const config = {
      ...{
        venue: { apiKeyFile: 'key', apiKeyEnv: 'KEY' },
        wallet: { keystoreFile: '/run/w.json', passphraseFile: 'p' },
      },
      ...{ alerts: { webhooks }, fleet: { redis: { urlFile: 'redis.url' } } },
    }
    expect([...secretFiles(config)]).toEqual([
      ['venue.apiKeyFile', 'key'],
      ['wallet.keystoreFile', '/run/w.json'],
      ['wallet.passphraseFile', 'p'],
      ['alerts.webhooks[1].urlFile', 'hook'],
      ['fleet.redis.urlFile', 'redis.url'],
    ])
  })

  it('are none of the log, and none of a strategy', () => {
    const config = { telemetry: { logFile: 'bot.log' }, strategy: { file: 's.ts', params: { modelFile: 'm.json' } } }
    expect([...secretFiles(config)]).toEqual([])
  })

  it('every key of the schema that ends so is a secret, or the log', () => {
    const named = allKeys(configSchema).flatMap(({ path }) => (path.endsWith('File') ? [path] : []))
    expect(named).toEqual([
      ...['venue.apiKeyFile', 'wallet.keystoreFile', 'wallet.passphraseFile', 'wallet.privateKeyFile'],
      ...['telemetry.logFile', 'alerts.webhooks[].urlFile', 'control.tokenFile', 'dashboard.tokenFile'],
      'fleet.redis.urlFile',
    ])
  })
})
