// How long the demo takes from `quoin demo` until an order of its bot rests, as the page of the bot shows it: server, wallet and test money included.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as sleep } from 'node:timers/promises'
import type { OpenCase } from '../harness/figure.js'
import { shippedFile } from '../harness/shipped-program.js'

const LONGEST_MS = 60_000
const LOOK_MS = 50

interface Status {
  readonly markets: readonly { readonly ownQuotes: readonly unknown[] }[]
}

/** Under the name that the sources that are measured give it. */
function addressIn(line: string): string {
  const { running } = JSON.parse(line)
  return running.status ?? running.metrics
}

export const open: OpenCase = ({ root }) => ({
  async measure() {
    const startMs = performance.now()
    const demo = spawn(process.execPath, [shippedFile(root, 'src/cli/main.js'), 'demo', '--json'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    const exit = once(demo, 'exit')
    try {
      const [line] = await once(createInterface(demo.stdout), 'line')
      const status = new URL('/status', addressIn(String(line)))
      while (performance.now() - startMs < LONGEST_MS) {
        const { markets }: Status = JSON.parse(await (await fetch(status)).text())
        if (markets.some(({ ownQuotes }) => ownQuotes.length > 0)) return (performance.now() - startMs) / 1000
        await sleep(LOOK_MS)
      }
      throw new Error(`no quote within ${LONGEST_MS} ms`)
    } finally {
      // it stops its server and takes away its wallet
      demo.kill('SIGINT')
      await exit
    }
  },
})
