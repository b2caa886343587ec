// Keys of what several machines share.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fleetRedis } from '../../src/cli/fleet-redis.js'
import { configWith, seenBy } from './bot-file.js'
import type { KeyRows } from './key-rows.js'

export const fleetKeys: KeyRows = {
  'fleet.redis.url': seenBy((config) => fleetRedis(config)?.shown, { 'fleet.redis.url': 'redis://10.0.0.5:6379' }),
  'fleet.redis.urlFile': () => {
    const folder = mkdtempSync(join(tmpdir(), 'quoin-fleet-'))
    const file = join(folder, 'url')
    writeFileSync(file, 'rediss://bot:a-password@10.0.0.5:6380\n')
    const shown = [{}, { 'fleet.redis.urlFile': file }].map((change) => fleetRedis(configWith(change))?.shown)
    rmSync(folder, { recursive: true })
    return [shown[0], shown[1]]
  },
  'fleet.bots': { coveredBy: 'test/cli/venue/key-sharing.test.ts' },
  'fleet.markets.name': { coveredBy: 'test/cli/bot/fleet/fleet-markets.test.ts' },
  'fleet.markets.weight': { coveredBy: 'test/cli/bot/fleet/fleet-markets.test.ts' },
  'fleet.markets.fixed.bot': { coveredBy: 'test/cli/bot/fleet/fleet-markets.test.ts' },
  'fleet.markets.fixed.of': { coveredBy: 'test/cli/bot/fleet/fleet-markets.test.ts' },
  'fleet.leaseSec': { coveredBy: 'test/ci/fleet-lease.test.ts' },
  'fleet.whenHeld': { coveredBy: 'test/ci/fleet-lease.test.ts' },
}
