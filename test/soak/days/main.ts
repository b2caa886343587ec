// `npm run soak:days -- --days N [--json]`: a bot with the real journal on the real disk, days of virtual time: what grows over them.
//
// Two quiet markets at a time, each open for half a day, so that orders by the hundred thousand end and markets by the dozen resolve. The
// bundled server keeps what a venue keeps, every order and trade: it lies beside the bot in the same process, and what the heap grows by is
// told for both. The journal, which is what a start reads, is the bot's alone.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { handTool, wholeFrom } from '../../hand-tool.js'
import { shownDays } from './shown-days.js'
import { simulateDays } from './simulate-days.js'

const { days, json } = handTool(
  'soak:days',
  'A bot with its journal on the disk over days of virtual time, and what grows.',
)
  .option('--days <n>', 'how many', wholeFrom(1), 30)
  .option('--json', 'one line for a machine', false)
  .parse()
  .opts<{ days: number; json: boolean }>()

const folder = mkdtempSync(join(tmpdir(), 'quoin-days-'))
try {
  const seen = await simulateDays({ days, folder, onDay: (day) => process.stderr.write(`${JSON.stringify(day)}\n`) })
  process.stdout.write(json ? `${JSON.stringify(seen)}\n` : shownDays(seen))
  if (seen.faults.length > 0) process.exitCode = 1
} finally {
  rmSync(folder, { recursive: true, force: true })
}
