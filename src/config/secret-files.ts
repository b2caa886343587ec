// Which files hold the secrets of a configuration: those that it names, by every key that ends with File but the log's and what a strategy may
// call its own; and those that the environment names, `<NAME>_FILE`, for the variables that it names, by every key that ends with Env.

import { resolve } from 'node:path'
import { PRIVATE_KEY_ENV } from '../venue/schema.js'
import type { Config } from './config.js'

const NO_SECRETS: ReadonlySet<string> = new Set(['telemetry.logFile', 'strategy.params'])

type Env = Readonly<Record<string, string | undefined>>

/** Whole paths, by what names them: a key such as `wallet.privateKeyFile` or `alerts.webhooks[0].urlFile`, or a variable. */
export function secretFiles(config: Pick<Config, 'folder' | 'wallet'>, env: Env): ReadonlyMap<string, string> {
  const { folder, wallet, ...rest } = config
  const found = new Map<string, string>()
  const place: Place = { folder, env, found }
  collect({ ...rest, wallet: withDefaultEnv(wallet) }, '', place)
  return found
}

interface Place {
  readonly folder: string
  readonly env: Env
  readonly found: Map<string, string>
}

/** The variable that is read where no key says where the wallet's key is. */
function withDefaultEnv(wallet: Config['wallet']): Config['wallet'] {
  const { keystoreFile, privateKeyFile, privateKeyEnv, signer } = wallet
  const isSaid = (keystoreFile ?? privateKeyFile ?? privateKeyEnv ?? signer) !== undefined
  return isSaid ? wallet : { ...wallet, privateKeyEnv: PRIVATE_KEY_ENV }
}

function collect(section: object, path: string, place: Place): void {
  const { folder, env, found } = place
  for (const [name, value] of Object.entries(section)) {
    const key = Array.isArray(section) ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`
    if (NO_SECRETS.has(key)) continue
    if (typeof value === 'object' && value !== null) collect(value, key, place)
    else if (typeof value !== 'string') continue
    else if (name.endsWith('File')) found.set(key, resolve(folder, value))
    else if (name.endsWith('Env')) {
      const file = env[`${value}_FILE`]
      // of a token a file that the configuration names goes before
      const isNamed = Reflect.get(section, `${name.slice(0, -3)}File`) !== undefined
      if (file !== undefined && file !== '' && !isNamed) found.set(`${value}_FILE`, resolve(file))
    }
  }
}
