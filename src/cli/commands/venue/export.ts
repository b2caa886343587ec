// `quoin export`: an account's fills, fees, complete sets and redemptions as CSV, by the venue's own lists.

import { resolve } from 'node:path'
import { feesTable, fillsTable, redemptionsTable, setsTable, type Table } from '../../../account/export-tables.js'
import { heldMarkets, LEFT_OUT_WORDS, marketsOf } from '../../../account/own-markets.js'
import { loadConfig } from '../../../config/config.js'
import { QuoinError } from '../../../domain/error.js'
import type { Fill } from '../../../domain/orders/fill.js'
import { type Cell, csv } from '../../../report/report-csv.js'
import { awaitAnswer } from '../../../venue/await-answer.js'
import type { ExportKind } from '../../account/account-actions.js'
import type { CommandContext, CommandResult } from '../../command-context.js'
import { writeNewFile } from '../../setup/new-file.js'
import type { Connection } from '../../venue/connect.js'
import { withWallet } from '../../venue/with-connection.js'

export interface ExportFlags {
  readonly kind: ExportKind
  /** Unix milliseconds of the venue; of fills and fees. */
  readonly fromMs?: number | undefined
  readonly toMs?: number | undefined
  /** A new file, instead of standard output. */
  readonly out?: string
}

export async function exportTable(path: string, flags: ExportFlags, context: CommandContext): CommandResult {
  const { out } = context
  checkPeriod(flags)
  const { head, rows } = await withWallet(loadConfig(path), context, (own) => tableOf(flags, own, out.note))
  const text = csv(
    head,
    rows.map((row) => row.map((cell, index) => cellOf(cell, head[index]))),
  )
  if (flags.out === undefined) {
    const objects = rows.map((row) => Object.fromEntries(head.map((name, index) => [name, row[index]])))
    out.data({ [flags.kind]: objects }, () => text.trimEnd().split('\r\n'))
  } else {
    writeNewFile(resolve(flags.out), text)
    out.data({ file: resolve(flags.out), rows: rows.length }, () => [`${rows.length} rows: ${flags.out}`])
  }
  return 'ok'
}

/** Throws `bad-argument` for a period that ends before it begins. */
function checkPeriod({ fromMs = 0, toMs = Number.POSITIVE_INFINITY }: ExportFlags): void {
  if (fromMs > toMs) {
    const [from, to] = [fromMs, toMs].map((ms) => new Date(ms).toISOString())
    throw new QuoinError('bad-argument', `--to: expected a time not before --from (${from}), got ${to}`)
  }
}

/** Columns of exact decimals: text in JSON, numbers in CSV, where a minus makes no formula of them. */
const DECIMALS: ReadonlySet<string | undefined> = new Set([
  'price',
  'shares',
  'collateral',
  'fee',
  'fee_collateral',
  'yes',
  'no',
  'sets',
])

const cellOf = (text: string | undefined, column: string | undefined): Cell =>
  text !== undefined && DECIMALS.has(column) ? { decimal: text } : text

type Own = Required<Pick<Connection, 'marketData' | 'trading'>>

async function tableOf(
  { kind, fromMs = 0, toMs = Number.POSITIVE_INFINITY }: ExportFlags,
  { trading, marketData }: Own,
  note: (message: string) => void,
): Promise<Table> {
  if (kind === 'fills' || kind === 'fees') {
    const all = await awaitAnswer<readonly Fill[]>((done) => trading.listFills(fromMs, done))
    const fills = all.filter(({ venueMs }) => venueMs <= toMs)
    const markets = await marketsOf(
      fills.map(({ conditionId }) => conditionId),
      marketData,
    )
    return kind === 'fills' ? fillsTable(fills, markets) : feesTable(fills, markets)
  }
  const { holdings, markets, leftOut } = await heldMarkets(trading, marketData)
  for (const id of leftOut) note(`${id}: ${LEFT_OUT_WORDS}: the table has none of them`)
  return kind === 'sets' ? setsTable(holdings, markets) : redemptionsTable(holdings, markets)
}
