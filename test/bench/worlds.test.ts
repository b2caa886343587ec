// The benchmarks that play in a world of their own, and mostly wait for what happens there; no time is asserted.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { bench, line } from './quick-bench.js'

it.concurrent('the clients of an event take turns, each pair is one line, and of the page every part was seen in its process', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'quoin-bench-page-'))
  const path = join(folder, 'page.html')
  const { stdout } = await bench('event', '--only', 'one-warm-order,one-warm-order-usual', '--page', path)
  const lines = stdout
    .trim()
    .split('\n')
    .map((text) => line.extend({ runs: z.literal(2) }).parse(JSON.parse(text)))
  expect(lines.map(({ bench, figure, baseline }) => [bench, figure, baseline])).toEqual([
    ['event', 'one-warm-order', 'plain client'],
    ['event', 'one-warm-order-usual', 'usual client'],
  ])
  const html = readFileSync(path, 'utf8')
  rmSync(folder, { recursive: true })
  expect(html).toMatch(
    /server [\d.]+ ms, socket [\d.]+ ms, parse .*, decide .*, sign .*, journal .*, write .*, router /,
  )
  expect(html).toMatch(/server [\d.]+ ms, socket [\d.]+ ms, parse [^,]*, decide [^,]*, write [^,]*, router [^,]*"/)
}, 300_000)

it.concurrent('a maker in a world with news is judged beside a plain one', async () => {
  const { stdout } = await bench('news', '--only', 'stale-mm')
  const [first, ...others] = stdout.trim().split('\n')
  const { figure, baseline, value } = line.extend({ ratio: z.number().nullable() }).parse(JSON.parse(first ?? ''))
  expect([figure, baseline, others]).toEqual(['stale-mm', 'plain maker', []])
  expect(value).toBeGreaterThanOrEqual(0)
}, 300_000)

it.concurrent('the server, the bare one and the load take turns, and every figure of them is one line', async () => {
  const { stdout } = await bench('server', '--only', 'pairs,pairs-load-cpu,best-bids,sockets-1000,memory-orders')
  const lines = stdout
    .trim()
    .split('\n')
    .map((text) => line.parse(JSON.parse(text)))
  expect(lines.map(({ figure, baseline }) => [figure, baseline])).toEqual([
    ['pairs', 'bare server'],
    ['pairs-load-cpu', 'bare server'],
    ['best-bids', 'bare server'],
    ['sockets-1000', 'bare server'],
    ['memory-orders', 'a tenth of them'],
  ])
}, 300_000)
