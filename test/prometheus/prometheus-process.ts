// A real Prometheus with our rules, as fast as a test needs them: it looks twice a second, and no rule waits. Tests with it are skipped, visibly,
// where none is installed.

import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { renameSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, vi } from 'vitest'
import { z } from 'zod'
import { ruleFile } from './rules.js'

export const hasPrometheus = spawnSync('prometheus', ['--version']).status === 0
if (!hasPrometheus) console.warn('prometheus is not installed: neither alerts nor dashboards are tried on it')

const WAIT = { timeout: 60_000, interval: 100 }
const answer = z.object({
  status: z.literal('success'),
  data: z.object({
    result: z.array(
      z.object({
        metric: z.record(z.string(), z.string()),
        /** Of a moment: time and value. */
        value: z.tuple([z.number(), z.string()]).optional(),
      }),
    ),
  }),
})
type Series = z.infer<typeof answer>['data']['result']

export interface TestPrometheus {
  /** From now on this is scraped under that name; the last one of a name counts. */
  watch(instance: string, target: string): void
  /** Series that an expression finds at this moment, or within the time since then, unix milliseconds. */
  find(expr: string, sinceMs?: number): Promise<Series>
  /** Until an alert of the bot fires that has not since then. */
  fires(alert: string, instance: string | undefined, sinceMs: number): Promise<void>
  /** Alerts of the bot that fire. */
  firing(instance: string): Promise<string[]>
  close(): Promise<void>
}

export async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  await new Promise((done) => server.close(done))
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

export async function startPrometheus(folder: string): Promise<TestPrometheus> {
  const url = `http://127.0.0.1:${await freePort()}`
  const child = spawn('prometheus', argumentsFor(folder, url), { stdio: ['ignore', 'ignore', 'pipe'] })
  let complaints = ''
  child.stderr.on('data', (text) => {
    complaints += text
  })
  await vi.waitFor(async () => {
    if (child.exitCode !== null) throw new Error(complaints)
    expect((await fetch(`${url}/-/ready`)).ok).toBe(true)
  }, WAIT)
  const targets = new Map<string, string>()
  const ask = async (path: string, query: Record<string, string>) => {
    const response = await fetch(`${url}/api/v1/${path}?${new URLSearchParams(query).toString()}`)
    const text = await response.text()
    if (!response.ok) throw new Error(`${query['query'] ?? path}: ${text}`)
    return answer.parse(JSON.parse(text)).data.result
  }
  const find: TestPrometheus['find'] = (query, sinceMs) => {
    if (sinceMs === undefined) return ask('query', { query })
    const [start, end] = [sinceMs / 1000, Date.now() / 1000]
    return ask('query_range', { query, start: String(start), end: String(end), step: '0.5' })
  }
  return {
    watch(instance, target) {
      targets.set(instance, target)
      const lists = [...targets].map(([name, address]) => ({ targets: [address], labels: { instance: name } }))
      // whole or not at all: it looks whenever the file changes
      writeFileSync(join(folder, 'targets.tmp'), JSON.stringify(lists))
      renameSync(join(folder, 'targets.tmp'), join(folder, 'targets.json'))
    },
    find,
    async fires(alert, instance, sinceMs) {
      const of = instance === undefined ? '' : `, instance="${instance}"`
      const series = `ALERTS{alertname="${alert}", alertstate="firing"${of}}`
      await vi.waitFor(async () => {
        expect(await find(series, sinceMs), `${alert} does not fire`).not.toEqual([])
      }, WAIT)
    },
    async firing(instance) {
      const found = await find(`ALERTS{alertstate="firing", instance="${instance}"}`)
      return found.map(({ metric }) => metric['alertname'] ?? '')
    },
    close: () => ended(child),
  }
}

function argumentsFor(folder: string, url: string): string[] {
  const { groups } = ruleFile()
  const hasty = groups.map((group) => ({ ...group, rules: group.rules.map((rule) => ({ ...rule, for: '0s' })) }))
  // JSON is YAML
  writeFileSync(join(folder, 'rules.yml'), JSON.stringify({ groups: hasty }))
  writeFileSync(join(folder, 'targets.json'), '[]')
  writeFileSync(
    join(folder, 'prometheus.yml'),
    JSON.stringify({
      global: { scrape_interval: '500ms', scrape_timeout: '500ms', evaluation_interval: '500ms' },
      rule_files: [join(folder, 'rules.yml')],
      scrape_configs: [{ job_name: 'quoin', file_sd_configs: [{ files: [join(folder, 'targets.json')] }] }],
    }),
  )
  return [
    `--config.file=${join(folder, 'prometheus.yml')}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=${new URL(url).host}`,
    '--log.level=warn',
  ]
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = new Promise((done) => child.once('exit', done))
  child.kill('SIGKILL')
  await gone
}
