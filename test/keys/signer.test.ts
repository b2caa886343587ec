import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generatePrivateKey } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openDesk } from '../../src/cli/setup/open-desk.js'
import { loadProfile } from '../../src/config/config.js'
import { signerConfig } from '../../src/signer/schema.js'
import { frame } from '../../src/signer/signer-protocol.js'
import { Secret } from '../../src/venue/transport/secret.js'
import { BotProcess, killAll } from '../loopback/bot-process.js'
import { orderOf, SignerStand, TERMS } from '../signer/stand.js'
import { changedBy, describeKeys, type KeyRows, leafKeys, type Probe } from './key-rows.js'

const OTHER = '0x00000000000000000000000000000000000000ee'
const TOKENS = '0x00000000000000000000000000000000000000aa'
const FILE = {
  ...{ profile: 'config/venues/sandbox.yaml', socket: 'run/socket' },
  orders: { maxShares: 10, maxCollateral: 5 },
  chain: {
    conditionalTokens: TOKENS,
    collateral: TOKENS,
    maxGasPriceGwei: 50,
    allowance: { spender: TOKENS, amount: 5 },
  },
}
const KEY = generatePrivateKey()
const profile = loadProfile(FILE.profile)
const MERGE = { kind: 'merge', conditionId: `0x${'ab'.repeat(32)}`, setsRaw: 5n }
const approve = (spender: string, amountRaw: bigint) => ({ kind: 'approve', spender, amountRaw })

/** What a desk says to orders of every kind, and to acts. */
async function answers(changes: object): Promise<unknown> {
  const file = signerConfig.parse(changedBy(FILE, { ...changes }))
  const { desk, address } = await openDesk(file, profile, new Secret(KEY))
  const soon = BigInt(Math.floor(Date.now() / 1000) + 100)
  const orders = [
    ...[{}, { takerAmount: 8_000_000n }, { makerAmount: 3_900_000n }, { makerAmount: 100_000n }],
    ...[{ expiration: soon }, { feeRateBps: 50n }],
  ].map((change) => ({
    ask: 'order',
    message: orderOf(address, { ...AMOUNTS, ...change }),
    context: { orderType: 'POST_ONLY' },
  }))
  const acts = [MERGE, approve(TOKENS, 3_000_000n), approve(OTHER, 1n)].map((act) => ({
    ask: 'act',
    act,
    terms: { ...TERMS, maxFeePerGas: 20_000_000_000n },
  }))
  const elsewhere = { ...orders[0], context: { orderType: 'POST_ONLY', exchange: OTHER } }
  const said: unknown[] = []
  for (const question of [...orders, elsewhere, ...acts]) {
    const answer = await desk.answer(frame({ v: 1, id: 0, ...question }))
    said.push('refusal' in answer ? answer.refusal.name : question.ask === 'act' ? answer.value : 'signed')
  }
  return said
}
const AMOUNTS = { makerAmount: 2_000_000n, takerAmount: 4_000_000n }

const seen =
  (change: object): Probe =>
  async () => [await answers({}), await answers(change)]

const rows: KeyRows = {
  profile: { coveredBy: 'test/keys/signer.test.ts' },
  socket: { coveredBy: 'test/ci/signer.test.ts' },
  'wallet.keystoreFile': { coveredBy: 'test/keys/bot-process-keys.ts' },
  'wallet.passphraseFile': { coveredBy: 'test/keys/bot-process-keys.ts' },
  'wallet.privateKeyFile': { coveredBy: 'test/keys/bot-process-keys.ts' },
  'wallet.privateKeyEnv': { coveredBy: 'test/keys/bot-process-keys.ts' },
  'orders.types': seen({ 'orders.types': ['FOK'] }),
  'orders.maxShares': seen({ 'orders.maxShares': 6 }),
  'orders.maxCollateral': seen({ 'orders.maxCollateral': 3 }),
  'orders.minPrice': seen({ 'orders.minPrice': 0.1 }),
  'orders.maxPrice': seen({ 'orders.maxPrice': 0.6 }),
  'orders.maxLifetimeSec': seen({ 'orders.maxLifetimeSec': 110 }),
  'orders.maxFeeRateBps': seen({ 'orders.maxFeeRateBps': 70 }),
  'orders.perMinute': seen({ 'orders.perMinute': 2 }),
  'orders.contracts': seen({ 'orders.contracts': [OTHER] }),
  'chain.conditionalTokens': seen({ 'chain.conditionalTokens': OTHER }),
  'chain.collateral': seen({ 'chain.collateral': OTHER }),
  'chain.maxGas': seen({ 'chain.maxGas': 30_000 }),
  'chain.maxGasPriceGwei': seen({ 'chain.maxGasPriceGwei': 1 }),
  'chain.allowance.spender': seen({ 'chain.allowance.spender': OTHER }),
  'chain.allowance.amount': seen({ 'chain.allowance.amount': 1 }),
}

describe("every key of a signer's file", () => describeKeys(leafKeys(signerConfig), [rows]))

describe('quoin signer', () => {
  let stand: SignerStand
  beforeEach(() => {
    stand = new SignerStand()
  })
  afterEach(async () => {
    killAll()
    await stand.close()
  })

  it('ends with the reason where its profile is one of the examples, or its key is missing', async () => {
    const file = (change: object) => {
      const path = join(stand.folder, `signer-${process.hrtime.bigint()}.yaml`)
      const profile = join(process.cwd(), FILE.profile)
      writeFileSync(join(stand.folder, 'key'), KEY, { mode: 0o600 })
      writeFileSync(path, JSON.stringify({ ...FILE, profile, wallet: { privateKeyFile: 'key' }, ...change }))
      return path
    }
    const runs = [
      { profile: join(process.cwd(), 'config/venues/testnet.yaml') },
      { wallet: { privateKeyFile: 'gone' } },
    ]
    const ended = runs.map((change) => new BotProcess(['signer', file(change)]))
    const codes = await Promise.all(ended.map((run) => run.ended()))
    expect(codes).toMatchObject([{ code: 3 }, { code: 3 }])
    expect(ended[0]?.stderr).toContain('verifyingContract: expected the exchange contract, got a placeholder')
    expect(ended[1]?.stderr).toContain('expected a readable file, got ENOENT')
  }, 60_000)
})
