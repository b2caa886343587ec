// What is needed to act on the chain: a node of the right chain that answers, something to pay it with, and what the exchange may take.

import type { Chain, WalletReading } from '../chain/chain-port.js'
import type { Config } from '../config/config.js'
import type { ErrorCode } from '../domain/error.js'
import { awaitAnswer } from '../venue/await-answer.js'
import { SANDBOX_CHAIN_ID } from '../venue/wire/profile.js'
import { type Finding, failed, failedBy, ok, skipped, type Trouble, warning } from './finding.js'

const NAME = 'chain'
/** Redemptions that the gas should pay for. */
const FEW_REDEMPTIONS = 20

/** `open`: the chain behind the configured node. */
export async function chainFinding(config: Config, open: () => Promise<Chain>): Promise<Finding> {
  const { actions, rpc } = config.chain
  if (actions === 'off')
    return skipped(NAME, 'chain.actions is off: full sets stay locked, and winners are redeemed by hand')
  if (rpc === undefined) {
    const { chainId } = config.venue.profile.typedData.domain
    if (chainId === SANDBOX_CHAIN_ID) return ok(NAME, `actions: ${actions}; the bundled server plays the chain`)
    const evidence = `actions: ${actions}, and no node is named`
    return failed(NAME, { evidence, fix: 'name a node and the contracts under chain.rpc, or set chain.actions: off' })
  }
  try {
    const chain = await open()
    return judged(config, await awaitAnswer<WalletReading>((done) => chain.read(done)))
  } catch (thrown) {
    return failedBy(NAME, thrown, FIXES[codeOf(thrown)] ?? 'ask the node again; chain.rpc names it and the contracts')
  }
}

const FIXES: Partial<Record<ErrorCode, string>> = {
  unreachable: 'is the address of chain.rpc right, does the node run, and does it take the key in its address?',
  'profile-mismatch': 'name a node of the chain that the venue’s profile names (typedData.domain.chainId)',
  'bad-config': 'set what it names',
}
const codeOf = (thrown: unknown): ErrorCode => Object(thrown).code ?? 'internal'

function judged(config: Config, reading: WalletReading): Finding {
  const { actions, allowance, rpc } = config.chain
  const unit = 10 ** config.venue.profile.marketDefaults.collateralDecimals
  const { chainId } = config.venue.profile.typedData.domain
  const collateral = (raw: bigint) => (Number(raw) / unit).toFixed(2)
  const { gas = 0, costs, collateralRaw, allowances } = reading
  // costs are told in collateral, what is left in the chain's own token
  const redemption = costs.redeem / (rpc?.gasTokenPrice ?? 1)
  const allowed = allowances.map(({ spender, raw }) => `${spender} may take ${collateral(raw)}`)
  const evidence = [
    `a node of chain ${chainId} answers; actions: ${actions}`,
    `${gas.toPrecision(4)} of its token for gas, a redemption costs ${redemption.toPrecision(2)}`,
    `${collateral(collateralRaw)} of collateral; ${allowed.length === 0 ? 'no allowance is looked at: chain.allowance is not set' : allowed.join(', ')}`,
  ]
  const troubles: Trouble[] = []
  if (gas < redemption * FEW_REDEMPTIONS)
    troubles.push({
      evidence: 'that pays for few redemptions',
      fix: 'send some of the chain’s own token to the wallet',
    })
  const [first] = allowances
  if (
    allowance !== undefined &&
    actions !== 'all' &&
    first !== undefined &&
    Number(first.raw) < allowance.refillBelow * unit
  )
    troubles.push({
      evidence: `the allowance is below ${allowance.refillBelow}`,
      fix: 'allow more in the web app, or set chain.actions: all, which keeps it up',
    })
  const seen = [...evidence, ...troubles.map((trouble) => trouble.evidence)].join('\n')
  if (troubles.length === 0) return ok(NAME, seen)
  const fix = troubles.map((trouble) => trouble.fix).join('; ')
  return gas < redemption ? failed(NAME, { evidence: seen, fix }) : warning(NAME, { evidence: seen, fix })
}
