import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type FaultsOptions, faults } from '../../../../src/cli/commands/venue/faults.js'
import { captureContext, openSandbox, type Sandbox } from '../sandbox.js'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await openSandbox()
})
afterAll(() => sandbox.close())

async function run(options: Partial<FaultsOptions>, json = true): Promise<string> {
  const capture = captureContext(json)
  expect(await faults(sandbox.config(), { settings: [], ...options }, capture.context)).toBe('ok')
  expect(capture.stdout).not.toContain('command-test-key')
  return capture.stdout
}

describe('quoin faults', () => {
  it('makes a fault that clients meet, lists it, and clears it', async () => {
    const made = JSON.parse(
      await run({ kind: 'server-error', settings: ['status=503', 'route=GET /tags', 'carriedOut=false'] }),
    )
    expect(made).toMatchObject({ fault: { kind: 'server-error', status: 503, carriedOut: false, route: 'GET /tags' } })
    const tags = () => fetch(`${sandbox.server.url}/tags`, { headers: { 'x-api-key': 'command-test-key' } })
    expect((await tags()).status).toBe(503)
    expect(await run({}, false)).toMatch(/server-error +1 +- +cleared/)
    expect(JSON.parse(await run({ clear: made.id }))).toEqual({ cleared: 1 })
    expect((await tags()).status).toBe(200)
    expect(await run({}, false)).toBe('no faults\n')
  })

  it('clears all of them', async () => {
    await run({ kind: 'halted' })
    await run({ kind: 'cancel-only', settings: ['rate=0.5', 'durationMs=60000'] })
    expect(JSON.parse(await run({ clear: true }))).toEqual({ cleared: 2 })
  })

  it.each([
    [{ kind: 'earthquake' }, 'bad-request', /kind/],
    [{ kind: 'halted', settings: ['count'] }, 'bad-argument', /name=value/],
    [{ settings: ['count=1'] }, 'bad-argument', /kind/],
    [{ kind: 'halted', clear: true }, 'bad-argument', /--clear/],
    [{ clear: 'fault_99' }, 'not-found', /fault_99/],
  ] as const)('refuses %j', async (options, code, message) => {
    await expect(run(options)).rejects.toMatchObject({ code, message: expect.stringMatching(message) })
  })

  it('sends nothing to a venue that is not the bundled server', async () => {
    const path = sandbox.config()
    const { readFileSync, writeFileSync } = await import('node:fs')
    writeFileSync(path, readFileSync(path, 'utf8').replace('sandbox.yaml', 'testnet.yaml'))
    await expect(faults(path, { settings: [] }, captureContext(true).context)).rejects.toMatchObject({
      code: 'bad-config',
    })
  })

  it('says when nobody answers', async () => {
    const gone = await openSandbox()
    const path = gone.config()
    const { context } = captureContext(true)
    await gone.server.close()
    await expect(faults(path, { settings: [] }, context)).rejects.toMatchObject({ code: 'unreachable' })
    await gone.close()
  })
})
