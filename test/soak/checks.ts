// What must hold when the troubles of a soak are over: the venue's list, the journal and the bot say the same, and nothing is left.

import { setTimeout as sleep } from 'node:timers/promises'
import { z } from 'zod'
import { heldMarkets } from '../../src/account/own-markets.js'
import { type OwnConnection, withWallet } from '../../src/cli/venue/with-connection.js'
import { loadConfig } from '../../src/config/config.js'
import type { Answer } from '../../src/domain/error.js'
import type { Hex } from '../../src/domain/market/market.js'
import { LIVE_STATUSES, type OrderRecord } from '../../src/domain/orders/order.js'
import { folderFiles } from '../../src/execution/journal/journal-files.js'
import { readJournal } from '../../src/execution/journal/read-journal.js'
import type { Trading } from '../../src/venue/trading.js'
import type { Stage } from './stage.js'

const PATIENCE_MS = 60_000
const LOOK_MS = 250
const SHARE_RAW = 1_000_000

export interface Check {
  readonly name: string
  readonly holds: boolean
  /** What was found last. */
  readonly found: string
}

const statusSchema = z.object({
  halted: z.object({ cause: z.string(), reason: z.string() }).optional(),
  massCancel: z.object({ verifiedMs: z.number().optional() }).optional(),
  markets: z.array(
    z.object({
      conditionId: z.string(),
      shares: z.tuple([z.number(), z.number()]),
      ownQuotes: z.array(z.object({ hash: z.string().optional() })),
    }),
  ),
})

export async function check(stage: Stage): Promise<Check[]> {
  const context = { env: {}, out: { note: () => undefined } }
  return withWallet(loadConfig(stage.config), context, async (connection) => {
    const { trading } = connection
    const checks = [await until('list = journal = status, while it quotes', () => sameOrders(stage, trading))]
    checks.push(haltsOf(stage, (await status(stage)).halted?.reason))
    await stage.quoin('halt', 'the soak is over')
    checks.push(
      await until('the halt is verified, and the list is empty', () => nothingRests(stage, trading)),
      await until("holdings: the venue's ledger = status", () => sameHoldings(stage, connection)),
      watched(stage),
    )
    return checks
  })
}

async function until(name: string, look: () => Promise<string | undefined>): Promise<Check> {
  const endMs = performance.now() + PATIENCE_MS
  for (;;) {
    const found = await look()
    if (found === undefined) return { name, holds: true, found: '' }
    if (performance.now() > endMs) return { name, holds: false, found }
    await sleep(LOOK_MS)
  }
}

async function status({ addresses }: Stage): Promise<z.infer<typeof statusSchema>> {
  return statusSchema.parse(await (await fetch(addresses.status)).json())
}

const asked = <T>(ask: (done: (answer: Answer<T>) => void) => void) =>
  new Promise<T>((resolve, reject) =>
    ask((answer) => (answer.ok ? resolve(answer.value) : reject(new Error(answer.failure.message)))),
  )

/** Hashes of what may be matched, by the venue's own list. */
async function listed(trading: Trading): Promise<string[]> {
  const records = await asked<readonly OrderRecord[]>((done) => trading.listOrders({ statuses: LIVE_STATUSES }, done))
  return records.filter(({ remainingRaw }) => remainingRaw > 0n).map(({ hash }) => hash)
}

async function shown(stage: Stage): Promise<string[]> {
  const { markets } = await status(stage)
  return markets.flatMap(({ ownQuotes }) => ownQuotes.flatMap(({ hash }) => hash ?? []))
}

/**
 * Orders come and go: they are the same where two looks of the bot around the others say so. The journal has besides what rests no more and
 * is not settled: a start must know of it, and no list of the venue does.
 */
async function sameOrders(stage: Stage, trading: Trading): Promise<string | undefined> {
  const before = asText(await shown(stage))
  const { book } = await readJournal(folderFiles(stage.journal), 0)
  const rests = new Set(await listed(trading))
  const venue = asText([...rests])
  const written = new Set<string>(book.live().map(({ hash }) => hash))
  const lacking = asText([...rests].filter((hash) => !written.has(hash)))
  const over: string[] = []
  for (const { hash } of book.live()) if (!rests.has(hash) && !(await isSettling(hash, trading))) over.push(hash)
  const after = asText(await shown(stage))
  const isSame = before !== '' && venue === before && after === before && lacking === '' && over.length === 0
  return isSame
    ? undefined
    : `status ${before}, then ${after}; list ${venue}; the journal lacks ${lacking}, has what is over: ${asText(over)}`
}

async function isSettling(hash: Hex, trading: Trading): Promise<boolean> {
  const record = await asked<OrderRecord>((done) => trading.readOrder(hash, done))
  return record.pendingRaw > 0n
}

async function nothingRests(stage: Stage, trading: Trading): Promise<string | undefined> {
  const left = await listed(trading)
  const { massCancel } = await status(stage)
  const isVerified = massCancel?.verifiedMs !== undefined
  return left.length === 0 && isVerified ? undefined : `${left.length} rest; verified: ${isVerified}`
}

async function sameHoldings(stage: Stage, { trading, marketData }: OwnConnection): Promise<string | undefined> {
  const { holdings } = await heldMarkets(trading, marketData)
  const found: string[] = []
  for (const { conditionId, shares } of (await status(stage)).markets) {
    const raw = holdings.find((held) => held.conditionId === conditionId)?.tokensRaw ?? [0n, 0n]
    const venue = raw.map((one) => Number(one) / SHARE_RAW)
    if (venue.some((held, side) => Math.abs(held - (shares[side] ?? 0)) > 1e-6))
      found.push(`${conditionId}: venue ${venue.join(' and ')}, status ${shares.join(' and ')}`)
  }
  return found.length === 0 ? undefined : found.join('; ')
}

/** What no trouble of the venue's explains halts a bot, and is said in its log. */
function haltsOf({ bot }: Stage, reason: string | undefined): Check {
  const said = /[^\n]*(do not explain|another program|"msg":"halted)[^\n]*/.exec(bot.stderr)?.[0]
  const found = reason ?? said ?? ''
  return { name: 'nothing unexplained, no halt, no second writer', holds: found === '', found }
}

/** Each time that it fired it has verified, or given way to a bot that beat again, and it fired for each bot that stayed dead. */
function watched({ watchdog }: Stage): Check {
  const events = [...watchdog.stdout.matchAll(/^\{"watchdog".*"event":"([\w-]+)"/gm)].map(([, event]) => event)
  const count = (event: string) => events.filter((one) => one === event).length
  const ended = `verified ${count('verified')}, gave way ${count('gave-way')}`
  const found = `fired ${count('fired')}, ${ended}, failed attempts ${count('failed')}`
  return {
    name: 'the watchdog verified each time',
    holds: Math.max(events.lastIndexOf('verified'), events.lastIndexOf('gave-way')) >= events.lastIndexOf('fired'),
    found,
  }
}

const asText = (hashes: readonly string[]) =>
  [...hashes]
    .sort()
    .map((hash) => hash.slice(0, 8))
    .join(' ')
