import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { callOf } from '../../src/chain/rpc/contracts.js'
import type { Answer } from '../../src/domain/error.js'
import type { ConditionId } from '../../src/domain/market/market.js'
import { createRemoteSigner } from '../../src/signer/remote-signer.js'
import { createRemoteTransactions } from '../../src/signer/remote-transactions.js'
import type { SignerLink } from '../../src/signer/signer-link.js'
import { frame, signedOrder } from '../../src/signer/signer-protocol.js'
import { viemSigning } from '../../src/signing/viem-signing.js'
import {
  CONTRACTS,
  deskOf,
  orderOf,
  POLICY,
  SignerStand,
  signInOf,
  siwe,
  TERMS,
  transactionsOf,
  typedData,
} from './stand.js'

const WAIT = { timeout: 20_000, interval: 20 }
const PATIENCE_MS = 400

let stand: SignerStand
beforeEach(() => {
  stand = new SignerStand()
})
afterEach(() => stand.close())

const ask = (link: SignerLink, change = {}) =>
  new Promise<Answer<unknown>>((done) =>
    link.ask(
      { ask: 'order', message: orderOf(stand.address, change), context: { orderType: 'POST_ONLY' } },
      signedOrder,
      done,
    ),
  )
const signerAt = (link: Pick<SignerLink, 'ask'>, policy: object = {}) =>
  createRemoteSigner({
    ...{ link, address: stand.address, signing: viemSigning, typedData, siwe, venueMs: () => Date.now() },
    policy: { ...POLICY, ...policy },
  })
const signed = (signer: ReturnType<typeof signerAt>, change = {}) =>
  new Promise((done) => signer.signOrder(orderOf(stand.address, change), { orderType: 'POST_ONLY' }, done))

describe('a link to a signer', () => {
  it('names the socket where nobody listens', async () => {
    const opened = stand.link().open(PATIENCE_MS)
    await expect(opened).rejects.toThrow(
      `wallet.signer.socket: the signer at ${stand.socket} cannot be reached (ENOENT)`,
    )
  })

  it('waits for one that comes a moment later, and joins answers of many requests at once', async () => {
    const link = stand.link()
    const opened = link.open(10_000)
    await stand.serve(deskOf(stand.key, { ordersPerMinute: 100 }))
    expect(await opened).toMatchObject({ address: stand.address })
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, i) => ask(link, i % 2 ? {} : { takerAmount: 5000n })),
    )
    expect(answers.map(({ ok }) => ok)).toEqual(answers.map((_, i) => i % 2 === 1))
    expect(answers[0]).toMatchObject({ failure: { code: 'signer-refused', message: expect.stringContaining('size') } })
  }, 60_000)

  it('fails what was under way when it goes, tells it, and comes back by itself', async () => {
    const desk = deskOf(stand.key)
    const never = new Promise<never>(() => undefined)
    const first = await stand.serve({ answer: (line) => (line.includes('"hello"') ? desk.answer(line) : never) })
    const link = stand.link()
    const told: (string | undefined)[] = []
    link.listen((trouble) => told.push(trouble))
    await link.open(10_000)
    const pending = ask(link)
    await first.close()
    expect(await pending).toMatchObject({ failure: { code: 'signer-away' } })
    expect(await ask(link)).toMatchObject({ failure: { code: 'signer-away' } })
    await stand.serve()
    await vi.waitFor(() => expect(link.trouble).toBeUndefined(), WAIT)
    expect(told[0]).toBeUndefined()
    expect(told[1]).toContain('has gone')
    expect(told.at(-1)).toBeUndefined()
    expect(await ask(link)).toMatchObject({ ok: true })
  }, 60_000)

  it('hands on when an order that is one too many in a minute may be asked for again', async () => {
    await stand.serve(deskOf(stand.key, { ordersPerMinute: 1, monoMs: () => 1000 }))
    const link = stand.link()
    await link.open(10_000)
    const signer = signerAt(link)
    expect(await signed(signer)).toHaveProperty('hash')
    const fromMonoMs = performance.now()
    const refused = await signed(signer)
    expect(refused).toMatchObject({ code: 'rate-limited', message: expect.stringContaining('the signer: ') })
    expect(Reflect.get(Object(refused), 'notBeforeMonoMs')).toBeGreaterThanOrEqual(fromMonoMs + 60_000)
  }, 60_000)

  it('takes one that is silent for gone, and does not hear it later', async () => {
    const desk = deskOf(stand.key)
    const slow = async (line: string) => {
      if (!line.includes('"hello"')) await new Promise((done) => setTimeout(done, 2500))
      return desk.answer(line)
    }
    await stand.serve({ answer: slow })
    const link = stand.link()
    await link.open(10_000)
    expect(await ask(link)).toMatchObject({
      failure: { code: 'signer-away', message: expect.stringContaining('no answer') },
    })
  }, 60_000)

  it('refuses one that came back with another key, or has not the configured one', async () => {
    const first = await stand.serve()
    const link = stand.link()
    await link.open(10_000)
    await first.close()
    const other = generatePrivateKey()
    await stand.serve(deskOf(other))
    const why = `holds the key of ${privateKeyToAddress(other)}, expected that of ${stand.address}`
    await vi.waitFor(() => expect(link.trouble).toContain(why), WAIT)
    expect(await ask(link)).toMatchObject({ failure: { code: 'signer-away' } })
    await expect(stand.link({ address: stand.address }).open(PATIENCE_MS)).rejects.toThrow(why)
  }, 60_000)

  it.each([
    ['garbage', () => 'garbage\n'],
    ['a flood', () => 'x'.repeat(40_000)],
    [
      'another version',
      () => frame({ v: 2, id: 0, ok: false, refusal: { name: 'version', message: 'v: expected 2' } }),
    ],
    ['a greeting of the wrong shape', () => frame({ v: 1, id: 0, ok: true, value: { address: 'me' } })],
  ])('does not believe one that says %s', async (_what, said) => {
    mkdirSync(dirname(stand.socket))
    const server = createServer((client) => client.on('error', () => undefined).write(said()))
    await new Promise<void>((done) => server.listen(stand.socket, done))
    await expect(stand.link().open(PATIENCE_MS)).rejects.toMatchObject({ code: 'signer-away' })
    server.close()
  })
})

describe('a signer elsewhere', () => {
  it('signs orders and sign-ins, and transactions', async () => {
    await stand.serve()
    const link = stand.link()
    await link.open(10_000)
    const signer = signerAt(link)
    expect(await signed(signer)).toMatchObject({ hash: expect.any(String), signature: expect.any(String) })
    expect(await new Promise((done) => signer.signText(signInOf(stand.address), done))).toMatch(/^0x/)
    const remote = createRemoteTransactions({ link, address: stand.address, chainId: 137, contracts: CONTRACTS })
    const act = { kind: 'merge', conditionId: `0x${'ab'.repeat(32)}` as ConditionId, setsRaw: 5n } as const
    expect(await remote.sign(act, TERMS)).toEqual(await transactionsOf(stand.key).sign(act, TERMS))
    await expect(remote.sign(act, { ...TERMS, gas: 200_000n })).rejects.toMatchObject({ code: 'signer-refused' })
    expect(callOf(act, CONTRACTS).to).toBe(CONTRACTS.conditionalTokens)
  })

  it('is asked for nothing that the bot’s own limits refuse', async () => {
    const link = { ask: vi.fn() }
    expect(await signed(signerAt(link, { maxTokensRaw: 1n }))).toMatchObject({ code: 'signer-refused' })
    const text = signInOf(stand.address, { domain: 'evil.fake' })
    expect(await new Promise((done) => signerAt(link).signText(text, done))).toMatchObject({ code: 'signer-refused' })
    expect(link.ask).not.toHaveBeenCalled()
  })

  it('is not believed when the signature is another’s, or the transaction another', async () => {
    const liar = generatePrivateKey()
    const desk = deskOf(liar)
    const link: Pick<SignerLink, 'ask'> = {
      ask: (question, schema, done) => {
        const asOther = JSON.parse(
          frame({ v: 1, id: 0, ...question }).replaceAll(stand.address, privateKeyToAddress(liar)),
        )
        void Promise.resolve(desk.answer(frame(asOther))).then((answer) =>
          done({ ok: true, value: schema.parse('value' in answer ? JSON.parse(frame(answer.value)) : undefined) }),
        )
      },
    }
    expect(await signed(signerAt(link))).toMatchObject({ code: 'bad-signature' })
    const remote = createRemoteTransactions({ link, address: stand.address, chainId: 137, contracts: CONTRACTS })
    const act = { kind: 'merge', conditionId: `0x${'ab'.repeat(32)}` as ConditionId, setsRaw: 5n } as const
    await expect(remote.sign(act, TERMS)).rejects.toMatchObject({ code: 'bad-signature' })
  })
})

describe('a signer’s socket', () => {
  it('is for its owner alone, replaces one that is dead, and takes none that answers', async () => {
    mkdirSync(dirname(stand.socket), { mode: 0o700 })
    writeFileSync(stand.socket, 'left behind')
    await stand.serve()
    expect(statSync(stand.socket).mode & 0o777).toBe(0o600)
    await expect(stand.serve()).rejects.toThrow('socket: expected a free socket')
  })

  it('lies in no folder that others may enter', async () => {
    mkdirSync(dirname(stand.socket))
    chmodSync(dirname(stand.socket), 0o755)
    await expect(stand.serve()).rejects.toThrow(
      `socket: expected a folder of mode 0700, got 0755: ${join(stand.folder, 'run')}`,
    )
  })

  it('tells of clients, and of what was signed and refused, without what was in it', async () => {
    await stand.serve()
    const link = stand.link()
    await link.open(10_000)
    await ask(link)
    await ask(link, { takerAmount: 5000n })
    link.close()
    await vi.waitFor(() => expect(stand.news.at(-1)).toEqual({ event: 'disconnected', clients: 0 }), WAIT)
    expect(stand.news).toMatchObject([
      ...[
        { event: 'connected', clients: 1 },
        { event: 'signed', asked: 'order' },
      ],
      ...[{ event: 'refused', asked: 'order', name: 'size' }, { event: 'disconnected' }],
    ])
  })
})
