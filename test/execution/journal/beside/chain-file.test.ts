import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ChainAct, KeptChain } from '../../../../src/domain/account/chain-transaction.js'
import { openChainFile } from '../../../../src/execution/journal/beside/chain-file.js'
import { LIMITED_BYTES, limitedTo } from '../../../limited-files.js'
import { A } from '../../../risk/builders.js'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quoin-chain-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const path = () => join(folder, 'chain.json')
const open = (durability: 'process' | 'machine' = 'process') => openChainFile({ folder, durability })
const pending = (act: ChainAct): KeptChain => ({
  nextNonce: 3,
  pending: { act, signed: [{ nonce: 3, hash: '0xab', bytes: '0x02', atMs: 1_790_000_000_000 }] },
})

describe('the transactions of a wallet', () => {
  it.each(['process', 'machine'] as const)('are there when the call returns, for their owner alone (%s)', (how) => {
    expect(open().kept).toEqual({ nextNonce: 0 })
    const redeem = {
      kind: 'redeem',
      conditionId: A,
      tokensRaw: [12_345_678_901_234_567_890n, 0n],
      paidRaw: 7n,
    } as const
    const acts: ChainAct[] = [
      { kind: 'merge', conditionId: A, setsRaw: 5n },
      { kind: 'approve', spender: '0x01', amountRaw: 9n },
      redeem,
    ]
    for (const act of acts) {
      expect(open(how).keep(pending(act))).toBeUndefined()
      expect(open().kept).toEqual(pending(act))
    }
    expect(statSync(path()).mode & 0o777).toBe(0o600)
    const done: KeptChain = { nextNonce: 4, done: [{ act: redeem, hash: '0xab', atMs: 7 }] }
    expect(open().keep(done)).toBeUndefined()
    expect(open().kept).toEqual(done)
    expect(open().keep({ nextNonce: 4 })).toBeUndefined()
    expect(open().kept).toEqual({ nextNonce: 4 })
    expect(readdirSync(folder)).toEqual(['chain.json'])
  })

  it('are never forgotten by mistake: a file that cannot be read ends the start', () => {
    for (const text of ['', '{"version":1', '{"version":2,"nextNonce":0}', '{"version":1,"nextNonce":-1}']) {
      writeFileSync(path(), text)
      expect(() => open()).toThrow(/chain\.json: expected the wallet's transactions of the former run, got /)
    }
  })

  it('of a newer release are read without what is not known here', () => {
    writeFileSync(path(), '{"version":1,"nextNonce":7,"mood":"calm"}')
    expect(open().kept).toEqual({ nextNonce: 7 })
  })

  it('of a draft that a kill left half written are those before it', () => {
    open().keep({ nextNonce: 4 })
    writeFileSync(`${path()}.draft`, '{"version":1,"nex')
    expect(open().kept).toEqual({ nextNonce: 4 })
  })

  it('that cannot be written are a failure, not an exception', () => {
    const keeper = open()
    rmSync(folder, { recursive: true })
    expect(keeper.keep({ nextNonce: 1 })).toMatchObject({ code: 'journal-failed' })
  })

  it('that a full disk takes a part of leave nothing beside those before', () => {
    open().keep({ nextNonce: 4 })
    const act = { kind: 'split', conditionId: A, setsRaw: '1' }
    const bytes = 'x'.repeat(2 * LIMITED_BYTES)
    const large = JSON.stringify({
      nextNonce: 5,
      pending: { act, signed: [{ nonce: 4, hash: '0xab', bytes, atMs: 1 }] },
    })
    const failure = limitedTo(
      'execution/journal/beside/chain-file',
      `it.openChainFile(${JSON.stringify({ folder, durability: 'process' })}).keep(${large})`,
    )
    expect(failure).toMatchObject({ code: 'journal-failed', message: expect.stringContaining('EFBIG') })
    expect(open().kept).toEqual({ nextNonce: 4 })
    expect(readdirSync(folder)).toEqual(['chain.json'])
  })
})
