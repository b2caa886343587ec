import { describe, expect, it } from 'vitest'
import { configSchema } from '../../src/config/config.js'
import { allKeys } from '../../src/config/schema-keys.js'
import { secretFiles } from '../../src/config/secret-files.js'

const FOLDER = { folder: '/bot', wallet: { privateKeyEnv: 'WALLET' } }

describe('the files of secrets that a configuration names', () => {
  it('are found by the keys that name them, in lists too', () => {
    const webhooks = [
      { kind: 'slack', urlEnv: 'HOOK' },
      { kind: 'generic', urlFile: 'hook' },
    ]
    const config = {
      ...{ folder: '/bot', venue: { apiKeyFile: 'key' } },
      wallet: { keystoreFile: '/run/w.json', passphraseFile: 'p' },
      ...{ alerts: { webhooks }, fleet: { redis: { urlFile: 'redis.url' } } },
    }
    expect([...secretFiles(config, {})]).toEqual([
      ['venue.apiKeyFile', '/bot/key'],
      ['alerts.webhooks[1].urlFile', '/bot/hook'],
      ['fleet.redis.urlFile', '/bot/redis.url'],
      ['wallet.keystoreFile', '/run/w.json'],
      ['wallet.passphraseFile', '/bot/p'],
    ])
  })

  it('are none of the log, and none of a strategy', () => {
    const params = { modelFile: 'm.json', modelEnv: 'MODEL' }
    const config = { ...FOLDER, telemetry: { logFile: 'bot.log' }, strategy: { file: 's.ts', params } }
    expect([...secretFiles(config, { MODEL_FILE: '/m' })]).toEqual([])
  })

  it('every key of the schema that ends so is a secret, or the log', () => {
    const ending = (end: string) => allKeys(configSchema).flatMap(({ path }) => (path.endsWith(end) ? [path] : []))
    expect(ending('File')).toEqual([
      ...['venue.apiKeyFile', 'wallet.keystoreFile', 'wallet.passphraseFile', 'wallet.privateKeyFile'],
      ...['telemetry.logFile', 'alerts.webhooks[].urlFile', 'control.tokenFile', 'dashboard.tokenFile'],
      'fleet.redis.urlFile',
    ])
    expect(ending('Env')).toEqual([
      ...['venue.apiKeyEnv', 'wallet.privateKeyEnv', 'chain.rpc.urlEnv', 'signals.http[].authorizationEnv'],
      ...['alerts.webhooks[].urlEnv', 'control.tokenEnv', 'dashboard.tokenEnv'],
    ])
  })
})

describe('the files of secrets that the environment names', () => {
  it('are those of the variables that are read, relative to where the process was started', () => {
    const config = {
      ...{ ...FOLDER, venue: { apiKeyEnv: 'KEY' }, control: { tokenEnv: 'TOKEN' } },
      signals: { http: [{ authorizationEnv: 'SIGNAL' }] },
    }
    const env = { KEY_FILE: '/run/key', TOKEN_FILE: 'token', WALLET_FILE: '', SIGNAL_FILE: '/run/s', OTHER_FILE: '/o' }
    expect([...secretFiles(config, env)]).toEqual([
      ['KEY_FILE', '/run/key'],
      ['TOKEN_FILE', `${process.cwd()}/token`],
      ['SIGNAL_FILE', '/run/s'],
    ])
  })

  it('are none where the configuration names a file itself', () => {
    const config = { ...FOLDER, control: { tokenFile: 'token', tokenEnv: 'TOKEN' } }
    expect([...secretFiles(config, { TOKEN_FILE: '/t' })]).toEqual([['control.tokenFile', '/bot/token']])
  })

  it("are the wallet's by its usual variable, where nothing says where its key is", () => {
    const env = { QUOIN_PRIVATE_KEY_FILE: '/run/key' }
    const of = (wallet: Parameters<typeof secretFiles>[0]['wallet']) => [...secretFiles({ folder: '/', wallet }, env)]
    expect(of({})).toEqual([['QUOIN_PRIVATE_KEY_FILE', '/run/key']])
    expect(of({ privateKeyFile: 'k' })).toEqual([['wallet.privateKeyFile', '/k']])
    expect(of({ privateKeyEnv: 'OTHER' })).toEqual([])
    expect(of({ signer: { socket: 's' } })).toEqual([])
  })
})
