// The files that `quoin init` writes: a bot's configuration, and the profile of its venue beside it.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { stringify } from 'yaml'
import { z } from 'zod'
import type { VenueProfile } from '../../venue/wire/profile.js'
import { PACKAGE_ROOT } from '../package-root.js'
import { isStrategyFile } from '../strategy/load-strategy.js'
import { publishedProfile } from '../venue/adopt-profile.js'
import type { InitAnswers, InitFlags } from './init-answers.js'
import type { Place } from './setup-actions.js'

const TEMPLATES: Readonly<Record<Place, string>> = { sandbox: 'sandbox', testnet: 'testnet', live: 'production' }
/** Of config/server.yaml; no secret. */
const SANDBOX_KEY = 'quoin-sandbox-bot-key'

const rootAnswer = z.object({ profile: publishedProfile })

/** What the venue says of itself; `undefined` where it says nothing that can be read. */
export function profileIn(root: unknown): VenueProfile | undefined {
  const parsed = rootAnswer.safeParse(root)
  return parsed.success ? parsed.data.profile : undefined
}

/** The profile's text: as the venue publishes it, else the template, with what is to be changed marked in it. */
export function profileText(place: Place, url: string, published: VenueProfile | undefined): string {
  if (published === undefined || place === 'sandbox') {
    return readFileSync(join(PACKAGE_ROOT, 'config', 'venues', `${TEMPLATES[place]}.yaml`), 'utf8')
  }
  return `# As ${url} publishes it. Compare contract and chain with its documentation before money is at stake.\n${stringify(published)}`
}

/** `profile`: the profile's file, as the configuration names it. */
export function configText(answers: InitAnswers, flags: InitFlags, profile: string): string {
  const { place, url, strategy, markets } = answers
  const isFile = isStrategyFile(strategy)
  return `${HEADS[place]}
mode: ${place === 'live' ? 'live' : 'paper'}

venue:
  profile: ${quoted(profile)}
  url: ${quoted(url)}
  ${apiKeyLine(place, flags)}
${walletLines(place, flags)}
markets:
  select:
    minTimeLeftSec: ${place === 'sandbox' ? 60 : 3600}
    max: ${markets}

strategy:
  ${isFile ? 'file' : 'name'}: ${quoted(strategy)}

# every limit with its default: docs/configuration.md
risk:
  maxMarketLoss: 50
  maxTotalLoss: ${Math.max(100, markets * 25)}
  killSwitch:
    maxLoss: 100
    maxDailyLoss: 50
`
}

const HEADS: Readonly<Record<Place, string>> = {
  sandbox:
    '# A bot in the sandbox: `quoin serve config/server.yaml` in one terminal, `quoin run` with this file in another.\n# It trades on paper; --live sends orders, which are worth nothing there, and needs a wallet: quoin keys new; quoin doctor says how to fill it.',
  testnet:
    '# A bot on the testnet. It trades on paper; to send orders: `mode: live` here, and --live on the command line.',
  live: '# A bot with real money. It sends orders with --live on the command line; without, it trades on paper.',
}

/** JSON is YAML: whatever stands in a path stays text. */
const quoted = (text: string) => (/^[\w./:-]+$/.test(text) ? text : JSON.stringify(text))

function apiKeyLine(place: Place, { apiKeyFile }: InitFlags): string {
  if (apiKeyFile !== undefined) return `apiKeyFile: ${quoted(apiKeyFile)} # mode 0400 or 0600`
  if (place === 'sandbox') return `apiKey: ${SANDBOX_KEY} # of config/server.yaml; no secret`
  return 'apiKeyEnv: QUOIN_API_KEY # or QUOIN_API_KEY_FILE, a file of mode 0400'
}

function walletLines(place: Place, { keystore, passphraseFile, keyFile }: InitFlags): string {
  if (keystore !== undefined) {
    const words = passphraseFile === undefined ? 'passphrase' : passphraseFile
    return `\nwallet:\n  keystoreFile: ${quoted(keystore)}\n  passphraseFile: ${quoted(words)}\n`
  }
  if (keyFile !== undefined) return `\nwallet:\n  privateKeyFile: ${quoted(keyFile)} # mode 0400 or 0600\n`
  if (place === 'sandbox') return ''
  return '\nwallet:\n  privateKeyEnv: QUOIN_PRIVATE_KEY # or QUOIN_PRIVATE_KEY_FILE; better: keystoreFile and passphraseFile (quoin keys new)\n'
}
