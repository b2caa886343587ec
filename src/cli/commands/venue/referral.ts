// `quoin referral`: the wallet's referral code, referees and rewards; or who referred the wallet.

import type { z } from 'zod'
import { loadConfig } from '../../../config/config.js'
import { QuoinError } from '../../../domain/error.js'
import { awaitAnswer } from '../../../venue/await-answer.js'
import type { Received } from '../../../venue/session/rest/http-client.js'
import { attribution, referralSummary } from '../../../venue/wire/account-schema.js'
import type { CommandContext, CommandResult } from '../../command-context.js'
import { writtenDown } from '../../control/written-down.js'
import { alignColumns } from '../../text-columns.js'
import { withWallet } from '../../venue/with-connection.js'

const LONGEST_CODE = 32

/** `code`: of who referred the wallet; the first one given counts for ever. */
export async function referral(path: string, code: string | undefined, context: CommandContext): CommandResult {
  const { out } = context
  if (code !== undefined && (code === '' || code.length > LONGEST_CODE))
    throw new QuoinError('bad-argument', `code: expected 1 to ${LONGEST_CODE} characters, got ${code.length}`)
  const config = loadConfig(path)
  return withWallet(config, context, async ({ own, trading }): CommandResult => {
    if (code === undefined) {
      const { value } = await awaitAnswer<Received<z.infer<typeof referralSummary>>>((done) =>
        own.call({ route: 'referral', schema: referralSummary }, done),
      )
      out.data(value, () => summaryLines(value))
      return 'ok'
    }
    const operation = { config, account: trading.account, context, command: 'referral', asked: { code } }
    return writtenDown(operation, async (tell) => {
      const { value } = await awaitAnswer<Received<z.infer<typeof attribution>>>((done) =>
        own.call({ route: 'attribution', body: JSON.stringify({ code }), schema: attribution }, done),
      )
      tell({ changed: value.changed })
      const words = value.changed ? 'referred by' : 'already referred, and it stays so, by'
      out.data(value, () => [`${words} ${value.referredBy}`])
      return 'ok'
    })
  })
}

function summaryLines({ code, rewardBps, referees, totals, epoch }: z.infer<typeof referralSummary>): string[] {
  const money = (value: number) => value.toFixed(2)
  const { lifetimeRewardUsd, currentEpochRewardUsd, paidUsd, unpaidUsd } = totals
  return [
    `code ${code}, ${rewardBps / 100} % of the fees of ${referees.length} referees`,
    `rewards ${money(lifetimeRewardUsd)}, of these paid ${money(paidUsd)}, unpaid ${money(unpaidUsd)}; ${money(currentEpochRewardUsd)} since ${epoch.start}`,
    ...(referees.length === 0
      ? []
      : alignColumns([
          ['REFEREE', 'NAME', 'SINCE', 'VOLUME', 'FEES', 'REWARD'],
          ...referees.map((one) => [
            ...[one.address, one.username ?? '', one.referredAt],
            ...[money(one.volumeUsd), money(one.feesUsd), money(one.rewardUsd)],
          ]),
        ])),
  ]
}
