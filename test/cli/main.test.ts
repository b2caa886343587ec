// The program as a process: exit codes, streams, signals.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, existsSync, openSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { afterEach, describe, expect, it } from 'vitest'
import { startChildServer } from '../../src/cli/venue/child-server.js'
import { EXIT_CODES } from '../../src/domain/exit-codes.js'
import { KEYS_OF_EVERY_KIND } from '../planted-keys.js'
import { PROGRAM } from '../program.js'

/** Takes nothing, as a disk without room. */
const FULL = '/dev/full'

const children: ChildProcess[] = []
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

function start(args: readonly string[]): ChildProcess {
  const child = spawn(process.execPath, [...PROGRAM, ...args], { stdio: ['pipe', 'pipe', 'pipe'] })
  children.push(child)
  return child
}

async function run(...args: string[]) {
  const child = start(args)
  const text = { stdout: '', stderr: '' }
  child.stdout?.on('data', (chunk) => {
    text.stdout += chunk
  })
  child.stderr?.on('data', (chunk) => {
    text.stderr += chunk
  })
  const [code] = await once(child, 'close')
  return { code, ...text }
}

describe('quoin', () => {
  it('ends in `usage` for an unknown command or option', async () => {
    const results = await Promise.all([run('frobnicate'), run('serve', '--port', 'x')])
    for (const { code, stdout } of results) {
      expect(code).toBe(EXIT_CODES.usage.code)
      expect(stdout).toBe('')
    }
    expect(results[1]?.stderr).toContain('expected a port from 0 to 65535, got x')
  })

  it('says a wrong usage as data under --json, once, and repeats no key', async () => {
    const key = KEYS_OF_EVERY_KIND['hex with 0x']
    const results = await Promise.all([run('run', '--json'), run('check', key, 'b', '--json'), run(key)])
    for (const { code, stdout, stderr } of results) {
      expect(code).toBe(EXIT_CODES.usage.code)
      expect(stdout + stderr).not.toContain(key.slice(2))
    }
    const errors = results.slice(0, 2).map(({ stderr }) => JSON.parse(stderr))
    expect(errors[0]).toEqual({ error: { code: 'bad-argument', message: "missing required argument 'config'" } })
    expect(errors[1]).toMatchObject({ error: { code: 'bad-argument' } })
    expect(results[2]?.stderr).toContain('[secret]')
  })

  it('ends in `bad-config` with the place of each problem; --json makes it data', async () => {
    const { code, stdout, stderr } = await run('check', 'package.json', '--json')
    expect(code).toBe(EXIT_CODES['bad-config'].code)
    expect(JSON.parse(stderr).error).toEqual({
      code: 'bad-config',
      message: expect.stringContaining('package.json:2:3 name: expected a known key, got "name"'),
    })
    expect(stdout).toBe('')
  })

  it.runIf(existsSync(FULL))('says that what it prints found no place, and ends in `failed`', async () => {
    const full = openSync(FULL, 'w')
    const child = spawn(process.execPath, [...PROGRAM, 'tape', 'info', 'config/tapes/sandbox.jsonl.gz', '--json'], {
      stdio: ['ignore', full, 'pipe'],
    })
    children.push(child)
    closeSync(full)
    let said = ''
    child.stderr?.on('data', (chunk) => {
      said += chunk
    })
    expect(await once(child, 'close')).toEqual([EXIT_CODES.failed.code, null])
    expect(JSON.parse(said).error).toEqual({
      code: 'internal',
      message: expect.stringMatching(/^standard output: ENOSPC.*; nothing more is printed$/),
    })
  })

  it('prints the help on standard output', async () => {
    for (const words of [['--help'], ['help']])
      expect(await run(...words)).toMatchObject({ code: 0, stdout: expect.stringContaining('cancel-all') })
    const heads = (await run('--help')).stdout.match(/^\w.*:$/gm)
    expect(heads).toEqual([
      'Options:',
      'Commands:',
      'Recordings, backtests and sweeps:',
      'The venue and the account there:',
      'A running bot:',
      'Beside a bot:',
    ])
    expect(await run('help', 'sweep')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('--set <path=values>'),
    })
  })
})

describe('quoin serve', () => {
  it('prints one JSON line when it is ready, and does not outlive who started it', async () => {
    const child = start(['serve', '--port', '0', '--json', '--until-stdin-ends'])
    if (child.stdout === null) throw new Error('expected a pipe')
    const [line] = await once(createInterface(child.stdout), 'line')
    const ready = JSON.parse(line)
    expect(ready).toMatchObject({
      url: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
      apiKey: expect.any(String),
      signatures: expect.stringMatching(/^(native|wasm)$/),
      profile: { chainId: 1364545353, typedData: { domain: expect.any(Object), types: expect.any(Object) } },
    })
    expect((await fetch(`${ready.url}/markets`, { headers: { 'x-api-key': ready.apiKey } })).status).toBe(200)
    child.stdin?.end()
    expect(await once(child, 'close')).toEqual([0, null])
  })

  it('as a child gives its profile and keys', async () => {
    const server = await startChildServer(PROGRAM, 'config/demo-server.yaml')
    expect(server.profile.typedData.domain.chainId).toBe(1364545353)
    expect(server.keys).toMatchObject([{ name: 'demo-bot' }])
    await server.close()
    await expect(fetch(server.url)).rejects.toThrow()
  })

  it('says why a child did not start', async () => {
    await expect(startChildServer(PROGRAM, 'config/example.yaml')).rejects.toMatchObject({
      code: 'unreachable',
      message: expect.stringContaining('expected a known key, got "mode"'),
    })
  })
})
