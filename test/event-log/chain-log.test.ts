import { expect, it } from 'vitest'
import type { ChainAct, ChainEvent } from '../../src/domain/account/chain-transaction.js'
import { ChainLog, isOfChain } from '../../src/event-log/chain-log.js'
import { createLogger } from '../../src/telemetry/log/log.js'
import { A, market, raw } from '../risk/builders.js'

const merge: ChainAct = { kind: 'merge', conditionId: A, setsRaw: raw(7.5) }
const pending = (change: object): ChainEvent => ({
  kind: 'chain-pending',
  transaction: { act: merge, nonce: 4, hash: '0xab', replaced: 0, ...change },
})
const failure = { code: 'unreachable', message: 'no node' } as const

function logged(events: readonly ChainEvent[]) {
  const lines: Record<string, unknown>[] = []
  const write = (text: string) => void lines.push(JSON.parse(text))
  const logger = createLogger({ level: 'info', format: 'json', scrub: (text) => text, write, terminal: false })
  const log = new ChainLog(logger, new Map([[A, market()]]))
  for (const event of events) log.event(event)
  return lines.map(({ level, msg, ...line }) => ({ level, msg, line }))
}

it('tells each transaction with its market, amount and hash, from its sending to its end', () => {
  const ended = { kind: 'chain-ended', act: merge, hash: '0xab', cost: 0.5 } as const
  const lines = logged([
    pending({}),
    pending({ replaced: 1 }),
    pending({ trouble: 'above the cap' }),
    { ...ended, outcome: 'confirmed' },
    { ...ended, outcome: 'reverted', failure: { code: 'bad-request', message: 'too few' } },
  ])
  expect(lines.map(({ level, msg }) => `${String(level)}: ${String(msg)}`)).toEqual([
    '30: a transaction is sent',
    '30: the transaction is replaced',
    '40: the transaction is not through',
    '30: the transaction is confirmed',
    '40: the transaction came to nothing: reverted',
  ])
  const about = { act: 'merge', market: `m-${A}`, conditionId: A, collateral: 7.5, hash: '0xab' }
  for (const { line } of lines) expect(line).toMatchObject(about)
  expect(lines[4]?.line).toMatchObject({ message: 'too few', cost: 0.5 })
})

it('warns once of a chain that cannot be read, and again after it could', () => {
  const failed: ChainEvent = { kind: 'chain-read-failed', failure }
  const reading = { costs: { split: 0, merge: 0, redeem: 0, approve: 0 }, collateralRaw: 0n, allowances: [] }
  expect(logged([failed, failed, { kind: 'chain-read', reading }, failed])).toHaveLength(2)
  expect([isOfChain(failed), isOfChain({ kind: 'wake' })]).toEqual([true, false])
})

it('tells of what is in the way of a transaction once, whatever amounts it names, and when nothing is any more', () => {
  const dear = (price: number) =>
    pending({ trouble: `not replaced: at most 50 is offered, the next block takes ${price}` })
  const away = pending({ trouble: 'unreachable: no node' })
  const lines = logged([
    pending({}),
    dear(61.25),
    dear(73),
    away,
    away,
    dear(61),
    pending({}),
    dear(61),
    pending({ hash: '0xcd', replaced: 1 }),
  ])
  expect(lines.map(({ msg, line }) => String(Object(line).trouble ?? msg))).toEqual([
    'a transaction is sent',
    'not replaced: at most 50 is offered, the next block takes 61.25',
    'unreachable: no node',
    'not replaced: at most 50 is offered, the next block takes 61',
    'nothing is in the way of the transaction any more',
    'not replaced: at most 50 is offered, the next block takes 61',
    'the transaction is replaced',
  ])
})
