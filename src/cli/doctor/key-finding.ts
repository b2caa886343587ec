// Whether there is a key that can sign: in a file of ours, or with the process that holds it.

import type { Config } from '../../config/config.js'
import { type Finding, failedBy, ok, skipped, warning } from '../../doctor/finding.js'
import { toFailure } from '../../domain/error.js'
import { createRealClock } from '../../venue/transport/real-clock.js'
import type { CommandContext } from '../command-context.js'
import { openWallet } from '../venue/open-wallet.js'
import { walletKey } from '../venue/wallet-key.js'

/** On paper none is needed. */
export async function walletFinding(config: Config, env: CommandContext['env']): Promise<Finding> {
  const remote = config.wallet.signer !== undefined
  const fix = remote
    ? 'start it with quoin signer <file>, as the same user and with the same venue profile; wallet.signer.socket is the path that it prints'
    : 'name a keystore with its passphrase, or a file of the key, under wallet: files that only you can read (chmod 400); quoin keys new makes a keystore where there is none yet'
  try {
    return remote ? await askedSigner(config, env) : ownKey(config, env)
  } catch (thrown) {
    if (config.mode === 'live') return failedBy('wallet key', thrown, fix)
    return skipped('wallet key', `on paper none is needed (${toFailure(thrown).message})`)
  }
}

function ownKey(config: Config, env: CommandContext['env']): Finding {
  const { warnings } = walletKey(config, env)
  const evidence = 'found, and readable by nobody else'
  return ok('wallet key', warnings.length === 0 ? evidence : warnings.join('\n'))
}

async function askedSigner(config: Config, env: CommandContext['env']): Promise<Finding> {
  const narrower: string[] = []
  const clock = createRealClock()
  const warn = (message: string) => narrower.push(message)
  const wallet = await openWallet(config, { env, clock, warn, venueMs: () => clock.wallMs() })
  wallet.close()
  const { words } = wallet
  const acts = config.chain.actions !== 'off' && config.chain.rpc !== undefined && wallet.remote?.hello.acts === false
  const troubles = [...narrower, ...(acts ? ['chain.actions is on, and the signer signs no transactions'] : [])]
  if (troubles.length === 0) return ok('wallet key', words)
  const fix =
    'widen orders (or add chain) in the file of the signer, or narrow risk, or the fee of the profile, here: what the signer refuses halts the bot'
  return warning('wallet key', { evidence: [words, ...troubles].join('\n'), fix })
}
