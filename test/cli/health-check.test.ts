import { createServer } from 'node:http'
import { afterAll, describe, expect, it } from 'vitest'
import { healthUrl, isHealthy } from '../../src/cli/health-check.js'
import { serverConfig } from '../../src/server/schema.js'
import { telemetrySettings } from '../../src/telemetry/schema.js'

const commandLine = (...words: string[]) => ['node', 'dist/src/cli/main.js', ...words, ''].join('\0')

describe('healthUrl', () => {
  it('is that of the role, at the port where it listens by default', () => {
    const { port } = serverConfig.parse({})
    expect(healthUrl(commandLine('serve', '/config/server.yaml'), {})).toBe(`http://127.0.0.1:${port}/health`)
    const bot = `http://127.0.0.1:${telemetrySettings.parse({}).port}/healthz`
    expect(healthUrl(commandLine('run', '/config/serve.yaml', '--live'), {})).toBe(bot)
    expect(healthUrl(['node', '/app/dist/src/cli/supervise.js', 'run', 'bot.yaml', ''].join('\0'), {})).toBe(bot)
  })

  it.each(['signer', 'worker', 'record'])('is none of %s, which serves nothing', (command) => {
    expect(healthUrl(commandLine(command, '/config/signer.yaml'), {})).toBeUndefined()
    expect(healthUrl(['node', '/app/dist/src/cli/supervise.js', command, ''].join('\0'), {})).toBeUndefined()
  })

  it('is that of a watchdog where it serves one', () => {
    expect(healthUrl(commandLine('watchdog', '/config/bot.yaml'), {})).toBeUndefined()
    for (const port of [['--port', '9464'], ['--port=9464']])
      expect(healthUrl(commandLine('watchdog', '/config/bot.yaml', ...port), {})).toMatch(/:9464\/healthz$/)
  })

  it('can be told', () => {
    const env = { QUOIN_HEALTH_URL: 'http://127.0.0.1:1234/healthz' }
    expect(healthUrl(commandLine('serve'), env)).toBe('http://127.0.0.1:1234/healthz')
  })
})

describe('isHealthy', () => {
  let status = 200
  const server = createServer((_request, response) => response.writeHead(status).end())
  afterAll(() => new Promise((done) => server.close(done)))

  it('follows the answer, and no answer is none', async () => {
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const address = server.address()
    const url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/`
    expect(await isHealthy(url)).toBe(true)
    status = 503
    expect(await isHealthy(url)).toBe(false)
    expect(await isHealthy('http://127.0.0.1:1/')).toBe(false)
    expect(await isHealthy(undefined)).toBe(true)
  })
})
